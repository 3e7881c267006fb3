import type { Cell } from '../../contract/model.ts';
import type { Probing } from '../probe.ts';
import type { Rule } from '../rule.ts';
import { difference, digestOf } from '../same-answer.ts';

/** The parts of a rule that are its own; the rest is alike for all rules over several exchanges. */
export type RuleText = Omit<Rule, 'layer' | 'appliesTo' | 'judge' | 'probing' | 'comparing' | 'judgeCell'>;

/** The requests of all four bindings, as the document has them. */
export const everyRequest: Rule['requirements'] = [
  'bindings.soap11.request',
  'bindings.soap12.request',
  'bindings.http-get.request',
  'bindings.http-post.request',
];

/** True for reads: a variant of a write would be one more write than was announced. */
export function isRead({ operation }: Cell): boolean {
  return operation.effect === 'read';
}

/** A rule that sends further requests; it judges nothing in the generated exchanges themselves. */
export function probingRule(text: RuleText, probing: Probing, applies: (cell: Cell) => boolean = () => true): Rule {
  return {
    ...text,
    layer: 'several exchanges',
    appliesTo: (cell) => isRead(cell) && applies(cell),
    judge: () => 'not-applicable',
    probing,
  };
}

/** A rule whose every variant must be answered as the base call is. */
export function sameAnswerRule(
  text: RuleText,
  plan: Probing['plan'],
  applies: (cell: Cell) => boolean = () => true,
): Rule {
  const judge: Probing['judge'] = (base, answer, { code, variant, level }, contract, masked) => {
    const found = difference(digestOf(base, contract), digestOf(answer, contract), masked);
    if (found === null) return [];
    const lesser = level === undefined ? {} : { level };
    return [{ ...found, code, text: `A request is answered differently with ${variant}`, ...lesser }];
  };
  return probingRule(text, { described: true, plan, judge }, applies);
}
