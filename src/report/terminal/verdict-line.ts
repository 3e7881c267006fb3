import type { Results, RunVerdict } from '../../results/results.ts';
import { plural, verdictLimit } from '../../results/verdict.ts';
import { type Palette, printable } from './palette.ts';

/** The run in numbers; on the last line its verdict, what it holds for, and the exit code. */
export function verdictLine(results: Results, paint: Palette): string {
  const { verdict, exitCode, totals, requests, durationMs, incomplete } = results;
  const color: Readonly<Record<RunVerdict, (text: string) => string>> = {
    conformant: paint.green,
    'non-conformant': paint.red,
    inconclusive: paint.yellow,
    error: paint.magenta,
  };
  const { cells, findings } = totals;
  const judged = cells.pass + cells.fail;
  const all = Object.values(cells).reduce((sum, count) => sum + count, 0);
  const known = results.findings.filter((finding) => finding.known).length;
  const facts = [
    `${judged} of ${all} cells judged`,
    `${findings.required} required and ${findings.recommended} recommended findings${known === 0 ? '' : `, ${known} of them known`}`,
    ...besideKnown(results),
    `${requests} requests in ${(durationMs / 1000).toFixed(1)} s`,
    ...(incomplete ? ['incomplete'] : []),
  ].join(', ');
  return `${facts}\n${paint.bold(color[verdict](verdict))}${printable(verdictLimit(results))} (exit code ${exitCode})`;
}

/** How many required rules could not be judged in cells with known failures. */
function besideKnown({ verdict, cells }: Results): readonly string[] {
  if (verdict !== 'conformant') return [];
  const rules = cells.filter((cell) => cell.verdict === 'fail').flatMap((cell) => cell.rules);
  const open = rules.filter(
    (rule) => rule.level === 'required' && ['inconclusive', 'not-reached'].includes(rule.verdict),
  );
  return open.length === 0 ? [] : [`${plural(open.length, 'rule')} beside known failures not judged`];
}
