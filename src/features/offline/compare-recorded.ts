import { groupBy } from '../../base/group-by.ts';
import type { BindingName, Cell } from '../../contract/model.ts';
import { graver, type RuleOutcome, type RuleVerdict } from '../../judge/rule-outcome.ts';
import type { Recording } from '../../results/record/recordings.ts';
import type { Comparing } from '../../rules/check.ts';
import type { Evidence } from '../../rules/evidence.ts';
import type { Problem, Reason } from '../../rules/judgement.ts';
import { comparedWith, NOT_SELECTED } from '../../rules/parity/bindings.ts';
import { gravestFirst, type Rule } from '../../rules/rule.ts';
import type { Masked } from '../../rules/same-answer.ts';

export interface ReadRecording {
  readonly recording: Recording;
  readonly evidence: Evidence;
}

/** A cell's recordings, read, and all of its operation's for comparison. */
export interface CellReads {
  readonly cell: Cell;
  readonly reads: readonly ReadRecording[];
  readonly ofOperation: readonly ReadRecording[];
}

const NOT_COMPARABLE: Reason = {
  code: 'not-comparable',
  text: 'no recorded answer could be compared with another binding',
};
const NOT_SHOWN: Reason = { code: 'nothing-to-judge', text: 'no answer shows what this rule is about' };

export function leftOpen(verdict: Exclude<RuleVerdict, 'pass' | 'fail'>, reason: Reason): RuleOutcome {
  return { verdict, judged: 0, reason, broken: null };
}

/** Compares recorded answers of the bindings to equal calls. A finding needs that the run sent the calls again. */
export function compareRecorded(
  rule: Rule,
  comparing: Comparing,
  { cell, reads, ofOperation }: CellReads,
  { bindings, masked }: { readonly bindings: readonly BindingName[] | null; readonly masked: Masked },
): RuleOutcome {
  if (reads.length === 0) return leftOpen('inconclusive', { code: 'not-recorded', text: 'no answer was recorded' });
  const others = comparedWith(cell, bindings, comparing);
  if (others.length === 0) return leftOpen('skipped', NOT_SELECTED);
  const peers = ofOperation.filter(({ recording }) => others.includes(recording.cell.binding));
  const byCall = groupBy(peers, ({ recording }) => JSON.stringify(recording.call));
  let judged = 0;
  let applies = false;
  let doubt: Problem | null = null;
  let broken: RuleOutcome['broken'] = null;
  for (const { recording, evidence } of reads) {
    // Which fields of a write change is known of those that were shown only.
    const known = recording.proved.includes(rule.id) ? masked : undefined;
    const judgement = comparing.judge(evidence, sameCall(byCall.get(JSON.stringify(recording.call))), masked, known);
    applies ||= judgement !== 'not-applicable';
    if (typeof judgement === 'string') continue;
    const [first, ...rest] = gravestFirst(judgement);
    if (first === undefined || recording.proved.includes(rule.id)) judged += 1;
    if (first === undefined) continue;
    if (!recording.proved.includes(rule.id)) doubt ??= first;
    else broken = graver(broken, { evidence, check: comparing, problems: [first, ...rest] });
  }
  if (broken !== null) return { verdict: 'fail', judged, reason: null, broken };
  if (doubt !== null) {
    const what = `expected ${doubt.expected}, got ${doubt.actual}`;
    const text = `bindings differ (${what}), but data may have changed between the recorded answers`;
    return leftOpen('inconclusive', { code: 'may-have-changed', text });
  }
  if (judged > 0) return { verdict: 'pass', judged, reason: null, broken: null };
  return applies ? leftOpen('not-reached', NOT_COMPARABLE) : leftOpen('not-applicable', NOT_SHOWN);
}

/** The first answer of each other binding to the same call. @param same - all of them */
function sameCall(same: readonly ReadRecording[] = []): readonly Evidence[] {
  const first = new Map(same.toReversed().map(({ recording, evidence }) => [recording.cell.binding, evidence]));
  return [...first.values()];
}
