import type { Call } from '../bindings/call.ts';
import type { Cell } from '../contract/model.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Evidence } from '../rules/rule.ts';
import type { Context } from './context.ts';
import type { Both, Side } from './difference.ts';
import type { SentCall } from './send-calls.ts';

/** A call and what both servers answered, read. */
export interface EvidencePair {
  readonly call: Call;
  readonly exchanges: Both<Exchange>;
  readonly evidence: Both<Evidence>;
  /** Reads further answers of both to the same call. */
  readonly read: (exchanges: Both<Exchange>) => Both<Evidence>;
}

/** Reads all answers of a cell. Whether the cell answers 200 at all is known for each server by itself. */
export function gatherPairs(sent: readonly SentCall[], cell: Cell, { judge }: Context): readonly EvidencePair[] {
  const answers200 = (side: Side): boolean => sent.some(({ exchanges }) => isStatus200(exchanges[side]));
  const cellAnswers200 = { a: answers200('a'), b: answers200('b') };
  return sent.map(({ call, expectation, exchanges: first }) => {
    const read = (exchanges: Both<Exchange>): Both<Evidence> => ({
      a: judge.read({ call, expectation, exchange: exchanges.a }, cell, cellAnswers200.a),
      b: judge.read({ call, expectation, exchange: exchanges.b }, cell, cellAnswers200.b),
    });
    return { call, exchanges: first, evidence: read(first), read };
  });
}

function isStatus200({ outcome }: Exchange): boolean {
  return outcome.kind === 'response' && outcome.response.status === 200;
}
