import { staleEntries, staleSentence } from '../results/baseline.ts';
import { failureName } from '../results/known-failures.ts';
import { errorText } from '../results/not-reached.ts';
import type { BaselineEntryResult, Results } from '../results/results.ts';

/** One <testcase>. */
export interface JunitCase {
  readonly name: string;
  readonly seconds: number;
  readonly child: {
    readonly kind: 'failure' | 'error' | 'skipped';
    readonly message: string;
    readonly type: string;
    readonly text: string;
  } | null;
}

/** Test cases about the run itself: the suite worked, the run is complete, the known failures still hold. */
export function runCases(results: Results): readonly JunitCase[] {
  const { verdict, incomplete, durationMs, baseline } = results;
  const failed = {
    kind: 'error',
    message: errorText(results),
    type: results.exitCode === 4 ? 'target' : 'suite',
    text: results.warnings.join('\n'),
  } as const;
  const cut = {
    kind: 'skipped',
    message: 'incomplete, not passed: the run was cut short; what was not reached has no verdict',
    type: '',
    text: '',
  } as const;
  return [
    {
      name: results.exitCode === 4 ? 'the target can be reached' : 'the suite itself works',
      seconds: durationMs / 1000,
      child: verdict === 'error' ? failed : null,
    },
    { name: 'the run is complete', seconds: 0, child: incomplete ? cut : null },
    ...staleEntries(baseline).map((entry) => entryCase(entry, baseline?.file ?? '')),
  ];
}

/** A line of the baseline that breaks the run. One that fails as expected, or was not judged, shows at its rule. */
function entryCase(entry: BaselineEntryResult, file: string): JunitCase {
  return {
    name: `known failure ${failureName(entry)}`,
    seconds: 0,
    child: {
      kind: 'failure',
      message: staleSentence(entry, file),
      type: 'baseline',
      text: `owner ${entry.owner}: ${entry.reason}`,
    },
  };
}
