import type { HttpResponse } from '../exchange/exchange.ts';
import type { Judgement } from '../rules/judgement.ts';
import type { Evidence, Rule } from '../rules/rule.ts';
import type { TextDecode } from '../xml/decode.ts';

/** What rules said of an exchange. */
export type Judgements = Map<Rule, Judgement>;

/** All that a rule may see of an answer beside its body. */
interface Context extends Pick<Evidence, 'contract' | 'expectation' | 'cellAnswers200'> {
  readonly response: HttpResponse;
  readonly judgements: Judgements;
}

/** Contexts of one body that are remembered, at most: headers such as Date make new ones. */
const MOST_CONTEXTS = 4;

const judged = new WeakMap<Evidence, Judgements>();
const contexts = new WeakMap<TextDecode, readonly Context[]>();

/** What a rule says of one exchange: judged once for each evidence, and for those that it was joined with. */
export function judgementOf(rule: Rule, evidence: Evidence): Judgement {
  // What the validator said is not among what joins evidence.
  if (rule.layer === 'schema') return rule.judge(evidence);
  const judgements = judgementsOf(evidence);
  const known = judgements.get(rule);
  if (known !== undefined) return known;
  const judgement = kept(rule.judge(evidence));
  judgements.set(rule, judgement);
  return judgement;
}

/** Problems of one answer that are kept, at most: more would say the same. */
const MOST_PROBLEMS = 100;

/** A copy, since an excerpt of a text keeps the whole of it in memory. */
function kept(judgement: Judgement): Judgement {
  const isText = typeof judgement === 'string' || judgement.length === 0;
  return isText ? judgement : structuredClone(judgement.slice(0, MOST_PROBLEMS));
}

/**
 * Joins an evidence with those of equal answers of its cell, so that a rule judges one of them for all: a rule's `judge`
 * sees the answer alone.
 */
export function joinAlike(evidence: Evidence): Evidence {
  const { contract, expectation, cellAnswers200, reading } = evidence;
  const { response, text } = reading;
  // Equal bytes in one cell have one text, as an object.
  if (response === null || text === null) return evidence;
  const among = contexts.get(text) ?? [];
  const alike = among.find(
    (one) =>
      one.contract === contract &&
      one.expectation === expectation &&
      one.cellAnswers200 === cellAnswers200 &&
      isSameHead(one.response, response),
  );
  const joined = alike ?? { contract, expectation, cellAnswers200, response, judgements: new Map() };
  if (alike === undefined) contexts.set(text, [joined, ...among].slice(0, MOST_CONTEXTS));
  judged.set(evidence, joined.judgements);
  return evidence;
}

/** Takes an evidence out of those it was joined with: for rules that see more than the answer. */
export function apart(evidence: Evidence): Evidence {
  judged.set(evidence, new Map());
  return evidence;
}

/** The same exchange with more known of it: what was judged stays. */
export function judgedAs(evidence: Evidence, before: Evidence): Evidence {
  judged.set(evidence, judgementsOf(before));
  return evidence;
}

/** The judgements that this evidence shares with all it was joined with. */
export function judgementsOf(evidence: Evidence): Judgements {
  const known = judged.get(evidence);
  if (known !== undefined) return known;
  const judgements: Judgements = new Map();
  judged.set(evidence, judgements);
  return judgements;
}

/** Whatever a response has beside its body; a part that is new to it belongs here, says the test. */
function isSameHead(one: HttpResponse, other: HttpResponse): boolean {
  const { headers } = one;
  return (
    one.status === other.status &&
    one.reason === other.reason &&
    one.version === other.version &&
    one.complete === other.complete &&
    one.surplus === other.surplus &&
    headers.length === other.headers.length &&
    headers.every(([name, value], at) => name === other.headers[at]?.[0] && value === other.headers[at]?.[1])
  );
}
