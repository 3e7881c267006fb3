import { failureName } from './known-failures.ts';
import type { Finding } from './outcome.ts';
import type { CellResult, Results } from './results.ts';
import { counts } from './verdict.ts';

/**
 * What a rule in a cell came to, as the formats of CI systems tell it. `failed` breaks the run; `known` is in the
 * baseline; `tolerated` is broken at a level that this run does not fail on.
 */
export type OutcomeStatus =
  | 'passed'
  | 'failed'
  | 'known'
  | 'tolerated'
  | 'inconclusive'
  | 'not-applicable'
  | 'not-reached'
  | 'skipped';

export interface RuleOutcome {
  readonly operation: string;
  readonly binding: string;
  readonly rule: string;
  readonly level: string;
  readonly status: OutcomeStatus;
  /** One sentence; null where it passed. */
  readonly why: string | null;
  readonly finding: Finding | null;
}

/** The outcome of every rule in every cell, grouped by cell. */
export function outcomesByCell(
  results: Results,
): readonly { readonly cell: CellResult; readonly outcomes: readonly RuleOutcome[] }[] {
  const findings = new Map(results.findings.map((finding) => [failureName(finding), finding]));
  const reasons = new Map(results.inconclusive.map((unjudged) => [failureName(unjudged), unjudged.reason]));
  return results.cells.map((cell) => ({
    cell,
    outcomes: cell.rules.map(({ rule, level, verdict, reason }) => {
      const place = { operation: cell.operation, binding: cell.binding, rule };
      const finding = findings.get(failureName(place)) ?? null;
      const status = verdict === 'fail' ? failureStatus(finding, { level }, results) : okStatus(verdict);
      return {
        ...place,
        level,
        status,
        why: whyOf(status, finding, reasons.get(failureName(place)) ?? reason, results),
        finding,
      };
    }),
  }));
}

function okStatus(verdict: 'pass' | Exclude<OutcomeStatus, 'passed'>): OutcomeStatus {
  return verdict === 'pass' ? 'passed' : verdict;
}

function failureStatus(
  finding: Finding | null,
  rule: Pick<CellResult['rules'][number], 'level'>,
  { options }: Results,
): OutcomeStatus {
  if (finding?.known === true) return 'known';
  return counts(rule, options.failOn) ? 'failed' : 'tolerated';
}

function whyOf(
  status: OutcomeStatus,
  finding: Finding | null,
  reason: string | undefined,
  results: Results,
): string | null {
  const message = finding?.message ?? 'the rule is broken';
  switch (status) {
    case 'passed':
      return null;
    case 'failed':
      return message;
    case 'known':
      return `known failure${finding === null ? '' : ownerText(finding, results)}: ${message}`;
    case 'tolerated':
      return `recommended only, so it does not break the run: ${message}`;
    case 'inconclusive':
      return `inconclusive, not passed: ${reason ?? 'nothing to judge'}`;
    case 'not-applicable':
      return 'not applicable: the target offers nothing that this rule is about';
    case 'not-reached':
      return 'not reached, not passed: an earlier layer that is broken left nothing to judge';
    case 'skipped':
      return `skipped: ${reason ?? 'it changes state at the target, and --include-writes was not given'}`;
  }
}

function ownerText(finding: Finding, { baseline }: Results): string {
  const entry = baseline?.entries.find((one) => failureName(one) === failureName(finding));
  if (entry === undefined) return '';
  return ` (${entry.owner}: ${entry.reason}${entry.expires === null ? '' : `, until ${entry.expires}`})`;
}
