import type { RuleVerdict } from '../judge/rule-outcome.ts';
import { failureName } from '../options/known-failures.ts';
import type { Level } from '../rules/rule.ts';
import type { Finding } from './outcome.ts';
import type { CellResult, Results } from './results.ts';
import { counts } from './verdict.ts';

/** The result of a rule in a cell for CI systems. `failed` breaks the run, `tolerated` is of a level that does not. */
export type OutcomeStatus = 'passed' | 'failed' | 'known' | 'tolerated' | Exclude<RuleVerdict, 'pass' | 'fail'>;

export type CellRuleOutcome = ReturnType<typeof outcomesByCell>[number]['outcomes'][number];

export type RuleInCell = CellResult['rules'][number] & Pick<CellResult, 'operation' | 'binding'>;

export function rulesInCells(cells: readonly CellResult[]): readonly RuleInCell[] {
  return cells.flatMap(({ operation, binding, rules }) => rules.map((rule) => ({ ...rule, operation, binding })));
}

/** The verdicts of results by the names of rules in cells, as `failureName` has them. */
export function verdictsIn({ cells }: Pick<Results, 'cells'>): ReadonlyMap<string, RuleVerdict> {
  return new Map(rulesInCells(cells).map((one) => [failureName(one), one.verdict]));
}

/** The outcomes of each cell; `why`: one sentence, null if it passed. */
export function outcomesByCell(results: Results) {
  const findings = new Map(results.findings.map((finding) => [failureName(finding), finding]));
  const reasons = new Map(results.inconclusive.map((unjudged) => [failureName(unjudged), unjudged.reason]));
  return results.cells.map((cell) => ({
    cell,
    outcomes: cell.rules.map(({ rule, level, verdict, reason }) => {
      const place = { operation: cell.operation, binding: cell.binding, rule };
      const finding = findings.get(failureName(place)) ?? null;
      const status = statusOf(verdict, level, finding, results);
      const why = whyOf(status, finding, reasons.get(failureName(place)) ?? reason, results);
      return { ...place, level, status, why, finding };
    }),
  }));
}

function statusOf(verdict: RuleVerdict, level: Level, finding: Finding | null, { options }: Results): OutcomeStatus {
  if (verdict === 'pass') return 'passed';
  if (verdict !== 'fail') return verdict;
  if (finding?.known === true) return 'known';
  return counts({ level }, options.failOn) ? 'failed' : 'tolerated';
}

function whyOf(status: OutcomeStatus, finding: Finding | null, reason: string | undefined, { baseline }: Results) {
  const message = finding?.message ?? 'the rule is broken';
  const entry = finding && baseline?.entries.find((one) => failureName(one) === failureName(finding));
  const until = entry?.expires == null ? '' : `, until ${entry.expires}`;
  const texts: Readonly<Record<OutcomeStatus, string | null>> = {
    passed: null,
    failed: message,
    known: `known failure${entry ? ` (${entry.owner}: ${entry.reason}${until})` : ''}: ${message}`,
    tolerated: `recommended only, so it does not break the run: ${message}`,
    inconclusive: `inconclusive, not passed: ${reason ?? 'nothing to judge'}`,
    'not-applicable': 'not applicable: the target offers nothing that this rule is about',
    'not-reached': 'not reached, not passed: an earlier layer that is broken left nothing to judge',
    skipped: `skipped: ${reason ?? 'it changes state at the target, and --include-writes was not given'}`,
  };
  return texts[status];
}
