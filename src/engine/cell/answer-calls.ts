import { baseCall, furtherCalls, withoutRepeats } from '../../calls/calls.ts';
import { exampleCall } from '../../options/values.ts';
import { lacksValues } from '../../rules/answer/coverage.ts';
import type { Evidence } from '../../rules/evidence.ts';
import { isRefused } from '../../wire/http/exchange.ts';
import { type Call, callKey, free, withValue } from '../../wire/soap/call.ts';
import { drawnFor } from '../plan/drawn-for.ts';
import { sendOrders } from '../plan/orders.ts';
import type { PlannedCall } from '../plan/planned-call.ts';
import { sendAll } from '../send/cell-client.ts';
import { type CellContext, contextOf } from './cell-context.ts';
import { peersOf } from './compare-bindings.ts';

/** Further calls that a cell gets at most, for fields not yet seen with a value. */
export const MOST_FURTHER_CALLS = 24;

/** The answers of a cell to its planned calls, then to more as long as a field it could show has not been seen. */
export async function answerCalls(calls: readonly PlannedCall[], at: CellContext): Promise<Evidence[]> {
  const { plan, judge, cell, ownClient } = at;
  const { concurrency } = plan.options.limits;
  if (cell.operation.effect === 'write')
    await sendOrders([at, ...peersOf(cell, plan.options).map((peer) => contextOf(at, peer))]);
  if (plan.refused === true && cell.operation.effect === 'read') {
    const first = await sendAll(calls.slice(0, 1), cell, ownClient, 1);
    if (first.every(({ exchange }) => isRefused(exchange.outcome))) return [...judge.readAll(first, cell, null)];
  }
  // In drawn order, another in each binding: then a server that mixes up answers keeps another one in each.
  const order = cell.operation.effect === 'write' ? calls : drawnFor(cell, plan).shuffled(calls, 'calls');
  const answered = await sendAll(order, cell, ownClient, concurrency);
  const placeOf = (sent: Pick<PlannedCall, 'call'>): number => calls.findIndex(({ call }) => call === sent.call);
  const inOrder = answered.toSorted((a, b) => placeOf(a) - placeOf(b));
  const planned = judge.readAll(inOrder, cell, null);
  const all = [...planned];
  const answers200 = planned.some((evidence) => evidence.cellAnswers200);
  const left = stillMissing(all, at) ? further(calls, at) : [];
  for (let next = 0; next < left.length && stillMissing(all, at); next += concurrency) {
    const batch = left.slice(next, next + concurrency).map((call) => ({ call, expectation: 'generated' }) as const);
    all.push(...judge.readAll(await sendAll(batch, cell, ownClient, concurrency), cell, answers200));
  }
  return all;
}

/** More calls can help only if the cell is read and answers at all. */
function stillMissing(all: readonly Evidence[], { cell, contract, plan }: CellContext): boolean {
  if (cell.operation.effect === 'write' || !all.some(({ cellAnswers200 }) => cellAnswers200)) return false;
  return lacksValues(all, cell, contract, plan.options.unused);
}

/** Calls that were not planned; another binding may have been compared with the answer of one. */
function further(planned: readonly PlannedCall[], { source }: CellContext): readonly Call[] {
  const known = new Set(planned.map(({ call }) => callKey(call)));
  // A target that was made from the document may have its examples, where what it answered with has no data.
  const examples = exampleCall(source.operation, source.contract);
  const base = baseCall(source);
  const mixed = free(source).map((one) => withValue(base, one, examples.values[one.name] ?? one.example));
  const calls = withoutRepeats([examples, ...mixed, ...furtherCalls(source)]);
  return calls.filter((call) => !known.has(callKey(call))).slice(0, MOST_FURTHER_CALLS);
}
