import { cellName } from '../../contract/cell-name.ts';
import { failureName } from '../../options/known-failures.ts';
import type { RunOptions } from '../../options/model.ts';
import type { CellSummary, Finding, RuleResult } from '../../results/outcome.ts';
import { counts } from '../../results/verdict.ts';

/** A signal that aborts with `outer`, and with `--fail-fast` after the first cell with a finding that breaks the run */
export function createStopAtFinding({ failFast, failOn, baseline }: RunOptions, outer: AbortSignal) {
  const controller = new AbortController();
  const known = new Set(baseline?.entries.map(failureName));
  const broken = new Map<string, Finding>();
  let ending: Finding | null = null;
  return {
    signal: AbortSignal.any([outer, controller.signal]),
    /** What ended the run early, as the start of a sentence; null if nothing did. */
    endedBy: (): string | null =>
      ending === null ? reasonOf(outer) : `--fail-fast ended the run at ${ending.id}, cause ${ending.cause}`,
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

/** Others than stopSignal abort without a sentence. */
const reasonOf = ({ reason }: AbortSignal): string | null => (typeof reason === 'string' ? reason : null);
