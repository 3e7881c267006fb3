import { bindings } from '../bindings/bindings.ts';
import type { Cell } from '../contract/model.ts';
import { planCalls } from '../engine/plan-calls.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Pools } from '../generate/pools.ts';
import { latencies } from '../results/fold.ts';
import { skipReason } from '../results/selected-cells.ts';
import type { Context } from './context.ts';
import { hasData } from './diff-answers.ts';
import type { ComparedCell, Latency } from './difference.ts';
import { gatherPairs } from './evidence.ts';
import type { Groups } from './groups.ts';
import { type SettledPair, settleCell } from './recheck-cell.ts';
import { askCell, givenUpIn, lostIn, type Unreachable } from './send-calls.ts';

/** What a cell came to; `lost`: that server can't be reached any more, so the comparison must end. */
export interface CellOutcome {
  readonly compared: ComparedCell;
  readonly lost: Unreachable | null;
}

/** Puts the same calls to a cell of both servers and notes every difference that stands when both are asked again. */
export async function compareCell(cell: Cell, pools: Pools, bench: Context, tally: Groups): Promise<CellOutcome> {
  const { options } = bench.servers.a;
  const skipped = skipReason(cell, options);
  if (skipped !== null) return { compared: unasked(cell, 'skipped', skipped), lost: null };
  const asked = await askCell(planCalls(cell, bench.contract, { options, pools }), cell, bench);
  const lost = await lostIn(asked, cell, bench);
  const left = givenUpIn(cell, bench.servers);
  if (asked.length === 0 && lost === null && left !== null) {
    return { compared: unasked(cell, 'nothing-compared', `${left.side.toUpperCase()}: ${left.message}`), lost };
  }
  if (asked.length === 0 || lost !== null || bench.signal.aborted)
    return { compared: unasked(cell, 'not-reached', CUT_SHORT), lost };
  const pairs = gatherPairs(asked, cell, bench);
  const settled = await settleCell(pairs, cell, bench);
  for (const { pair, found } of settled) {
    const { call, exchanges } = pair;
    const request = bindings[cell.binding].encode;
    for (const one of found) tally.add(one, { cell, call, request: (context) => request(call, context), exchanges });
  }
  const verdict = stateOf(settled, bench);
  const latencyMs = {
    a: latencyOf(asked.map(({ exchanges }) => exchanges.a)),
    b: latencyOf(asked.map(({ exchanges }) => exchanges.b)),
  };
  const withData = pairs.filter(({ evidence }) => hasData(evidence)).length;
  return { compared: { ...named(cell), ...verdict, calls: asked.length, withData, latencyMs }, lost };
}

const CUT_SHORT = 'the comparison ended before';

/** A cell that was not asked, and why. */
export function unasked(
  cell: Cell,
  state: Exclude<ComparedCell['state'], 'same' | 'different'>,
  reason = CUT_SHORT,
): ComparedCell {
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

/** Whether anything could be compared; that it differed only all cells together can tell. */
function stateOf(all: readonly SettledPair[], { kinds }: Context): Pick<ComparedCell, 'state' | 'reason'> {
  const telling = kinds.includes('data') ? all.filter(({ pair }) => hasData(pair.evidence)) : all;
  if (telling.length === 0) return nothing('neither server answered any call with data');
  const varies = ({ found }: SettledPair): boolean => found.some(({ spotted, why }) => spotted.whole && why !== null);
  return telling.every(varies) ? nothing('equal calls are answered differently') : { state: 'same', reason: null };
}

function nothing(reason: string): Pick<ComparedCell, 'state' | 'reason'> {
  return { state: 'nothing-compared', reason };
}
