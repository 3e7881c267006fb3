import { staleEntries, staleSentence } from '../../results/baseline.ts';
import type { BaselineEntryResult, CellResult, Results } from '../../results/results.ts';
import { counts } from '../../results/verdict.ts';
import { grouped } from '../group-by.ts';
import { cellsText } from './findings.ts';
import { type Palette, printable } from './palette.ts';

/** Groups of known failures that are shown; the rest is in results.json. */
const MOST_GROUPS = 15;

/** The known failures: first the lines to delete, then what fails as expected, then how many have no verdict. */
export function knownFailuresText({ baseline }: Pick<Results, 'baseline'>, paint: Palette): readonly string[] {
  if (baseline === null || baseline.entries.length === 0) return [];
  const stale = staleEntries(baseline).map((entry) => paint.red(printable(`✗ ${staleSentence(entry, baseline.file)}`)));
  const groups = grouped(
    baseline.entries.filter(({ state }) => state === 'known'),
    ({ rule, owner, reason, expires }) => JSON.stringify([rule, owner, reason, expires]),
  );
  const known = groups.slice(0, MOST_GROUPS).map((group) => printable(groupText(group)));
  const more = groups.length - known.length;
  const open = baseline.entries.filter(({ state }) => state === 'not-judged').length;
  const lines = [
    ...stale,
    ...known,
    ...(more > 0 ? [`${more} more groups of them are in results.json.`] : []),
    ...(open > 0
      ? [paint.dim(`- ${open} of ${baseline.file} ${open === 1 ? 'has' : 'have'} no verdict in this run`)]
      : []),
  ];
  return [paint.bold('Known failures'), lines.join('\n')];
}

/** Entries that differ in their cell alone. */
function groupText(group: readonly [BaselineEntryResult, ...BaselineEntryResult[]]): string {
  const [{ rule, owner, reason, expires }] = group;
  const about = [owner, reason, ...(expires === null ? [] : [`until ${expires}`])].join(', ');
  return `~ ${rule} in ${cellsText(group)} (known: ${about})`;
}

/** True for a cell in which everything that would break the run is known. */
export function isKnownOnly({ findings, options }: Pick<Results, 'findings' | 'options'>) {
  return (cell: Pick<CellResult, 'operation' | 'binding'>): boolean => {
    const mine = findings.filter(({ operation, binding }) => operation === cell.operation && binding === cell.binding);
    return mine.filter((finding) => counts(finding, options.failOn)).every(({ known }) => known);
  };
}
