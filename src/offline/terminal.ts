import { cellsText, findingsText } from '../report/terminal/findings.ts';
import { matrix } from '../report/terminal/matrix.ts';
import { type Palette, printable } from '../report/terminal/palette.ts';
import type { LeftOut } from '../results/record/recordings.ts';
import type { Results, RunVerdict } from '../results/results.ts';
import { unjudgedReasons } from '../results/unjudged.ts';
import { verdictLimit } from '../results/verdict.ts';
import type { ThenAndNow } from './then-and-now.ts';

/** All that `judge` prints. */
export interface JudgeReport {
  readonly results: Results;
  /** Exchanges that were judged, and what the file has beside them. */
  readonly judged: number;
  readonly leftOut: readonly LeftOut[];
  /** null where the file has no verdicts of its own. */
  readonly changes: ThenAndNow | null;
  readonly before: Results | null;
  /** Rules that send requests of their own, and how many rules there are. */
  readonly needTraffic: number;
  readonly rules: number;
  /** Rule → why it could be judged nowhere, although it needs no traffic. */
  readonly silent: readonly (readonly [rule: string, reason: string])[];
  readonly files: readonly string[];
}

/** Places in a file that are named; the rest is counted. */
const MOST_PLACES = 10;
const MOST_GROUPS = 20;

/** The report of `judge`; the last line is the verdict, the exit code, and what needs traffic. */
export function judgeText(report: JudgeReport, paint: Palette): string {
  const { results, leftOut, changes, before, files } = report;
  const { findings, warnings } = results;
  const open = unjudgedReasons(results).map((reason) => printable(`? ${reason}`));
  const parts = [
    matrix(results.cells, paint),
    ...(findings.length === 0 ? [] : [paint.bold('Findings, grouped by cause'), findingsText(findings, paint)]),
    ...(changes === null || before === null ? [] : changesText(changes, before, paint)),
    ...(leftOut.length === 0 ? [] : [paint.bold('Recorded, but not judged'), leftOutText(leftOut)]),
    ...(warnings.length === 0 ? [] : [paint.bold('Warnings'), warnings.map((one) => printable(`! ${one}`)).join('\n')]),
    ...(open.length === 0 ? [] : [paint.bold('Could not be judged'), open.join('\n')]),
    ...(files.length === 0 ? [] : [`Written: ${files.join(', ')}`]),
    lastLines(report, paint),
  ];
  return parts.join('\n\n');
}

/** Then against now, grouped by rule. */
function changesText(changes: ThenAndNow, before: Results, paint: Palette): readonly string[] {
  const lines = [
    ...changeLines(changes.failing, paint.red('✗ passed then, fails now'), paint),
    ...changeLines(changes.passing, paint.green('✓ failed then, passes now'), paint),
    ...changeLines(changes.unproved, paint.yellow('? judged then, no evidence here'), paint),
    ...changeLines(changes.trafficFailed, paint.yellow('? failed then, needs traffic'), paint),
  ];
  const then = `Then, with version ${before.suite.version}: ${before.verdict}, ${before.findings.length} findings.`;
  const now = lines.length === 0 ? 'No rule that can be judged here came to another verdict.' : lines.join('\n');
  return [paint.bold('Then and now'), `${printable(then)}\n${now}`];
}

function changeLines(changes: ThenAndNow['failing'], title: string, paint: Palette): readonly string[] {
  const rules = [...new Set(changes.map(({ rule }) => rule))];
  const shown = rules.slice(0, MOST_GROUPS).map((rule) => {
    const cells = changes.filter((one) => one.rule === rule);
    return `${title}: ${paint.bold(printable(rule))} in ${printable(cellsText(cells))}`;
  });
  const more = rules.length - shown.length;
  return more > 0 ? [...shown, `${title}: ${more} more rules`] : shown;
}

function leftOutText(leftOut: readonly LeftOut[]): string {
  const shown = leftOut.slice(0, MOST_PLACES).map(({ where, why }) => printable(`- ${where}: ${why}`));
  const more = leftOut.length - shown.length;
  return (more > 0 ? [...shown, `- and ${more} more`] : shown).join('\n');
}

function lastLines({ results, judged, leftOut, needTraffic, rules, silent }: JudgeReport, paint: Palette): string {
  const { totals, verdict, exitCode, incomplete } = results;
  const all = Object.values(totals.cells).reduce((sum, count) => sum + count, 0);
  const facts = [
    `${totals.cells.pass + totals.cells.fail} of ${all} cells judged`,
    `${totals.findings.required} required and ${totals.findings.recommended} recommended findings`,
    `${judged} recorded exchanges judged${leftOut.length === 0 ? '' : `, ${leftOut.length} not`}`,
    'nothing sent',
    ...(incomplete ? ['incomplete'] : []),
  ];
  const color: Readonly<Record<RunVerdict, (text: string) => string>> = {
    conformant: paint.green,
    'non-conformant': paint.red,
    inconclusive: paint.yellow,
    error: paint.magenta,
  };
  const beside = [
    ...(silent.length === 0 ? [] : [`the file does not show ${silent.map(([rule]) => rule).join(', ')}`]),
    `${needTraffic} of ${rules} rules need traffic`,
  ];
  const end = `${paint.bold(color[verdict](verdict))}${printable(verdictLimit(results))} (exit code ${exitCode}), as far as recorded: ${beside.join('; ')}`;
  return `${facts.join(', ')}\n${end}`;
}
