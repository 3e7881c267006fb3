import { bindings } from '../bindings/bindings.ts';
import { cellName } from '../contract/cell-name.ts';
import type { Cell } from '../contract/model.ts';
import type { Exchange, HttpRequest, NetworkError, Outcome } from '../exchange/exchange.ts';
import { LARGE } from '../exchange/room.ts';
import type { RunOptions } from '../results/run-options.ts';
import { type Client, isSilent, SILENT, unsent, wasNotSent } from './client.ts';
import { firstCalls } from './preflight.ts';

/** A client that sends nothing more to a cell that does not answer, nor to a target that went down. */
export interface CircuitBreaker extends Client {
  /** Why a cell was given up, in half a sentence; null if it was not. Its further requests are 'aborted', unsent. */
  readonly givenUp: (cell: Cell) => string | null;
  /** The last network error of a target that went down; null while it answers. */
  readonly down: () => NetworkError | null;
  /** Whether each of the calls that the pre-flight sends first was ever answered. */
  readonly firstAnswered: () => boolean;
}

/** After this many exchanges in a row without a byte, in any cells, the target is checked. */
const SILENCE = 3;
/** The check resends this many calls that were answered before. */
const WITNESSES = 3;

const UNCONNECTED: ReadonlySet<NetworkError['kind']> = new Set(['refused', 'unresolved', 'tls']);

/**
 * Protects a run from a target that hangs or goes away. Before a cell or the target is given up, calls that it has
 * answered before are sent again: odd requests on their own must not give up a cell, nor one broken cell end the run.
 * @param firstAnswered - as reported by another client of this target
 */
export function withCircuitBreaker(client: Client, options: RunOptions, firstAnswered = false): CircuitBreaker {
  const cells = new Map<string, CellHealth>();
  /** The latest answered read of each cell, the last one answered last. */
  const answered = new Map<string, { readonly cell: Cell; readonly request: HttpRequest }>();
  let silence = 0;
  let down: NetworkError | null = null;
  let checking: Promise<void> | null = null;

  function healthOf(cell: Cell): CellHealth {
    const known = cells.get(cellName(cell)) ?? createCellHealth(options.limits.concurrency);
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
    if (wasNotSent(exchange)) return;
    const { kind } = outcome.trouble;
    const silent = isSilence(outcome, SILENT);
    silence = silent ? silence + 1 : 0;
    health.failed(kind);
    const good = answered.get(cellName(cell));
    if (health.inARow() && good !== undefined) {
      const again = await client.send(good.cell, good.request);
      if (again.outcome.kind === 'response') health.answered(0);
    }
    if (silent && (silence >= SILENCE || health.givenUp() !== null)) {
      checking ??= check().finally(() => {
        checking = null;
      });
      await checking;
    }
  }

  /** Sends calls that were answered before; if none was, the first calls of the pre-flight. */
  async function check(): Promise<void> {
    const known = [...answered.values()].slice(-WITNESSES);
    const first = firstCalls(client.contract, options).map(({ cell, call }) => {
      return { cell, request: bindings[cell.binding].encode(call, client.context) };
    });
    const requests = known.length > 0 ? known : first;
    // A target that accepts connections and has never answered did not go down: it answers badly.
    const dead = known.length === 0 && !firstAnswered ? UNCONNECTED : SILENT;
    const errors: NetworkError[] = [];
    for (const { cell, request } of requests) {
      const { outcome } = await client.send(cell, request);
      if (outcome.kind === 'response' || !isSilence(outcome, dead)) {
        silence = 0;
        return;
      }
      errors.push(outcome.trouble);
    }
    down = errors.at(-1) ?? null;
  }

  function givenUp(cell: Cell): string | null {
    return down === null ? healthOf(cell).givenUp() : 'the target went down';
  }

  async function send(cell: Cell, request: HttpRequest): Promise<Exchange> {
    const before = givenUp(cell);
    if (before !== null) return unsent(request, before);
    const health = healthOf(cell);
    const exchange = await client.send(cell, request, health.signal);
    // Given up meanwhile: requests under way were ended.
    if (health.signal.aborted && wasNotSent(exchange)) return unsent(request, health.givenUp() ?? '');
    await note(cell, exchange);
    // A call that a target left unanswered because it went down is not a fault of the cell.
    return down !== null && isSilent(exchange) ? unsent(request, 'the target went down') : exchange;
  }

  return {
    ...client,
    send,
    call: (cell, call) => send(cell, bindings[cell.binding].encode(call, client.context)),
    givenUp,
    down: () => down,
    firstAnswered: () => firstCalls(client.contract, options).every(({ cell }) => answered.has(cellName(cell))),
  };
}

/** True if no byte came and the error is of these kinds. */
function isSilence(outcome: Outcome, kinds: ReadonlySet<NetworkError['kind']>): boolean {
  return outcome.kind === 'trouble' && outcome.begun !== true && kinds.has(outcome.trouble.kind);
}

/** A cell that gives this many answers over the size limit is not called any more: the run must end. */
const MOST_TOO_LARGE = 3;
/** Nor is one that gives no answer this often in a row. */
const MOST_IN_A_ROW = 5;

const MEGABYTE = 1024 * 1024;
/** Megabytes of the large answers of a cell, and of all its answers: they are kept until its operation is judged. */
const MOST_OF_LARGE = 12;
const MOST_OF_ALL = 64;

type CellHealth = ReturnType<typeof createCellHealth>;

/** Whether to go on calling a cell. @param concurrency - one slow moment may cost all parallel calls and one retry */
function createCellHealth(concurrency: number) {
  const mostTimeouts = concurrency + 2;
  let timeouts = 0;
  let tooLarge = 0;
  let row = 0;
  let large = 0;
  let all = 0;
  const controller = new AbortController();
  const isFull = (): boolean => large >= MOST_OF_LARGE || all >= MOST_OF_ALL;
  const isLimited = (): boolean => tooLarge >= MOST_TOO_LARGE || timeouts >= mostTimeouts;
  const inARow = (): boolean => row >= MOST_IN_A_ROW && !isLimited();
  return {
    /** @param bytes - of the body */
    answered: (bytes: number): void => {
      row = 0;
      all += bytes / MEGABYTE;
      if (bytes >= LARGE) large += bytes / MEGABYTE;
      if (isFull()) controller.abort();
    },
    failed: (kind: NetworkError['kind']): void => {
      if (kind === 'timeout') timeouts += 1;
      else row += 1;
      if (kind === 'too-large') tooLarge += 1;
    },
    /** Enough exchanges in a row had no answer to give it up for that reason. */
    inARow,
    /** Ends requests under way when no further answer fits into memory. */
    signal: controller.signal,
    /** Why it is not called any more, in half a sentence; null if it is. */
    givenUp: (): string | null => {
      if (isLimited()) return `the cell was given up after ${tooLarge + timeouts} calls that ran into a limit`;
      if (isFull()) return `the cell was given up after ${Math.floor(all)} MB of answers`;
      return inARow() ? `the cell was given up after ${MOST_IN_A_ROW} exchanges in a row without an answer` : null;
    },
  };
}
