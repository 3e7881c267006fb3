import type { Cell } from '../../../contract/model.ts';
import type { PlannedCall } from '../../../engine/plan/planned-call.ts';
import type { Evidence } from '../../../rules/evidence.ts';
import { type Exchange, isStatus200, wasNotSent } from '../../../wire/http/exchange.ts';
import { type Both, both, type Side } from '../pairs.ts';
import { type ComparisonContext, sendPlanned, withBoth } from './context.ts';

interface SentCall extends PlannedCall {
  readonly exchanges: Both<Exchange>;
}

/** Sends calls to both servers in step: reads in parallel, writes one by one. Calls cut off by the end are left out. */
export async function sendCalls(planned: readonly PlannedCall[], cell: Cell, { servers, signal }: ComparisonContext) {
  const width = cell.operation.effect === 'write' ? 1 : servers.a.options.limits.concurrency;
  const sent: SentCall[] = [];
  for (let next = 0; next < planned.length && !signal.aborted; next += width) {
    const batch = planned.slice(next, next + width);
    const answered = await Promise.all(
      batch.map(async (one) => ({
        ...one,
        exchanges: await withBoth(servers, (server) => sendPlanned(one, cell, server)),
      })),
    );
    sent.push(...answered.filter(({ exchanges }) => !isCutOff(exchanges)));
    if (givenUpIn(cell, servers) !== null) break;
  }
  return sent;
}

/** The server that gets no more calls in this cell, and why; null if both do. */
export function givenUpIn(cell: Cell, servers: ComparisonContext['servers']) {
  return firstSide((side) => servers[side].client.givenUp(cell));
}

/** The server that went down, as its circuit breaker saw it. */
export function downOf(servers: ComparisonContext['servers']) {
  return firstSide((side) => servers[side].client.down()?.message ?? null);
}

function firstSide(messageOf: (side: Side) => string | null) {
  const all = (['a', 'b'] as const).map((side) => ({ side, message: messageOf(side) }));
  return all.find((one): one is { side: Side; message: string } => one.message !== null) ?? null;
}

/** True for an exchange that one of the two servers was not sent, or whose answer the end of the comparison cut off. */
export function isCutOff({ a, b }: Both<Exchange>): boolean {
  return wasNotSent(a) || wasNotSent(b);
}

export type EvidencePair = ReturnType<typeof gatherPairs>[number];

/** Reads all answers of a cell. Whether the cell ever answers 200 is decided for each server. */
export function gatherPairs(sent: readonly SentCall[], cell: Cell, { judge }: ComparisonContext) {
  const cellAnswers200 = both((side) => sent.some(({ exchanges }) => isStatus200(exchanges[side])));
  return sent.map(({ exchanges: first, ...planned }) => {
    const { call, expectation } = planned;
    const read = (exchanges: Both<Exchange>): Both<Evidence> =>
      both((side) => judge.read({ call, expectation, exchange: exchanges[side] }, cell, cellAnswers200[side]));
    return { planned, exchanges: first, evidence: read(first), read };
  });
}
