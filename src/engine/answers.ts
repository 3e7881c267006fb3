import type { Call } from '../bindings/call.ts';
import type { Cell } from '../contract/model.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { furtherCalls } from '../generate/calls.ts';
import { lacksValues } from '../rules/coverage.ts';
import type { Evidence } from '../rules/rule.ts';
import { type CellClient, sendAll } from './cell-client.ts';
import { callSource, planCalls } from './plan-calls.ts';
import type { Session } from './session.ts';

/** Further calls that a cell gets, at most, for fields not yet seen with a value. */
const MOST_FURTHER = 24;

/** The answers of a cell, ready to be judged. */
export interface Answers {
  readonly all: readonly Evidence[];
  /** A further answer of the same cell as evidence. */
  readonly read: (call: Call, expectation: Evidence['expectation'], exchange: Exchange) => Evidence;
}

/** Sends a cell its planned calls, then more while a field it could show has not been seen. */
export async function answersOf(cell: Cell, cellClient: CellClient, session: Session): Promise<Answers> {
  const { contract, plan, judge } = session;
  const { concurrency } = plan.options.limits;
  const planned = judge.readAll(
    await sendAll(planCalls(cell, contract, plan), cell, cellClient, concurrency),
    cell,
    null,
  );
  const all = [...planned];
  const answers200 = planned.some((evidence) => evidence.cellAnswers200);
  for (const batch of batches(
    stillMissing(planned, cell, session) ? further(cell, cellClient, session) : [],
    concurrency,
  )) {
    if (!stillMissing(all, cell, session)) break;
    const calls = batch.map((call) => ({ call, expectation: 'generated' }) as const);
    all.push(...judge.readAll(await sendAll(calls, cell, cellClient, concurrency), cell, answers200));
  }
  const read: Answers['read'] = (call, expectation, exchange) =>
    judge.read({ call, expectation, exchange }, cell, answers200);
  return { all, read };
}

/** More calls can help only where the cell is read and answers at all. */
function stillMissing(all: readonly Evidence[], cell: Cell, { contract, plan }: Session): boolean {
  if (cell.operation.effect === 'write' || !all.some(({ cellAnswers200 }) => cellAnswers200)) return false;
  return lacksValues(all, cell, contract, plan.options.unused);
}

function further(cell: Cell, cellClient: CellClient, { contract, plan }: Session): readonly Call[] {
  const known = new Set(cellClient.calls().map((call) => JSON.stringify(call)));
  const calls = furtherCalls(callSource(cell, contract, plan.options, plan.pools));
  return calls.filter((call) => !known.has(JSON.stringify(call))).slice(0, MOST_FURTHER);
}

function batches(calls: readonly Call[], size: number): readonly (readonly Call[])[] {
  return calls.length === 0 ? [] : [calls.slice(0, size), ...batches(calls.slice(size), size)];
}
