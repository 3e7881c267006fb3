import { cellName } from '../contract/cell-name.ts';
import { type CellSummary, type Finding, failureName, type RuleResult } from '../results/outcome.ts';
import type { RunOptions } from '../results/run-options.ts';
import { counts } from '../results/verdict.ts';

/** A signal that aborts with `outer`, and with `--fail-fast` after the first cell with a finding that breaks the run */
export function createStopAtFinding({ failFast, failOn, baseline }: RunOptions, outer: AbortSignal) {
  const controller = new AbortController();
  const known = new Set(baseline?.entries.map(failureName));
  const broken = new Map<string, Finding>();
  let ending: Finding | null = null;
  return {
    signal: AbortSignal.any([outer, controller.signal]),
    /** That a finding ended the run, and its cause, as the start of a sentence; null if none did. */
    endedBy: (): string | null =>
      ending === null ? null : `--fail-fast ended the run with ${ending.id}, of the cause ${ending.cause}`,
    /** Takes an outcome; the cell's summary comes after the outcomes of its rules. */
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
