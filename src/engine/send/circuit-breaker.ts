import { cellName } from '../../contract/cell-name.ts';
import type { Cell } from '../../contract/model.ts';
import type { RunOptions } from '../../options/model.ts';
import {
  type Exchange,
  type HttpRequest,
  type HttpResponse,
  headerValue,
  type NetworkError,
  unsent,
  wasNotSent,
} from '../../wire/http/exchange.ts';
import { isWholeDocument } from '../../wire/http/whole-document.ts';
import { bindings } from '../../wire/soap/bindings.ts';
import type { Call } from '../../wire/soap/call.ts';
import { firstCalls, spreadOver } from '../plan/preflight.ts';
import type { Witness } from '../plan/run-plan.ts';
import { type CellHealth, createCellHealth } from './cell-health.ts';
import type { Client } from './client.ts';
import { createOperationRates } from './operation-rates.ts';
import { absence, foreign, wasRefused, watchOutages } from './outages.ts';

/** A client that waits while the target is away, and sends nothing more to a cell or a target that does not answer. */
export type CircuitBreaker = Readonly<ReturnType<typeof withCircuitBreaker>>;

/** After this many exchanges in a row without a byte, in any cells, a slow or never answering target is checked. */
const SILENCE = 3;
/** The check sends this many calls that were answered before. */
const WITNESSES = 3;
/** How often a read is sent that no server takes, or whose connection ends, while others are answered. */
const MOST_TRIES = 3;
const MOST_CLOSED = 2;
/** How often a read is sent after which the target is away for so many milliseconds: it may be why, or another. */
const MOST_AWAY = 2;
const LONG_MS = 1_000;
/** What a firewall answers to all calls of a client for a while, and otherwise to a text that it suspects. */
const BARRED = [401, 403, 406];

/** How often a read is sent whose operation alone refuses calls as too many. */
const MOST_BUSY = 20;

/** What is away: all of the target, or what was answered to a cell, perhaps only as too much; null if neither is. */
type Away = 'target' | 'cell' | 'busy' | null;

/** What answers of one origin have alike. */
const kindOf = ({ status, headers }: HttpResponse): string =>
  `${status} ${headerValue(headers, 'content-type')} ${headerValue(headers, 'server')}`;

const isWhole = ({ complete, body, headers }: HttpResponse): boolean => complete || isWholeDocument(body, headers);

const isSame = (one: HttpRequest, other: HttpRequest): boolean => textOf(one) === textOf(other);
const textOf = ({ path, headers, body, delivery }: HttpRequest): string =>
  JSON.stringify([path, headers, Buffer.from(body ?? []).toString('latin1'), delivery]);

/**
 * Protects a run from a target that hangs or goes away. Where a request has no answer, calls that the target has
 * answered before are sent: only if it answers none of them is it away. Afterwards reads are sent again, writes never.
 * @param before - what another client of this target got answers to
 */
export function withCircuitBreaker(client: Client, options: RunOptions, before: readonly Witness[] = []) {
  const cells = new Map<string, CellHealth>();
  /** The latest plain read of each cell that was answered. */
  const answered = new Map(before.map((one) => [cellName(one.cell), one]));
  /** Kinds of answers of each cell that were seen from a target that was there. */
  const kinds = new Set<string>();
  const rates = createOperationRates();
  let everAnswered = firstCalls(client.contract, options).every(({ cell }) => answered.has(cellName(cell)));
  const hasAnswered = (): boolean => everAnswered;
  const outages = watchOutages(client, options.limits.timeoutMs, witnesses, hasAnswered);
  let silence = 0;
  /** First calls that a target left without an answer in time. */
  let late = 0;

  /** Calls answered before, with 200 if any was, that of the cell first; if none was, the pre-flight's first. */
  function witnesses(cell: Cell): readonly Witness[] {
    const all = [...answered.values()];
    const good = all.filter(({ status }) => status === 200);
    const own = answered.get(cellName(cell));
    const others = spreadOver((good.length > 0 ? good : all).map((one) => one.cell));
    const known = [...(own?.status === 200 ? [own.cell] : []), ...others].map(cellName);
    if (known.length > 0) return [...new Set(known)].flatMap((name) => answered.get(name) ?? []).slice(0, WITNESSES);
    return firstCalls(client.contract, options).map((first) => {
      return { cell: first.cell, request: bindings[first.cell.binding].encode(first.call, client.context), status: 0 };
    });
  }

  function healthOf(cell: Cell): CellHealth {
    const known = cells.get(cellName(cell)) ?? createCellHealth(options.limits.concurrency);
    cells.set(cellName(cell), known);
    return known;
  }

  /** What is away after an answer that may not be the service's: nothing where it answers what it answered before. */
  async function refuser(cell: Cell, request: HttpRequest, response: HttpResponse, since: number): Promise<Away> {
    // Answers of one kind that come together need one check. A shard sends as many as the whole run for its cells.
    while (outages.checking() !== null) await outages.checking();
    const own = answered.get(cellName(cell));
    const known = own === undefined ? [...answered.values()] : [own];
    const kind = `${cellName(cell)} ${kindOf(response)}`;
    const isKnown = !BARRED.includes(response.status) && kinds.has(kind);
    if (isKnown || !known.some(({ status }) => status === 200)) return null;
    const { isAway, own: isRefused } = await outages.check(cell, since);
    if (isAway) return 'target';
    kinds.add(kind);
    if (!BARRED.includes(response.status) || own === undefined) return null;
    return isRefused || isSame(own.request, request) ? 'cell' : null;
  }

  /** Whether the target, or the cell alone, was away when a request was sent; else notes what the answer says. */
  async function wasAway(cell: Cell, { request, outcome }: Exchange, since: number): Promise<Away> {
    const health = healthOf(cell);
    const isSilent = absence(outcome) !== null;
    silence = isSilent ? silence + 1 : 0;
    const kind = outcome.kind === 'trouble' ? outcome.trouble.kind : null;
    if (outcome.kind === 'response') health.answered(outcome.response.body.byteLength);
    if (!hasAnswered() && kind === 'timeout') late += 1;
    // What has a whole document is there, whatever length it promised.
    if (outcome.kind === 'response' && isWhole(outcome.response) && !isSilent) {
      if (late >= SILENCE) outages.add(client.waited(), 'no answer to the first calls in time', late);
      late = 0;
      return foreign(outcome) === null ? null : refuser(cell, request, outcome.response, since);
    }
    // The target is there, or may be.
    const isLimit = kind === 'timeout' || kind === 'too-large' || kind === 'unavailable';
    if (isLimit) health.failed(kind);
    const isLong = silence >= SILENCE;
    const isDue = isLimit ? isSilent && (isLong || health.givenUp() !== null) : hasAnswered() || isLong;
    const check = isDue || health.inARow() ? await outages.check(cell, since) : null;
    const by = check?.by ?? null;
    if (isDue) silence = 0;
    if (check?.isAway) return 'target';
    const isFirst = !answered.has(cellName(cell)) && rates.isSlow(cell.operation.name);
    if (outcome.kind === 'response' && isSilent && check !== null && (check.isBusy || isFirst)) return 'busy';
    if (by !== null && cellName(by) === cellName(cell)) health.answered(0);
    else if (kind !== null && !isLimit) health.failed(kind);
    return null;
  }

  function givenUp(cell: Cell): string | null {
    return outages.down() === null ? healthOf(cell).givenUp() : 'the target stopped answering';
  }

  async function deliver(cell: Cell, request: HttpRequest, isPlain: boolean): Promise<Exchange> {
    const health = healthOf(cell);
    const isWrite = cell.operation.effect === 'write';
    let refused: NetworkError | null = null;
    let timesAway = 0;
    let timesBusy = 0;
    for (let tries = 1; ; tries += 1) {
      await rates.turn(cell.operation.name);
      while (outages.checking() !== null) await outages.checking();
      const before = givenUp(cell);
      if (before !== null) return unsent(request, before);
      const since = outages.all().length;
      const exchange = await client.send(cell, request, health.signal);
      // Given up meanwhile: requests under way were ended.
      if (wasNotSent(exchange)) return health.signal.aborted ? unsent(request, health.givenUp() ?? '') : exchange;
      const away = await wasAway(cell, exchange, since);
      if (away === 'busy' && !isWrite) {
        refused = absence(exchange.outcome);
        timesBusy += 1;
        if (!rates.slower(cell.operation.name) || timesBusy === MOST_BUSY) health.blocked(away);
        tries = 0;
        continue;
      }
      if (away !== null && away !== 'busy') {
        if (outages.down() !== null) return unsent(request, 'the target stopped answering');
        const isLong = (outages.all().at(-1)?.ms ?? 0) >= LONG_MS;
        if (isLong || foreign(exchange.outcome) !== null) timesAway += 1;
        if (timesAway === MOST_AWAY) health.blocked(away);
        if (away === 'target') outages.count(isWrite || timesAway === MOST_AWAY ? 'lost' : 'again');
        if (isWrite) return unsent(request, 'the target was away, and a call that changes state is sent once');
        tries = 0;
        continue;
      }
      const error = absence(exchange.outcome);
      if (error === null && refused !== null) outages.add(0, refused.message, 1);
      if (error === null && exchange.outcome.kind === 'response') everAnswered = true;
      if (error === null && isPlain && !isWrite && exchange.outcome.kind === 'response') {
        const status = foreign(exchange.outcome) === null ? exchange.outcome.response.status : 0;
        answered.set(cellName(cell), { cell, request, status });
      }
      if (error === null || isWrite || !hasAnswered()) return exchange;
      const most = error.kind === 'closed' ? MOST_CLOSED : wasRefused(error) ? MOST_TRIES : 1;
      if (tries >= most) return exchange;
      refused = error;
    }
  }

  return {
    ...client,
    send: (cell: Cell, request: HttpRequest) => deliver(cell, request, false),
    call: (cell: Cell, call: Call) => deliver(cell, bindings[cell.binding].encode(call, client.context), true),
    /** Why a cell was given up, in half a sentence; null if it was not. Its further requests are 'aborted', unsent. */
    givenUp,
    /** The last error of a target that went down; null while it answers. */
    down: outages.down,
    /** When the target was away so far. */
    outages: outages.all,
    /** The calls that were answered last. */
    answered: () => [...answered.values()],
  };
}
