import { byCause, type Cause, cellCount } from '../../results/causes.ts';
import type { Finding, KnownFailure } from '../../results/outcome.ts';
import { findingLines, rulesOf } from '../finding-lines.ts';
import { type Palette, printable } from './palette.ts';

/** Causes shown in full; the rest is in results.json. */
const MOST_CAUSES = 15;
const MOST_BODY = 400;

/** The findings as a user reads them: what, where, what was expected, and how to see it again. */
export function findingsText(findings: readonly Finding[], paint: Palette): string {
  const causes = byCause(findings);
  const shown = causes.slice(0, MOST_CAUSES).map((cause, index) => causeText(cause, index + 1, paint));
  const more = causes.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more causes are in results.json.`] : [])].join('\n\n');
}

function causeText({ smallest, findings }: Cause, number: number, paint: Palette): string {
  const mark = smallest.level === 'required' ? paint.red('✗ required') : paint.yellow('! recommended');
  const title = `${number}. ${mark} ${paint.bold(rulesOf(findings).join(', '))} in ${cellsText(findings)}`;
  const lines = findingLines(smallest, bodyLines).map((line) => `   ${line}`);
  return [title, ...lines].map(printable).join('\n');
}

function bodyLines(body: string | null): readonly string[] {
  if (body === null || body === '') return [];
  const cut = body.length > MOST_BODY ? `${body.slice(0, MOST_BODY)}… (${body.length} characters)` : body;
  return cut.split(/\r?\n/).map((line) => `          ${line}`);
}

/** `Get_Inventory (soap11, soap12), McatCodes (http-get)`, or a count where there are many. */
export function cellsText(findings: readonly Pick<KnownFailure, 'operation' | 'binding'>[]): string {
  const operations = [...new Set(findings.map(({ operation }) => operation))];
  const bindingsOf = (name: string) => [
    ...new Set(findings.filter(({ operation }) => operation === name).map(({ binding }) => binding)),
  ];
  const named = operations.slice(0, 3).map((name) => `${name} (${bindingsOf(name).join(', ')})`);
  const more = operations.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more operations, ${cellCount(findings)} cells in all` : ''}`;
}
