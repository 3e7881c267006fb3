import type { Output } from '../../../views/output.ts';
import { palette, printable } from '../../../views/terminal/palette.ts';
import { tableText } from '../../../views/terminal/table.ts';
import { CUT_SHORT } from '../ended.ts';
import type { FleetReport } from '../fold.ts';
import { figures, figureText, isLimited, NOTHING, standingText, totalsText } from './words.ts';

/** The report of a fleet as a terminal shows it; the last line has the targets by result, and the exit code. */
export function fleetText(
  report: FleetReport,
  files: readonly string[],
  { quiet, color, live, columns = () => 80 }: Pick<Output, 'quiet' | 'color' | 'live' | 'columns'>,
): string {
  const { targets, notes, exitCode, incomplete } = report;
  const paint = palette(color);
  const rows = targets.map((one) => [
    one.place === null ? NOTHING : `${one.place}`,
    printable(one.name),
    printable(
      `${standingText(one.standing)}${isLimited(one) ? `${one.note === CUT_SHORT ? ',' : ''} ${one.note}` : ''}`,
    ),
    ...figures.map((figure) => figureText(figure, one)),
    printable(one.target),
  ]);
  const head = ['', 'Target', 'Verdict', ...figures.map(({ heading }) => heading), 'Address'];
  const reasons = targets.flatMap((one) =>
    one.note === null || isLimited(one) ? [] : [printable(`${one.name}: ${one.note}`)],
  );
  const parts = [
    `${paint.bold('Fleet')}\n${tableText({ head, rows }, live ? columns() : null).trimEnd()}`,
    ...(reasons.length === 0 ? [] : [reasons.join('\n')]),
    ...(quiet ? [] : [notes.map((note) => printable(`! ${note}`)).join('\n')]),
    printable(`Written: ${files.length === 0 ? 'nothing' : files.join(', ')}`),
    `${totalsText(report)}${incomplete ? ', incomplete' : ''} (exit code ${exitCode})`,
  ];
  return `${parts.join('\n\n')}\n`;
}
