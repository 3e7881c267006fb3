import type { Cell } from '../../contract/model.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { PlannedCall } from '../plan-calls.ts';
import type { Both, Side } from './difference.ts';
import { askBoth, type Bench } from './servers.ts';

/** A server that lets so many calls of a cell run into a limit is not asked further there. */
const MOST_TIMEOUTS = 3;

/** A planned call and what both servers made of it. */
export interface AskedCall extends PlannedCall {
  readonly exchanges: Both<Exchange>;
}

/** Puts a cell's calls to both servers in step: reads side by side, writes one after the other. What the run's end cut off is left out. */
export async function askCell(
  planned: readonly PlannedCall[],
  cell: Cell,
  { servers, signal }: Bench,
): Promise<readonly AskedCall[]> {
  const width = cell.operation.effect === 'write' ? 1 : servers.a.options.limits.concurrency;
  const asked: AskedCall[] = [];
  for (let next = 0; next < planned.length && !signal.aborted; next += width) {
    const batch = planned.slice(next, next + width);
    const answered = await Promise.all(
      batch.map(async (one) => ({ ...one, exchanges: await askBoth(servers, cell, one.call) })),
    );
    asked.push(...answered.filter(({ exchanges: { a, b } }) => !isOf(a, ['aborted']) && !isOf(b, ['aborted'])));
    if ((['a', 'b'] as const).some((side) => timeouts(asked, side) >= MOST_TIMEOUTS)) break;
  }
  return asked;
}

function timeouts(asked: readonly AskedCall[], side: Side): number {
  return asked.filter(({ exchanges }) => isOf(exchanges[side], ['timeout', 'too-large'])).length;
}

/** Trouble that says that nobody is there. */
const GONE = ['refused', 'unresolved', 'tls'];

/** A server that can't be reached, and why. */
export interface Unreachable {
  readonly side: Side;
  readonly message: string;
}

/** The server that can't be reached any more: some call of the cell did not get through, nor does it a second time. */
export async function lostIn(asked: readonly AskedCall[], cell: Cell, { servers }: Bench): Promise<Unreachable | null> {
  if (cell.operation.effect === 'write') return null;
  for (const side of ['a', 'b'] as const) {
    const suspect = asked.find(({ exchanges }) => isOf(exchanges[side], GONE));
    if (suspect === undefined) continue;
    const again = await servers[side].client.ask(cell, suspect.call);
    const { outcome } = again;
    if (outcome.kind === 'trouble' && isOf(again, GONE)) return { side, message: outcome.trouble.message };
  }
  return null;
}

/** True where an exchange came to trouble of one of these kinds. */
export function isOf({ outcome }: Exchange, troubles: readonly string[]): boolean {
  return outcome.kind === 'trouble' && troubles.includes(outcome.trouble.kind);
}
