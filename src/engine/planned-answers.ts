import { type Call, callKey } from '../bindings/call.ts';
import type { Cell } from '../contract/model.ts';
import { furtherCalls } from '../generate/calls.ts';
import { lacksValues } from '../rules/coverage.ts';
import type { Evidence } from '../rules/rule.ts';
import { type CellClient, sendAll } from './cell-client.ts';
import { drawnFor } from './drawn-for.ts';
import { callSource, type PlannedCall } from './planned-call.ts';
import type { Session } from './session.ts';

/** Further calls that a cell gets at most, for fields not yet seen with a value. */
const MOST_FURTHER = 24;

/** The answers of a cell to its planned calls, then to more as long as a field it could show has not been seen. */
export async function plannedAnswers(cell: Cell, calls: readonly PlannedCall[], session: Session): Promise<Evidence[]> {
  const { plan, judge } = session;
  const cellClient = session.cellClient(cell);
  const { concurrency } = plan.options.limits;
  const answered = await sendAll(inDrawnOrder(calls, cell, plan), cell, cellClient, concurrency);
  const placeOf = (sent: Pick<PlannedCall, 'call'>): number => calls.findIndex(({ call }) => call === sent.call);
  const inOrder = answered.toSorted((a, b) => placeOf(a) - placeOf(b));
  const planned = judge.readAll(inOrder, cell, null);
  const all = [...planned];
  const answers200 = planned.some((evidence) => evidence.cellAnswers200);
  const left = stillMissing(all, cell, session) ? further(cell, cellClient, session) : [];
  for (let next = 0; next < left.length && stillMissing(all, cell, session); next += concurrency) {
    const batch = left.slice(next, next + concurrency).map((call) => ({ call, expectation: 'generated' }) as const);
    all.push(...judge.readAll(await sendAll(batch, cell, cellClient, concurrency), cell, answers200));
  }
  return all;
}

/** In drawn order, another in each binding: then a server that mixes up answers keeps another one in each. */
function inDrawnOrder(calls: readonly PlannedCall[], cell: Cell, plan: Session['plan']): readonly PlannedCall[] {
  return cell.operation.effect === 'write' ? calls : drawnFor(cell, plan).shuffled(calls, 'calls');
}

/** More calls can help only if the cell is read and answers at all. */
function stillMissing(all: readonly Evidence[], cell: Cell, { contract, plan }: Session): boolean {
  if (cell.operation.effect === 'write' || !all.some(({ cellAnswers200 }) => cellAnswers200)) return false;
  return lacksValues(all, cell, contract, plan.options.unused);
}

function further(cell: Cell, cellClient: CellClient, { contract, plan }: Session): readonly Call[] {
  const known = new Set(cellClient.calls().map(callKey));
  const calls = furtherCalls(callSource(cell, contract, plan));
  return calls.filter((call) => !known.has(callKey(call))).slice(0, MOST_FURTHER);
}
