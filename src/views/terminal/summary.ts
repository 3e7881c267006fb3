import { grouped } from '../../base/group-by.ts';
import { are, plural } from '../../base/words.ts';
import { staleEntries } from '../../results/baseline.ts';
import { byCause } from '../../results/causes/causes.ts';
import { isExplained, isFirst } from '../../results/causes/first-cause.ts';
import { notesIn, warningsIn } from '../../results/coded-warnings.ts';
import { inCell } from '../../results/outcome.ts';
import type { BaselineEntryResult, CellResult, Results, RunVerdict } from '../../results/results.ts';
import { uncountedLists } from '../../results/uncounted.ts';
import { unjudgedGroups } from '../../results/unjudged.ts';
import { unusedLines } from '../../results/unused.ts';
import { counts, isUnsentWrite, verdictLimit } from '../../results/verdict.ts';
import { firstOf } from '../shown-text.ts';
import { cellsText } from '../where.ts';
import { findingsText } from './findings.ts';
import { type Palette, printable } from './palette.ts';
import { allPassed, matrix } from './table.ts';

/** The end of a run. @param quiet - only what failed @param seedGiven - users know it @param isVerbose - unfolded */
export function summaryText(
  results: Results,
  files: readonly string[],
  paint: Palette,
  quiet: boolean,
  tool?: string,
  seedGiven = false,
  isVerbose = false,
): string {
  const { seed, seedDrawn, failure, cells } = results;
  const warnings = warningsIn(results);
  const unused = unusedLines(results.options).map((line) => printable(`- ${line}`));
  // What keeps most of a run from being judged comes first.
  const isOne = isFirst(results);
  const first = isOne ? warnings : [];
  const findings = results.findings.filter(({ known }) => !known);
  const called = cells.filter(({ verdict }) => verdict !== 'skipped');
  const isFolded = isOne || (!isVerbose && allPassed(cells));
  const found = findingsText(findings, called, paint, tool, isOne ? isExplained : undefined, isVerbose);
  // No run for a certificate takes a seed.
  const again =
    seedGiven || seedDrawn === true ? [] : [`Seed ${seed}: add --seed ${seed} to send the same calls again.`];
  const notes = [...notesIn(results).map((text) => printable(`- ${text}`)), ...skippedText(results), ...again];
  const parts = quiet
    ? warningsText(failure === null ? [] : [failure.message], paint)
    : [
        ...warningsText(first, paint),
        ...(cells.length === 0 ? [] : [matrix(cells, paint, isKnownOnly(results), isFolded)]),
        ...titled(FINDINGS, found, paint),
        ...knownFailuresText(results, paint),
        ...uncountedLists(results).map(({ title, lines }) =>
          [paint.bold(title), ...lines.map((text) => printable(`- ${text}`))].join('\n'),
        ),
        ...warningsText(first.length === 0 ? warnings : [], paint),
        ...unjudgedText(results, paint),
        ...titled('Declared unused', unused.join('\n'), paint),
        ...(notes.length === 0 ? [] : [notes.join('\n')]),
      ];
  const last = `${printable(results.target)}: ${verdictText(results, paint)}`;
  const written = `Written: ${files.length === 0 ? 'nothing' : printable(files.join(', '))}`;
  return [...parts, `${written}\n${factsLine(results)}\n${last}`].join('\n\n');
}

export const FINDINGS = 'Findings, grouped by cause';

/** A part of the output below its title; none if it is empty. */
export function titled(title: string, text: string, paint: Palette): readonly string[] {
  return text === '' ? [] : [paint.bold(title), text];
}

function warningsText(warnings: readonly string[], paint: Palette): readonly string[] {
  const lines = warnings.map((text) => printable(`! ${text}`));
  return warnings.length === 0 ? [] : [[paint.bold('Warnings'), ...lines].join('\n')];
}

/** Most sentences per advice on what could not be judged; the rest is in results.json. */
const MOST_UNJUDGED = 12;

function unjudgedText(results: Results, paint: Palette): readonly string[] {
  const parts = unjudgedGroups(results).map(({ sentences, advice }) => {
    const line = (sentence: string): string => printable(`? ${sentence}`);
    const lines = firstOf(sentences, MOST_UNJUDGED, line, (more) => `? and ${more} more, in results.json`);
    return [...lines, ...(advice === null ? [] : [`  ${advice}`])].join('\n');
  });
  return titled('Could not be judged', parts.join('\n\n'), paint);
}

function skippedText({ cells, options }: Results): readonly string[] {
  const names = [...new Set(cells.filter(isUnsentWrite).map(({ operation }) => operation))];
  if (options.includeWrites || names.length === 0) return [];
  return [`- ${names.join(', ')} was not called: it changes state at the target; --include-writes calls it.`];
}

/** Most groups of known failures shown; the rest is in results.json. */
const MOST_GROUPS = 15;

function knownFailuresText(results: Pick<Results, 'baseline' | 'wsdl' | 'cells'>, paint: Palette): readonly string[] {
  const { baseline } = results;
  if (baseline === null || baseline.entries.length === 0) return [];
  const stale = staleEntries(results).map(({ sentence }) => paint.red(printable(`✗ ${sentence}`)));
  const groups = grouped(
    baseline.entries.filter(({ state }) => state === 'known'),
    ({ rule, owner, reason, expires }) => JSON.stringify([rule, owner, reason, expires]),
  );
  const open = baseline.entries.filter(({ state }) => state === 'not-judged').length;
  const rest = (more: number): string => `${plural(more, 'more group')} of them ${are(more)} in results.json.`;
  const lines = [
    ...stale,
    ...firstOf(groups, MOST_GROUPS, groupText, rest),
    ...flakyLines(baseline),
    ...(open === 0
      ? []
      : [paint.dim(`- ${open} of ${baseline.file} ${open === 1 ? 'has' : 'have'} no verdict in this run`)]),
  ];
  return [paint.bold('Known failures'), lines.join('\n')];
}

/** The results of the known failures that come and go, in a line; none if there are none. */
export function flakyLines(baseline: Results['baseline']): readonly string[] {
  const flaky = baseline?.entries.filter((entry) => entry.flaky === true) ?? [];
  const [failed, passed] = ['known', 'flaky'].map((wanted) => flaky.filter(({ state }) => state === wanted).length);
  if (flaky.length === 0) return [];
  return [`~ ${plural(flaky.length, 'failure')} known to come and go: ${failed} failed, ${passed} passed`];
}

function groupText(group: readonly [BaselineEntryResult, ...BaselineEntryResult[]]): string {
  const [{ rule, owner, reason, expires }] = group;
  const about = [owner, reason, ...(expires === null ? [] : [`until ${expires}`])].join(', ');
  return printable(`~ ${rule} in ${cellsText(group)} (known: ${about})`);
}

/** True for a cell in which everything that would break the run is known. */
export function isKnownOnly({ findings, options }: Pick<Results, 'findings' | 'options'>) {
  return (cell: Pick<CellResult, 'operation' | 'binding'>): boolean => {
    const counting = findings.filter(inCell(cell)).filter((finding) => counts(finding, options.failOn));
    return counting.every(({ known }) => known);
  };
}

/** The run in numbers, in one line. */
export function factsLine(results: Results): string {
  const { totals, requests, durationMs, incomplete, profile } = results;
  const { cells, findings } = totals;
  const judged = cells.pass + cells.fail;
  const all = Object.values(cells).reduce((sum, count) => sum + count, 0);
  const known = results.findings.filter((finding) => finding.known).length;
  const causes = byCause(results.findings).length;
  return [
    `${judged} of ${plural(all, 'cell')} judged`,
    `${findings.required} required and ${plural(findings.recommended, 'recommended finding')}` +
      `${causes === 0 ? '' : ` of ${plural(causes, 'cause')}`}${known === 0 ? '' : `, ${known} of them known`}`,
    ...besideKnown(results),
    `${plural(requests, 'request')} in ${(durationMs / 1000).toFixed(1)} s`,
    ...(profile === 'quick' ? ['profile quick: one variant of a request for each rule, not all'] : []),
    ...(incomplete ? ['incomplete'] : []),
  ].join(', ');
}

/** The verdict, its scope, and the exit code. */
export function verdictText(results: Results, paint: Palette): string {
  const { verdict, exitCode } = results;
  const color: Readonly<Record<RunVerdict, (text: string) => string>> = {
    conformant: paint.green,
    'non-conformant': paint.red,
    inconclusive: paint.yellow,
    error: paint.magenta,
  };
  return `${paint.bold(color[verdict](verdict))}${printable(verdictLimit(results))} (exit code ${exitCode})`;
}

function besideKnown({ verdict, cells }: Results): readonly string[] {
  if (verdict !== 'conformant') return [];
  const rules = cells.filter((cell) => cell.verdict === 'fail').flatMap((cell) => cell.rules);
  const open = rules.filter(
    (rule) => rule.level === 'required' && ['inconclusive', 'not-reached'].includes(rule.verdict),
  );
  return open.length === 0 ? [] : [`${plural(open.length, 'rule')} not judged because of them`];
}
