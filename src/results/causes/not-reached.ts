import { cellName } from '../../contract/cell-name.ts';
import { failureName } from '../../options/known-failures.ts';
import { skipReason } from '../../options/selected-cells.ts';
import type { Reason, ReasonCode } from '../../rules/judgement.ts';
import { rulesFor } from '../../rules/rules.ts';
import { type RuleResult, ruleResult } from '../outcome.ts';
import type { CellResult, Results } from '../results.ts';
import { type RunRecord, targetDown } from '../run-record.ts';

/** The outcomes of a run that was cut short, or whose target went down: the rest is 'not-reached' or skipped. */
export function withNotReached(record: RunRecord): readonly RuleResult[] {
  const { cells, contract, rules, ruleResults } = record;
  const known = new Set(ruleResults.map(failureName));
  const reason = whyNotReached(record);
  const left = cells.flatMap((cell) => {
    const skip = skipReason(cell, record.options);
    return rulesFor(cell, contract, rules)
      .filter(({ id }) => !known.has(failureName({ rule: id, ...cell })))
      .map((rule) =>
        ruleResult(rule, cell, { verdict: skip ? 'skipped' : 'not-reached', judged: 0, reason: skip ?? reason }, null),
      );
  });
  return [...ruleResults, ...left];
}

function whyNotReached(record: RunRecord): Reason {
  if (record.unreachable !== undefined) return { code: 'target-unreachable', text: "the target can't be reached" };
  if (targetDown(record) !== null) return { code: 'target-down', text: 'the target stopped answering' };
  return { code: 'unknown', text: 'the run was cut short' };
}

/** Why a cell was not fully judged: it was given up, the run was cut short, or what the target did; or nothing. */
export function cellReason(mine: readonly RuleResult[]): Pick<CellResult, 'reason' | 'reasonCode'> {
  const found = mine.find(({ verdict, reason }) => verdict === 'not-reached' && reason && OF_CELL.has(reason.code));
  return shownReason(found?.reason ?? null);
}

const OF_CELL: ReadonlySet<ReasonCode> = new Set(['given-up', 'target-down', 'target-unreachable', 'unknown']);

export function shownReason(reason: Reason | null): Pick<CellResult, 'reason' | 'reasonCode'> {
  return reason === null ? {} : { reason: reason.text, reasonCode: reason.code };
}

/** The meaning of 'error': there is no target to judge, or the suite failed. The first warning says more. */
export function errorText({ failure }: Pick<Results, 'failure'>): string {
  return failure?.kind === 'target'
    ? 'The target could not be reached, or stopped answering; this is not a verdict on what it does.'
    : 'The suite itself failed; this is not a verdict on the target.';
}

/** A record with outcomes in the planned order: vitest reports them in batches. */
export function inPlannedOrder<T extends Pick<RunRecord, 'cells' | 'contract' | 'rules' | 'ruleResults' | 'summaries'>>(
  record: T,
): T {
  const { cells, contract, rules, ruleResults, summaries } = record;
  const names = cells.flatMap((cell) => [
    cellName(cell),
    ...rulesFor(cell, contract, rules).map(({ id }) => failureName({ rule: id, ...cell })),
  ]);
  const places = new Map(names.map((name, place) => [name, place]));
  const placeOf = (name: string): number => places.get(name) ?? names.length;
  return {
    ...record,
    ruleResults: ruleResults.toSorted((a, b) => placeOf(failureName(a)) - placeOf(failureName(b))),
    summaries: summaries.toSorted((a, b) => placeOf(cellName(a)) - placeOf(cellName(b))),
  };
}
