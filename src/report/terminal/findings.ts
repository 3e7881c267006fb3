import { cellName } from '../../contract/cell-name.ts';
import { byCause, type Cause, cellCount } from '../../results/causes.ts';
import type { Finding } from '../../results/outcome.ts';
import { basisOf, findingLines, rulesOf } from '../finding-lines.ts';
import type { CellNames } from '../matrix.ts';
import { firstOf } from '../shown-text.ts';
import { type Palette, printable } from './palette.ts';

/** Causes shown in full; the rest is in results.json. */
const MOST_CAUSES = 15;
const MOST_BODY = 400;

/** The findings as a user reads them: what, where, what was expected, and how to see it again. */
export function findingsText(findings: readonly Finding[], paint: Palette): string {
  const causes = byCause(findings);
  const text = (cause: Cause, index: number): string => causeText(cause, index + 1, paint);
  return firstOf(causes, MOST_CAUSES, text, (more) => `${more} more causes are in results.json.`).join('\n\n');
}

function causeText({ smallest, findings }: Cause, number: number, paint: Palette): string {
  const mark = smallest.level === 'required' ? paint.red('✗ required') : paint.yellow('! recommended');
  const title = `${number}. ${mark} ${paint.bold(rulesOf(findings).join(', '))} in ${cellsText(findings)}`;
  const basis = basisOf(smallest.rule).slice(0, 1);
  const lines = [...findingLines(smallest, bodyLines), ...basis.map((one) => `basis     ${one}`)];
  return [title, ...lines.map((line) => `   ${line}`)].map(printable).join('\n');
}

function bodyLines(body: string | null): readonly string[] {
  if (body === null || body === '') return [];
  const cut = body.length > MOST_BODY ? `${body.slice(0, MOST_BODY)}… (${body.length} characters)` : body;
  return cut.split(/\r?\n/).map((line) => `          ${line}`);
}

/** `Get_Inventory (soap11, soap12), McatCodes (http-get)`, or a count where there are many. */
export function cellsText(findings: readonly CellNames[]): string {
  const operations = [...new Set(findings.map(({ operation }) => operation))];
  const bindingsOf = (name: string) => [
    ...new Set(findings.filter(({ operation }) => operation === name).map(({ binding }) => binding)),
  ];
  const named = operations.slice(0, 3).map((name) => `${name} (${bindingsOf(name).join(', ')})`);
  const more = operations.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more operations, ${cellCount(findings)} cells in all` : ''}`;
}

/** Puts some of the cells of a run into words: all of them, some bindings of every operation, or by name. */
export function whereIn(run: readonly CellNames[]): (some: readonly CellNames[]) => string {
  const names = new Set(run.map(cellName));
  const operations = new Set(run.map(({ operation }) => operation)).size;
  return (some) => {
    const cells = [...new Map(some.map((cell) => [cellName(cell), cell])).values()];
    if (cells.length < 2 || !cells.every((cell) => names.has(cellName(cell)))) return cellsText(cells);
    if (cells.length === names.size) return `all ${names.size} cells`;
    const bindings = [...new Set(cells.map(({ operation }) => operation))].map((name) =>
      cells.flatMap(({ operation, binding }) => (operation === name ? [binding] : [])).join(', '),
    );
    const [first = ''] = bindings;
    const alike = bindings.length === operations && operations > 1 && bindings.every((one) => one === first);
    return alike ? `every operation (${first})` : cellsText(cells);
  };
}
