import type { Contract } from '../contract/model.ts';
import { dayOf, judgeKnown } from './baseline.ts';
import { failureName, type KnownFailure, type KnownFailures } from './known-failures.ts';
import type { BaselineEntryResult, Results } from './results.ts';

/** The known failures of a server after a run, and what became of those known before. */
export interface NextBaseline {
  /** Those kept, in their order, and after them the new ones. */
  readonly entries: readonly KnownFailure[];
  readonly kept: readonly BaselineEntryResult[];
  readonly dropped: readonly BaselineEntryResult[];
  readonly added: readonly KnownFailure[];
}

/** What new entries are given. */
export interface Given {
  readonly owner: string;
  readonly reason: string;
  readonly expires: string | null;
}

/**
 * The known failures that make a run's findings known: entries that still fail or have no verdict are kept as they are,
 * those that pass or match nothing are dropped, and each finding without an entry gets one.
 */
export function nextBaseline(
  results: Results,
  before: KnownFailures | null,
  given: Given,
  contract: Contract,
): NextBaseline {
  const outcomes = results.cells.flatMap(({ operation, binding, rules }) =>
    rules.map(({ rule, verdict }) => ({ rule, operation, binding, verdict })),
  );
  const held = { outcomes, contract, day: dayOf(new Date(results.startedAt)) };
  const judged = before === null ? [] : judgeKnown(before, held).entries;
  const dropped = judged.filter(isOver);
  const kept = judged.filter((entry) => !isOver(entry));
  const names = new Set(kept.map(failureName));
  const added = results.findings
    .filter((finding) => !names.has(failureName(finding)))
    .map(({ rule, operation, binding }) => ({ rule, operation, binding, ...given }));
  return { entries: [...kept, ...added], kept, dropped, added };
}

function isOver({ state }: BaselineEntryResult): boolean {
  return state === 'passes' || state === 'nothing';
}
