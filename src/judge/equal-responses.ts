import type { Inspection } from '../rules/answer/inspect/inspection.ts';
import { isOfCondition } from '../rules/answer/status.ts';
import type { Evidence } from '../rules/evidence.ts';
import type { Judgement } from '../rules/judgement.ts';
import type { Rule } from '../rules/rule.ts';
import type { HttpResponse } from '../wire/http/exchange.ts';
import type { TextDecode } from '../xml/decode.ts';
import type { SchemaVerdict } from '../xml/schema.ts';
import type { ValidShape } from './valid-shapes.ts';

export interface Known {
  readonly judgements: Map<Rule, Judgement>;
  /** The shape of its body, if it has one and was needed; and what holds for all of that shape. */
  shape: string | null;
  ofShape?: ValidShape | undefined;
  /** Made on first use. */
  inspection?: Inspection | null;
  schema?: SchemaVerdict | null;
}

/** All that a rule may see of a response besides its body. */
interface Context extends Pick<Evidence, 'expectation' | 'cellAnswers200'> {
  readonly response: HttpResponse;
  readonly known: Known;
}

/** Most contexts kept per body: headers such as Date make new ones. */
const MOST_CONTEXTS = 4;

/**
 * Finds what is known of an equal response of the cell, so that rules judge one for all. Bench line 'judged in full,
 * repeated bytes'.
 */
export function equalResponses(): (evidence: Omit<Evidence, 'inspection' | 'schema'>) => Known {
  // Equal bytes of one cell share one text object.
  const contexts = new WeakMap<TextDecode, readonly Context[]>();
  return ({ expectation, cellAnswers200, reading: { response, text } }) => {
    if (response === null || text === null || isOfCondition(response.status)) return unknown();
    const known = contexts.get(text) ?? [];
    const equal = known.find(
      (one) =>
        one.expectation === expectation && one.cellAnswers200 === cellAnswers200 && isSameHead(one.response, response),
    );
    if (equal !== undefined) return equal.known;
    const added: Context = { expectation, cellAnswers200, response, known: unknown() };
    contexts.set(text, [added, ...known].slice(0, MOST_CONTEXTS));
    return added.known;
  };
}

/** Of a response not judged yet. */
export function unknown(): Known {
  return { judgements: new Map(), shape: null };
}

/** Compares all parts of a response except its body; a test fails when HttpResponse gets a new part. */
function isSameHead(one: HttpResponse, other: HttpResponse): boolean {
  const { headers } = one;
  return (
    one.status === other.status &&
    one.reason === other.reason &&
    one.version === other.version &&
    one.statusLine === other.statusLine &&
    one.complete === other.complete &&
    one.surplus === other.surplus &&
    one.reset === other.reset &&
    one.codedBytes === other.codedBytes &&
    headers.length === other.headers.length &&
    headers.every(([name, value], at) => name === other.headers[at]?.[0] && value === other.headers[at]?.[1])
  );
}
