import { bindings } from '../bindings/bindings.ts';
import { type CellHealth, createCellHealth } from './health.ts';
import { cellName } from '../contract/cell-name.ts';
import type { Cell } from '../contract/model.ts';
import type { Exchange, HttpRequest, NetworkError, Outcome } from '../exchange/exchange.ts';
import type { RunOptions } from '../results/run-options.ts';
import { type Client, unsent } from './client.ts';
import { firstCalls } from './preflight.ts';

/** A client that leaves a cell alone that does not answer, and the whole target once it went down. */
export interface CircuitBreaker extends Client {
  /** Why a cell is asked no more, in half a sentence; null where it is. What is put to it then is 'aborted', unsent. */
  readonly givenUp: (cell: Cell) => string | null;
  /** What the target last came to, where it went down; null while it answers. */
  readonly down: () => NetworkError | null;
  /** Whether every call that the pre-flight asks first has been answered at some time. */
  readonly firstAnswered: () => boolean;
}

/** So many exchanges in a row without a byte, in whatever cells, raise the question whether anybody is there. */
const SILENCE = 3;
/** So many calls that were answered before are put again to find out. */
const WITNESSES = 3;

/** Trouble that somebody who is not there causes. */
export const SILENT: ReadonlySet<NetworkError['kind']> = new Set(['refused', 'unresolved', 'tls', 'timeout', 'closed']);

const UNCONNECTED: ReadonlySet<NetworkError['kind']> = new Set(['refused', 'unresolved', 'tls']);

/**
 * Guards a run against a target that hangs or goes away. Before a cell or the target is given up, calls that it has
 * answered before are put again: odd requests alone must not end the asking, nor one broken cell the run.
 * @param firstAnswered - what another client of this target said of it
 */
export function withCircuitBreaker(client: Client, options: RunOptions, firstAnswered = false): CircuitBreaker {
  const cells = new Map<string, CellHealth>();
  /** The latest answered read of each cell, the last one answered last. */
  const answered = new Map<string, { readonly cell: Cell; readonly request: HttpRequest }>();
  let silence = 0;
  let down: NetworkError | null = null;
  let looking: Promise<void> | null = null;

  function healthOf(cell: Cell): CellHealth {
    const known = cells.get(cellName(cell)) ?? createCellHealth();
    cells.set(cellName(cell), known);
    return known;
  }

  async function note(cell: Cell, exchange: Exchange): Promise<void> {
    const { request, outcome } = exchange;
    const health = healthOf(cell);
    if (outcome.kind === 'response') {
      silence = 0;
      health.answered(outcome.response.body.byteLength);
      if (cell.operation.effect === 'write') return;
      answered.delete(cellName(cell));
      answered.set(cellName(cell), { cell, request });
      return;
    }
    if (wasAborted(exchange)) return;
    const { kind } = outcome.trouble;
    const silent = isNobody(outcome, SILENT);
    silence = silent ? silence + 1 : 0;
    health.troubled(kind);
    const good = answered.get(cellName(cell));
    if (health.inARow() && good !== undefined) {
      const again = await client.send(good.cell, good.request);
      if (again.outcome.kind === 'response') health.answered(0);
    }
    if (silent && (silence >= SILENCE || health.givenUp() !== null)) {
      looking ??= look().finally(() => {
        looking = null;
      });
      await looking;
    }
  }

  /** Asks what was answered before, or where nothing was, what the pre-flight asks. */
  async function look(): Promise<void> {
    const known = [...answered.values()].slice(-WITNESSES);
    const asked = known.length > 0 ? known : firstRequests();
    // Who takes connections and has never answered did not go down: that is what it is like.
    const dead = known.length === 0 && !firstAnswered ? UNCONNECTED : SILENT;
    const troubles: NetworkError[] = [];
    for (const { cell, request } of asked) {
      const { outcome } = await client.send(cell, request);
      if (outcome.kind === 'response' || !isNobody(outcome, dead)) {
        silence = 0;
        return;
      }
      troubles.push(outcome.trouble);
    }
    down = troubles.at(-1) ?? null;
  }

  function firstRequests() {
    return firstCalls(client.contract, options).map(({ cell, call }) => ({
      cell,
      request: bindings[cell.binding].encode(call, client.context),
    }));
  }

  function givenUp(cell: Cell): string | null {
    return down === null ? healthOf(cell).givenUp() : 'the target went down';
  }

  async function send(cell: Cell, request: HttpRequest): Promise<Exchange> {
    const before = givenUp(cell);
    if (before !== null) return unsent(request, before);
    const health = healthOf(cell);
    const exchange = await client.send(cell, request, health.signal);
    // Given up meanwhile: what was under way was ended.
    if (health.signal.aborted && wasAborted(exchange)) return unsent(request, health.givenUp() ?? '');
    await note(cell, exchange);
    // What a target that went down left unanswered is no fault of the cell's.
    const silent = exchange.outcome.kind === 'trouble' && SILENT.has(exchange.outcome.trouble.kind);
    return down !== null && silent ? unsent(request, 'the target went down') : exchange;
  }

  return {
    ...client,
    send,
    ask: (cell, call) => send(cell, bindings[cell.binding].encode(call, client.context)),
    givenUp,
    down: () => down,
    firstAnswered: () => firstCalls(client.contract, options).every(({ cell }) => answered.has(cellName(cell))),
  };
}

/** True where not one byte came, and the trouble is of these kinds. */
function isNobody(outcome: Outcome, kinds: ReadonlySet<NetworkError['kind']>): boolean {
  return outcome.kind === 'trouble' && outcome.begun !== true && kinds.has(outcome.trouble.kind);
}

function wasAborted({ outcome }: Exchange): boolean {
  return outcome.kind === 'trouble' && outcome.trouble.kind === 'aborted';
}
