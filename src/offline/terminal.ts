import type { RuleVerdict } from '../judging/rule-outcome.ts';
import { firstOf } from '../report/shown-text.ts';
import { cellsText, findingsText } from '../report/terminal/findings.ts';
import { type Palette, printable } from '../report/terminal/palette.ts';
import { verdictText } from '../report/terminal/summary.ts';
import { matrix } from '../report/terminal/table.ts';
import { failureName } from '../results/outcome.ts';
import type { LeftOut } from '../results/record/recordings.ts';
import type { Results } from '../results/results.ts';
import { type RuleInCell, rulesInCells, verdictsIn } from '../results/rule-outcomes.ts';
import { unjudgedReasons } from '../results/unjudged.ts';
import { needsTraffic, type Rule } from '../rules/rule.ts';

export interface JudgeReport {
  readonly results: Results;
  /** Exchanges that were judged, and what else the file has. */
  readonly judged: number;
  readonly leftOut: readonly LeftOut[];
  /** null if the file has no verdicts of its own. */
  readonly changes: ThenAndNow | null;
  readonly before: Results | null;
  /** Rules that send requests of their own, and how many rules there are. */
  readonly needTraffic: number;
  readonly rules: number;
  /** Rule → why it could be judged nowhere, although it needs no traffic. */
  readonly silent: readonly (readonly [rule: string, reason: string])[];
  readonly files: readonly string[];
}

const MOST_PLACES = 10;
const MOST_GROUPS = 20;

/** The report of `judge`; the last line is the verdict, the exit code, and what needs traffic. */
export function judgeText(report: JudgeReport, paint: Palette): string {
  const { results, leftOut, changes, before, files } = report;
  const { findings, warnings } = results;
  const open = unjudgedReasons(results).map((reason) => printable(`? ${reason}`));
  const place = ({ where, why }: LeftOut): string => printable(`- ${where}: ${why}`);
  const recorded = firstOf(leftOut, MOST_PLACES, place, (more) => `- and ${more} more`);
  const parts = [
    matrix(results.cells, paint),
    ...(findings.length === 0
      ? []
      : [paint.bold('Findings, grouped by cause'), findingsText(findings, results.cells, paint)]),
    ...(changes === null || before === null ? [] : changesText(changes, before, paint)),
    ...(leftOut.length === 0 ? [] : [paint.bold('Recorded, but not judged'), recorded.join('\n')]),
    ...(warnings.length === 0 ? [] : [paint.bold('Warnings'), warnings.map((one) => printable(`! ${one}`)).join('\n')]),
    ...(open.length === 0 ? [] : [paint.bold('Could not be judged'), open.join('\n')]),
    ...(files.length === 0 ? [] : [`Written: ${files.join(', ')}`]),
    lastLines(report, paint),
  ];
  return parts.join('\n\n');
}

function changesText(changes: ThenAndNow, before: Results, paint: Palette): readonly string[] {
  const lines = [
    ...changeLines(changes.failing, paint.red('✗ passed then, fails now'), paint),
    ...changeLines(changes.passing, paint.green('✓ failed then, passes now'), paint),
    ...changeLines(changes.unproved, paint.yellow('? judged then, no evidence here'), paint),
    ...changeLines(changes.trafficFailed, paint.yellow('? failed then, needs traffic'), paint),
  ];
  const then = `Then, with version ${before.suite.version}: ${before.verdict}, ${before.findings.length} findings.`;
  const now = lines.length === 0 ? 'No rule that can be judged here got another verdict.' : lines.join('\n');
  return [paint.bold('Then and now'), `${printable(then)}\n${now}`];
}

function changeLines(changes: ThenAndNow['failing'], title: string, paint: Palette): readonly string[] {
  const rules = [...new Set(changes.map(({ rule }) => rule))];
  const line = (rule: string): string => {
    const cells = changes.filter((one) => one.rule === rule);
    return `${title}: ${paint.bold(printable(rule))} in ${printable(cellsText(cells))}`;
  };
  return firstOf(rules, MOST_GROUPS, line, (more) => `${title}: ${more} more rules`);
}

function lastLines({ results, judged, leftOut, needTraffic, rules, silent }: JudgeReport, paint: Palette): string {
  const { totals, incomplete } = results;
  const all = Object.values(totals.cells).reduce((sum, count) => sum + count, 0);
  const facts = [
    `${totals.cells.pass + totals.cells.fail} of ${all} cells judged`,
    `${totals.findings.required} required and ${totals.findings.recommended} recommended findings`,
    `${judged} recorded exchanges judged${leftOut.length === 0 ? '' : `, ${leftOut.length} not`}`,
    'nothing sent',
    ...(incomplete ? ['incomplete'] : []),
  ];
  const beside = [
    ...(silent.length === 0 ? [] : [`the file does not show ${silent.map(([rule]) => rule).join(', ')}`]),
    `${needTraffic} of ${rules} rules need traffic`,
  ];
  const end = `${verdictText(results, paint)}, as far as recorded: ${beside.join('; ')}`;
  return `${facts.join(', ')}\n${end}`;
}

type ThenAndNow = ReturnType<typeof thenAndNow>;

/** Compares two judgements, rule by rule and cell by cell. */
export function thenAndNow(before: Results, now: Results, rules: readonly Rule[]) {
  const verdicts = verdictsIn(before);
  const sending = new Set(rules.filter(needsTraffic).map(({ id }) => id));
  const changes = rulesInCells(now.cells).map((one) => {
    return { place: one, before: verdicts.get(failureName(one)), now: one.verdict, sends: sending.has(one.rule) };
  });
  const where = (is: (one: (typeof changes)[number]) => boolean): readonly RuleInCell[] =>
    changes.filter(is).map(({ place }) => place);
  return {
    failing: where((one) => one.before === 'pass' && one.now === 'fail'),
    passing: where((one) => one.before === 'fail' && one.now === 'pass'),
    // The recording is not enough to tell; rules that need traffic are not included.
    unproved: where((one) => !one.sends && isVerdict(one.before) && !isVerdict(one.now)),
    // Only traffic can tell whether they still do.
    trafficFailed: where((one) => one.sends && one.before === 'fail'),
  };
}

function isVerdict(verdict: RuleVerdict | undefined): boolean {
  return verdict === 'pass' || verdict === 'fail';
}
