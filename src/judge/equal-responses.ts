import { isOfCondition } from '../rules/answer/status.ts';
import type { HttpResponse } from '../wire/http/exchange.ts';
import type { TextDecode } from '../xml/decode.ts';
import type { JudgedAnswer, ReadAnswer } from './judge-answer.ts';

/** All that a rule may see of a response besides its body, and what it came to. */
interface JudgedContext extends Pick<ReadAnswer, 'expectation' | 'cellAnswers200'> {
  readonly response: HttpResponse;
  readonly judged: JudgedAnswer;
}

/** Most contexts kept per body: headers such as Date make new ones. */
const MOST_CONTEXTS = 4;

/** Judges one of equal responses of a cell for all. Bench line 'judged in full, repeated bytes'. */
export function equalResponses(): (answer: ReadAnswer, judge: () => JudgedAnswer) => JudgedAnswer {
  // Equal bytes of one cell share one text object.
  const contexts = new WeakMap<TextDecode, readonly JudgedContext[]>();
  return ({ expectation, cellAnswers200, reading: { response, text } }, judge) => {
    if (response === null || text === null || isOfCondition(response.status)) return judge();
    const judgedBefore = contexts.get(text) ?? [];
    const equal = judgedBefore.find(
      (context) =>
        context.expectation === expectation &&
        context.cellAnswers200 === cellAnswers200 &&
        isSameHead(context.response, response),
    );
    if (equal !== undefined) return equal.judged;
    const added: JudgedContext = { expectation, cellAnswers200, response, judged: judge() };
    contexts.set(text, [added, ...judgedBefore].slice(0, MOST_CONTEXTS));
    return added.judged;
  };
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
    one.afterClose === other.afterClose &&
    one.requestVersion === other.requestVersion &&
    one.uncontinued === other.uncontinued &&
    one.codedBytes === other.codedBytes &&
    one.unknownCoding === other.unknownCoding &&
    headers.length === other.headers.length &&
    headers.every(([name, value], at) => name === other.headers[at]?.[0] && value === other.headers[at]?.[1])
  );
}
