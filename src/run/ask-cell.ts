import type { Call } from '../bindings/call.ts';
import type { Cell } from '../contract/model.ts';
import type { Exchange, HttpRequest } from '../exchange/exchange.ts';
import type { JudgedCall } from '../rules/judge.ts';
import type { Client } from './client.ts';
import type { PlannedCall } from './plan-calls.ts';

/** A cell that lets so many calls run into a limit is not asked further: its verdict stands and the run must end. */
const MOST_TIMEOUTS = 3;

/** Puts calls to a cell, each one once. */
export interface Asked {
  readonly exchange: (call: Call) => Promise<Exchange>;
  /** Asks a call although its answer is known. */
  readonly again: (call: Call) => Promise<Exchange>;
  /** Sends a request that is no plain call, every time. */
  readonly send: (request: HttpRequest) => Promise<Exchange>;
  readonly exchanges: () => readonly Exchange[];
  readonly calls: () => readonly Call[];
}

/** Remembers what a cell answered, so that equal calls are sent once: send once, judge many. */
export function askedOnce(client: Client, cell: Cell): Asked {
  const known = new Map<string, { readonly call: Call; readonly answer: Promise<Exchange> }>();
  const done: Exchange[] = [];
  const noted = async (sending: Promise<Exchange>): Promise<Exchange> => {
    const exchange = await sending;
    done.push(exchange);
    return exchange;
  };
  const again = (call: Call): Promise<Exchange> => noted(client.ask(cell, call));
  return {
    exchange: (call) => {
      const key = JSON.stringify(call);
      const entry = known.get(key) ?? { call, answer: again(call) };
      known.set(key, entry);
      return entry.answer;
    },
    again,
    send: (request) => noted(client.send(cell, request)),
    exchanges: () => done,
    calls: () => [...known.values()].map(({ call }) => call),
  };
}

/** Sends a cell's planned calls: reads side by side, writes one after the other. */
export async function askAll(
  planned: readonly PlannedCall[],
  cell: Cell,
  asked: Asked,
  concurrency: number,
): Promise<readonly JudgedCall[]> {
  const width = cell.operation.effect === 'write' ? 1 : concurrency;
  const judged: JudgedCall[] = [];
  for (let next = 0; next < planned.length; next += width) {
    const batch = planned.slice(next, next + width);
    judged.push(...(await Promise.all(batch.map(async (p) => ({ ...p, exchange: await asked.exchange(p.call) })))));
    if (judged.filter(({ exchange }) => ranIntoLimit(exchange)).length >= MOST_TIMEOUTS) break;
  }
  return judged;
}

function ranIntoLimit({ outcome }: Exchange): boolean {
  return outcome.kind === 'trouble' && (outcome.trouble.kind === 'timeout' || outcome.trouble.kind === 'too-large');
}
