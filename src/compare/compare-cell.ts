import { bindings } from '../bindings/bindings.ts';
import type { Cell } from '../contract/model.ts';
import { planCalls, recordedIn } from '../engine/plan-calls.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Pools } from '../generate/pools.ts';
import { latencies } from '../results/fold.ts';
import { skipReason } from '../results/selected-cells.ts';
import type { Context } from './context.ts';
import { hasData } from './diff-answers.ts';
import { both, type CellState, type ComparedCell, type Latency } from './difference.ts';
import type { Groups } from './groups.ts';
import { type CheckedPair, recheckCell } from './recheck-cell.ts';
import { gatherPairs, givenUpIn, lostIn, sendCalls } from './send-calls.ts';

/**
 * Sends the same calls to a cell of both servers and collects every difference that is still there when they are sent
 * again.
 * @returns the cell's result; `lost`: that server can't be reached any more, so the comparison must end
 */
export async function compareCell(cell: Cell, pools: Pools, context: Context, groups: Groups) {
  const { options } = context.servers.a;
  const skipped = skipReason(cell, options);
  if (skipped !== null) return { compared: notCompared(cell, 'skipped', skipped.text), lost: null };
  // Recorded calls replace generated ones.
  const recorded = options.recorded === undefined ? null : recordedIn(cell, options);
  if (recorded?.length === 0)
    return { compared: notCompared(cell, 'skipped', 'no call to it that can be sent was recorded'), lost: null };
  // Calls are compared in plain form: one also planned in another spelling is sent once.
  const planned = (recorded ?? planCalls(cell, context.contract, { options, pools })).filter(
    ({ traits }) => traits === undefined || cell.operation.effect === 'write',
  );
  const sent = await sendCalls(planned, cell, context);
  const lost = await lostIn(sent, cell, context);
  const left = givenUpIn(cell, context.servers);
  if (sent.length === 0 && lost === null && left !== null) {
    return { compared: notCompared(cell, 'nothing-compared', `${left.side.toUpperCase()}: ${left.message}`), lost };
  }
  if (sent.length === 0 || lost !== null || context.signal.aborted)
    return { compared: notCompared(cell, 'not-reached'), lost };
  const pairs = gatherPairs(sent, cell, context);
  const checked = await recheckCell(pairs, cell, context);
  for (const { pair, found } of checked) {
    const { call, exchanges } = pair;
    const request = bindings[cell.binding].encode;
    for (const one of found) groups.add(one, { cell, call, request: (context) => request(call, context), exchanges });
  }
  const verdict = stateOf(checked, context);
  const latencyMs = both((side) => latencyOf(sent.map(({ exchanges }) => exchanges[side])));
  const withData = pairs.filter(({ evidence }) => hasData(evidence)).length;
  return { compared: { ...named(cell), ...verdict, calls: sent.length, withData, latencyMs }, lost };
}

const CUT_SHORT = 'the comparison ended before';

/** A cell that was not called, and why. */
export function notCompared(cell: Cell, state: CellState, reason = CUT_SHORT): ComparedCell {
  const none = { p50: null, p95: null };
  return { ...named(cell), state, reason, calls: 0, withData: 0, latencyMs: { a: none, b: none } };
}

/** Of the answers, in milliseconds. */
function latencyOf(exchanges: readonly Exchange[]): Latency {
  const answered = exchanges.filter(({ outcome }) => outcome.kind === 'response');
  const { p50, p95 } = latencies(answered.map(({ durationMs }) => durationMs));
  return { p50, p95 };
}

function named({ operation, binding }: Cell) {
  return { operation: operation.name, binding };
}

/** Whether anything could be compared; whether it differs is known once all cells are. */
function stateOf(all: readonly CheckedPair[], { kinds }: Context): Pick<ComparedCell, 'state' | 'reason'> {
  const telling = kinds.includes('data') ? all.filter(({ pair }) => hasData(pair.evidence)) : all;
  if (telling.length === 0) return nothing('neither server answered any call with data');
  const varies = ({ found }: CheckedPair): boolean =>
    found.some(({ difference, why }) => difference.whole && why !== null);
  return telling.every(varies) ? nothing('equal calls are answered differently') : { state: 'same', reason: null };
}

function nothing(reason: string): Pick<ComparedCell, 'state' | 'reason'> {
  return { state: 'nothing-compared', reason };
}
