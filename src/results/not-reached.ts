import { rulesFor } from '../rules/rules.ts';
import type { RuleResult } from './outcome.ts';
import type { CellResult, Results } from './results.ts';
import type { RunRecord } from './run-record.ts';
import { skipReason } from './selected-cells.ts';

/**
 * The outcomes of a run whose target can't be reached, or went down: what it kept from being judged is 'not-reached' and
 * says why, and what would not have been asked is skipped all the same.
 */
export function withNotReached(
  record: Pick<RunRecord, 'cells' | 'contract' | 'rules' | 'options' | 'ruleResults' | 'unreachable'>,
): readonly RuleResult[] {
  const { cells, contract, rules, ruleResults } = record;
  const known = new Set(ruleResults.map(({ operation, binding, rule }) => `${operation}/${binding} ${rule}`));
  const left = cells.flatMap((cell) => rulesFor(cell, contract, rules).map((rule) => ({ cell, rule })));
  const reason = record.unreachable === undefined ? 'the target went down' : "the target can't be reached";
  return [
    ...ruleResults,
    ...left.flatMap(({ cell, rule: { id, level } }): readonly RuleResult[] => {
      const place = { operation: cell.operation.name, binding: cell.binding };
      if (known.has(`${place.operation}/${place.binding} ${id}`)) return [];
      const skip = skipReason(cell, record.options);
      const why =
        skip === null ? ({ verdict: 'not-reached', reason } as const) : ({ verdict: 'skipped', reason: skip } as const);
      return [{ kind: 'rule', rule: id, level, ...place, ...why, judged: 0, finding: null }];
    }),
  ];
}

/** Why a cell as a whole was not judged, or to its end: that it was given up, or what happened to the target; or nothing. */
export function cellReason(mine: readonly RuleResult[]): Pick<CellResult, 'reason'> {
  const reason = mine.find((one) => one.verdict === 'not-reached' && isOfCell(one.reason))?.reason ?? null;
  return reason === null ? {} : { reason };
}

function isOfCell(reason: string | null): boolean {
  return /^the (?:cell was given up|target )/.test(reason ?? '');
}

/** What error means: that nobody is there to judge, or that the suite failed. The first warning says more. */
export function errorText({ exitCode }: Pick<Results, 'exitCode'>): string {
  return exitCode === 4
    ? 'The target could not be reached, or went down; this is no verdict on what it does.'
    : 'The suite itself failed; this is no verdict on the target.';
}
