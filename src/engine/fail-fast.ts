import { cellName } from '../contract/cell-name.ts';
import { type CellSummary, type Finding, failureName, type RuleResult } from '../results/outcome.ts';
import type { RunOptions } from '../results/run-options.ts';
import { counts } from '../results/verdict.ts';

/**
 * A signal that aborts with `outer`, and where `--fail-fast` was given after the first cell with a finding that breaks the
 * run: of a level that counts, and not known.
 */
export function createStopAtFinding({ failFast, failOn, baseline }: RunOptions, outer: AbortSignal) {
  const controller = new AbortController();
  const known = new Set(baseline?.entries.map(failureName));
  const broken = new Map<string, Finding>();
  let ending: Finding | null = null;
  return {
    signal: AbortSignal.any([outer, controller.signal]),
    /** That a finding ended the run, and its cause, in words that begin a sentence; null where none did. */
    endedBy: (): string | null =>
      ending === null ? null : `--fail-fast ended the run with ${ending.id}, of the cause ${ending.cause}`,
    /** Looks at an outcome; the cell's own comes after those of its rules. */
    take: (outcome: RuleResult | CellSummary): void => {
      if (failFast !== true) return;
      if (outcome.kind === 'cell') {
        const finding = broken.get(cellName(outcome));
        if (finding === undefined) return;
        ending ??= finding;
        controller.abort();
      } else if (outcome.finding !== null && counts(outcome, failOn) && !known.has(failureName(outcome)))
        broken.set(cellName(outcome), broken.get(cellName(outcome)) ?? outcome.finding);
    },
  };
}
