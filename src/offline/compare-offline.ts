import type { BindingName } from '../contract/model.ts';
import type { RuleOutcome } from '../judging/judge.ts';
import type { Recording } from '../results/record/recording.ts';
import { comparedWith, NOT_SELECTED } from '../rules/exchanges/bindings.ts';
import type { Problem, ReasonCode } from '../rules/judgement.ts';
import { type Evidence, gravestFirst, type Rule } from '../rules/rule.ts';

/** A recording that has been read. */
export interface Read {
  readonly recording: Recording;
  readonly evidence: Evidence;
}

/**
 * Holds the answers that a cell and the operation's other bindings gave to equal calls against each other. A difference
 * is a finding only where the run that recorded it had sent the calls again; otherwise data may have changed in between.
 * @param ofOperation - what was recorded in all bindings of the cell's operation
 * @param selected - the bindings that were selected; null for all
 */
export function compareOffline(
  rule: Rule,
  own: readonly Read[],
  ofOperation: readonly Read[],
  selected: readonly BindingName[] | null,
): RuleOutcome {
  const [any] = own;
  if (any === undefined) return unjudged('inconclusive', 'not-recorded', 'no answer was recorded');
  const others = comparedWith(any.recording.cell, selected, rule.comparing);
  if (others.length === 0) return { verdict: 'skipped', judged: 0, reason: NOT_SELECTED, broken: null };
  const peers = ofOperation.filter(({ recording }) => others.includes(recording.cell.binding));
  let judged = 0;
  let applies = own.length === 0;
  let doubt: Problem | null = null;
  let broken: RuleOutcome['broken'] = null;
  for (const { recording, evidence } of own) {
    const judgement = rule.comparing?.judge(evidence, sameCall(recording, peers)) ?? 'not-applicable';
    applies ||= judgement !== 'not-applicable';
    if (typeof judgement === 'string') continue;
    const [first, ...rest] = gravestFirst(judgement);
    if (first === undefined || recording.proved.includes(rule.id)) judged += 1;
    if (first === undefined) continue;
    if (!recording.proved.includes(rule.id)) doubt ??= first;
    else if (broken === null || (broken.problems[0].level !== undefined && first.level === undefined))
      broken = { evidence, problems: [first, ...rest] };
  }
  if (broken !== null) return { verdict: 'fail', judged, reason: null, broken };
  if (doubt !== null) {
    const what = `expected ${doubt.expected}, got ${doubt.actual}`;
    return unjudged(
      'inconclusive',
      'may-have-changed',
      `bindings differ (${what}), but data may have changed between the recorded answers`,
    );
  }
  if (judged > 0) return { verdict: 'pass', judged, reason: null, broken: null };
  if (!applies) return unjudged('not-applicable', 'nothing-to-judge', 'no answer shows what this rule is about');
  return unjudged('not-reached', 'not-comparable', 'no recorded answer could be compared with another binding');
}

/** The first answer of each other binding to the same call. */
function sameCall({ call }: Recording, peers: readonly Read[]): readonly Evidence[] {
  const key = JSON.stringify(call);
  const same = peers.filter(({ recording }) => JSON.stringify(recording.call) === key);
  const first = new Map(
    same.toReversed().map(({ recording, evidence }) => [recording.cell.binding, evidence] as const),
  );
  return [...first.values()];
}

function unjudged(
  verdict: 'inconclusive' | 'not-applicable' | 'not-reached',
  code: ReasonCode,
  text: string,
): RuleOutcome {
  return { verdict, judged: 0, reason: { code, text }, broken: null };
}
