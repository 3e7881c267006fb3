import { bindings } from '../bindings/bindings.ts';
import { cellName } from '../contract/cell-name.ts';
import type { Cell } from '../contract/model.ts';
import type { Exchange, HttpRequest, NetworkError } from '../exchange/exchange.ts';
import type { Outage } from '../results/outcome.ts';
import type { RunOptions } from '../results/run-options.ts';
import { type CellHealth, createCellHealth } from './cell-health.ts';
import { type Client, unsent, wasNotSent } from './client.ts';
import { absence, barred, type Witness, wasRefused, watchOutages } from './outages.ts';
import { firstCalls } from './preflight.ts';

/** A client that waits while the target is away, and sends nothing more to a cell or a target that does not answer. */
export interface CircuitBreaker extends Client {
  /** Why a cell was given up, in half a sentence; null if it was not. Its further requests are 'aborted', unsent. */
  readonly givenUp: (cell: Cell) => string | null;
  /** The last error of a target that went down; null while it answers. */
  readonly down: () => NetworkError | null;
  /** When the target was away so far. */
  readonly outages: () => readonly Outage[];
  /** Whether each of the calls that the pre-flight sends first was ever answered. */
  readonly firstAnswered: () => boolean;
}

/** After this many exchanges in a row without a byte, in any cells, a target that is slow, or never answered, is checked. */
const SILENCE = 3;
/** The check sends this many calls that were answered before. */
const WITNESSES = 3;
/** How often a read is sent that no server takes while others are answered. */
const MOST_TRIES = 3;
/** How often a read is sent after which a firewall answers nothing for a while: it may be the cause, or another one. */
const MOST_BARRED = 2;

/**
 * Protects a run from a target that hangs or goes away. Where a request has no answer, calls that the target has
 * answered before are sent: only if it answers none of them is it away. Afterwards reads are sent again, writes never.
 * @param firstAnswered - as reported by another client of this target
 */
export function withCircuitBreaker(client: Client, options: RunOptions, firstAnswered = false): CircuitBreaker {
  const cells = new Map<string, CellHealth>();
  /** The latest plain read of each cell that was answered, the last one answered last. */
  const answered = new Map<string, Witness>();
  let everAnswered = firstAnswered;
  const hasAnswered = (): boolean => everAnswered;
  const outages = watchOutages(client, options.limits.timeoutMs, witnesses, hasAnswered);
  let silence = 0;
  /** First calls that a target left without an answer in time. */
  let late = 0;

  /** Calls that were answered before, that of the cell first; if none was, the first calls of the pre-flight. */
  function witnesses(cell: Cell): readonly Witness[] {
    const own = answered.get(cellName(cell));
    const others = [...answered.values()].filter((one) => one !== own).toReversed();
    if (answered.size > 0) return [...(own === undefined ? [] : [own]), ...others].slice(0, WITNESSES);
    return firstCalls(client.contract, options).map((first) => {
      return { cell: first.cell, request: bindings[first.cell.binding].encode(first.call, client.context), status: 0 };
    });
  }

  /** Whether the last plain read of a cell was answered with 200; of any cell, if it has none. */
  function isOtherwiseAnswered(cell: Cell): boolean {
    const own = answered.get(cellName(cell));
    return own === undefined ? [...answered.values()].some(({ status }) => status === 200) : own.status === 200;
  }

  function healthOf(cell: Cell): CellHealth {
    const known = cells.get(cellName(cell)) ?? createCellHealth(options.limits.concurrency);
    cells.set(cellName(cell), known);
    return known;
  }

  /** Whether the target was away when a request was sent; else notes what its answer says of the cell. */
  async function wasAway(cell: Cell, { outcome }: Exchange, since: number): Promise<boolean> {
    const health = healthOf(cell);
    const isSilent = absence(outcome) !== null;
    silence = isSilent ? silence + 1 : 0;
    const kind = outcome.kind === 'trouble' ? outcome.trouble.kind : null;
    const isWhole = outcome.kind === 'response' && outcome.response.complete;
    if (outcome.kind === 'response') health.answered(outcome.response.body.byteLength);
    if (!hasAnswered() && kind === 'timeout') late += 1;
    if (barred(outcome) !== null && isOtherwiseAnswered(cell)) return (await outages.check(cell, since)).isAway;
    if (isWhole && !isSilent) {
      if (late >= SILENCE) outages.add(client.waited(), 'no answer to the first calls in time', late);
      late = 0;
      return false;
    }
    // The target is there, or may be.
    const isLimit = kind === 'timeout' || kind === 'too-large' || kind === 'unavailable';
    if (isLimit) health.failed(kind);
    const isLong = silence >= SILENCE;
    const isDue = isLimit ? isSilent && (isLong || health.givenUp() !== null) : hasAnswered() || isLong;
    const { isAway, by } = isDue || health.inARow() ? await outages.check(cell, since) : { isAway: false, by: null };
    if (isDue) silence = 0;
    if (isAway) return true;
    if (by !== null && cellName(by) === cellName(cell)) health.answered(0);
    else if (kind !== null && !isLimit) health.failed(kind);
    return false;
  }

  function givenUp(cell: Cell): string | null {
    return outages.down() === null ? healthOf(cell).givenUp() : 'the target went down';
  }

  async function deliver(cell: Cell, request: HttpRequest, isPlain: boolean): Promise<Exchange> {
    const health = healthOf(cell);
    const isWrite = cell.operation.effect === 'write';
    let refused: NetworkError | null = null;
    let timesBarred = 0;
    for (let tries = 1; ; tries += 1) {
      while (outages.checking() !== null) await outages.checking();
      const before = givenUp(cell);
      if (before !== null) return unsent(request, before);
      const since = outages.all().length;
      const exchange = await client.send(cell, request, health.signal);
      // Given up meanwhile: requests under way were ended.
      if (wasNotSent(exchange)) return health.signal.aborted ? unsent(request, health.givenUp() ?? '') : exchange;
      const isOfOutage = await wasAway(cell, exchange, since);
      if (isOfOutage) {
        if (outages.down() !== null) return unsent(request, 'the target went down');
        if (barred(exchange.outcome) !== null) timesBarred += 1;
        const isLost = isWrite || timesBarred === MOST_BARRED;
        outages.count(isLost ? 'lost' : 'again');
        if (timesBarred === MOST_BARRED) {
          health.blocked();
          return unsent(request, health.givenUp() ?? '');
        }
        if (isWrite) return unsent(request, 'the target was away, and a call that changes state is sent once');
        tries = 0;
        continue;
      }
      const error = absence(exchange.outcome);
      if (error === null && refused !== null) outages.add(0, refused.message, 1);
      if (error === null && exchange.outcome.kind === 'response') everAnswered = true;
      if (error === null && isPlain && !isWrite && exchange.outcome.kind === 'response') {
        answered.delete(cellName(cell));
        answered.set(cellName(cell), { cell, request, status: exchange.outcome.response.status });
      }
      if (error === null || !wasRefused(error) || isWrite || !hasAnswered() || tries === MOST_TRIES) return exchange;
      refused = error;
    }
  }

  return {
    ...client,
    send: (cell, request) => deliver(cell, request, false),
    call: (cell, call) => deliver(cell, bindings[cell.binding].encode(call, client.context), true),
    givenUp,
    down: outages.down,
    outages: outages.all,
    firstAnswered: () => firstCalls(client.contract, options).every(({ cell }) => answered.has(cellName(cell))),
  };
}
