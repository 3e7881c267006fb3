import { cellName } from '../contract/cell-name.ts';
import { type CellSummary, failureName, type RuleResult } from '../results/outcome.ts';
import type { RunOptions } from '../results/run-options.ts';
import { counts } from '../results/verdict.ts';

/**
 * A signal that aborts with `outer`, and where `--fail-fast` was given after the first cell with a finding that breaks the
 * run: of a level that counts, and not known.
 */
export function createStopAtFinding({ failFast, failOn, baseline }: RunOptions, outer: AbortSignal) {
  const controller = new AbortController();
  const known = new Set(baseline?.entries.map(failureName));
  const broken = new Set<string>();
  return {
    signal: AbortSignal.any([outer, controller.signal]),
    /** Looks at an outcome; the cell's own comes after those of its rules. */
    take: (outcome: RuleResult | CellSummary): void => {
      if (failFast !== true) return;
      if (outcome.kind === 'cell') {
        if (broken.has(cellName(outcome))) controller.abort();
      } else if (outcome.finding !== null && counts(outcome, failOn) && !known.has(failureName(outcome)))
        broken.add(cellName(outcome));
    },
  };
}
