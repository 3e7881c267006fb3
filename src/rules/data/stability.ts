import { requestOf } from '../../wire/soap/request-of.ts';
import type { Reason } from '../judgement.ts';
import { probingRule } from '../request/same-answer-rule.ts';
import { interpreted, type Rule } from '../rule.ts';
import { type AnswerDigest, changedFields, difference, digestOf, isReordered } from '../same-answer.ts';

/** Whether equal reads get equal answers, in order too. Recorded, never judged: an inventory may change at any time. */
export const stabilityRule: Rule = probingRule({
  id: 'response.stability',
  level: 'observed',
  title: 'Two equal reads are answered alike.',
  requirements: ['states.only-add-to-cart', 'operations.ordering', 'operations.matching'],
  basis: interpreted(
    'Only Add_toCart changes state, but the order of results is not shown, and data may change for other ' +
      'reasons. So answers that differ are recorded and never judged.',
  ),
  breaks: "None by itself. Where answers vary, rules that compare answers can't judge, and say so.",
  breaksFrom: 'definition',
  example: { right: 'the same list twice', wrong: 'the same records in another order each time' },
  described: true,
  // It varies nothing, so every cell gets it.
  dimensions: [],
  plan: (cell, base) => [{ code: 'again', variant: 'the same again', call: base, request: requestOf(base, cell) }],
  judge: (base, answer, _probe, contract) => whyUnstable(digestOf(base, contract), digestOf(answer, contract)) ?? [],
});

function whyUnstable(base: AnswerDigest, answer: AnswerDigest): Reason | null {
  if (isReordered(base, answer)) return { code: 'unstable', text: 'equal reads are answered in another order' };
  if (difference(base, answer) === null) return null;
  const changed = changedFields(base, answer);
  if (changed === null) return { code: 'unstable', text: 'equal reads are answered differently' };
  return { code: 'unstable', text: `equal reads differ in ${[...changed].join(', ')}` };
}
