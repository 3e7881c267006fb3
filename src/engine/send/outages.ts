import { cellName } from '../../contract/cell-name.ts';
import type { Cell } from '../../contract/model.ts';
import type { Outage } from '../../results/outcome.ts';
import { type ExchangeOutcome, headerValue, type NetworkError } from '../../wire/http/exchange.ts';
import type { Witness } from '../plan/run-plan.ts';
import { type Client, SILENT } from './client.ts';

/** Milliseconds: the first pause of an outage, each next one is twice as long. */
const FIRST_PAUSE = 250;
/** Milliseconds that all outages of a run may take, and the same in time limits of one answer: the less counts. */
const LONGEST = 30_000;
const LIMITS = 3;
export const longestOutages = (timeoutMs: number): number => Math.min(LONGEST, LIMITS * timeoutMs);

const UNCONNECTED: ReadonlySet<NetworkError['kind']> = new Set(['refused', 'unresolved', 'tls']);

/** What a server, or a gateway, answers that has too much to do or is not there. */
const isOfGateway = (status: number): boolean => [502, 503, 504].includes(status);

/** That an answer may be of something in front of the service; null if it is XML, or a success and no web page. */
export function foreign(outcome: ExchangeOutcome): NetworkError | null {
  if (outcome.kind !== 'response' || absence(outcome) !== null) return null;
  const { status, headers } = outcome.response;
  const type = headerValue(headers, 'content-type') ?? '';
  const isPage = /html/i.test(type);
  if (!isPage && (status === 200 || /xml/i.test(type))) return null;
  const what = isPage ? `a web page with status ${status}` : `status ${status}`;
  const why = `${what} to calls that were answered before: a deployment, or a firewall that may block this client`;
  return { kind: 'unavailable', message: why };
}

/** That a request reached nobody, or only a gateway, as an error; null if it was answered, if only in part. */
export function absence(outcome: ExchangeOutcome, kinds = SILENT): NetworkError | null {
  if (outcome.kind === 'trouble')
    return outcome.begun !== true && kinds.has(outcome.trouble.kind) ? outcome.trouble : null;
  const { status } = outcome.response;
  return kinds === SILENT && isOfGateway(status)
    ? { kind: 'unavailable', message: `it answers with status ${status}` }
    : null;
}

/** True if the error says that no server took the request. */
export const wasRefused = ({ kind }: NetworkError): boolean => kind === 'unavailable' || UNCONNECTED.has(kind);

/**
 * Tells an outage of the target from a fault in one of its answers: calls that were answered before are sent again. If
 * none is answered either, the target is away. Then the run waits until one is, or the time for that is over.
 * @param witnesses - those calls, for a cell @param hasAnswered - whether the target ever answered
 */
export function watchOutages(
  client: Client,
  timeoutMs: number,
  witnesses: (cell: Cell) => readonly Witness[],
  hasAnswered: () => boolean,
) {
  const outages: Outage[] = [];
  let left = longestOutages(timeoutMs);
  let down: NetworkError | null = null;
  let checking: Promise<unknown> | null = null;

  /**
   * The error of the last witness, or null and the cell that answered; `own`: that of this cell was refused before,
   * `isBusy`: with a status of gateways.
   */
  async function ask(cell: Cell) {
    // A target that accepts connections and has never answered is not away: it answers badly.
    const kinds = hasAnswered() ? SILENT : UNCONNECTED;
    let error: NetworkError | null = null;
    let ms = 0;
    let own = false;
    let isBusy = false;
    for (const { cell: of, request, status } of witnesses(cell)) {
      const { outcome, durationMs } = await client.send(of, request);
      error = absence(outcome, kinds) ?? (status === 200 ? foreign(outcome) : null);
      if (error === null) return { error, ms, own, isBusy, by: outcome.kind === 'response' ? of : null };
      own ||= cellName(of) === cellName(cell);
      isBusy ||= own && outcome.kind === 'response' && isOfGateway(outcome.response.status);
      ms += durationMs;
    }
    return { error, ms, own, isBusy, by: null };
  }

  async function check(cell: Cell, since: number) {
    const gone = { isAway: true, by: null, own: false, isBusy: false };
    if (down !== null || outages.length > since) return gone;
    let ms = 0;
    let why = '';
    for (let pause = FIRST_PAUSE; ; pause *= 2) {
      const { error, by, own, isBusy, ms: asked } = await ask(cell);
      ms += asked;
      if (error === null && why === '') return { isAway: false, by, own, isBusy };
      if (error === null) break;
      why = error.message;
      if (ms >= left || !hasAnswered()) {
        down = error;
        return gone;
      }
      const wait = Math.min(pause, left - ms);
      client.hold(wait);
      ms += wait;
    }
    left -= ms;
    // Once may be a deployment; again and again, a limit of calls in a time.
    if (outages.some((one) => one.ms > 0 && one.why === why)) client.slow();
    outages.push({ ms, why, again: 0, lost: 0 });
    return gone;
  }

  return {
    all: (): readonly Outage[] => outages,
    down: () => down,
    checking: () => checking,
    /**
     * Whether the target is away, or was after so many outages, one check at a time; if not, the cell whose witness was
     * answered.
     */
    check: (cell: Cell, since: number) => {
      const turn = (checking ?? Promise.resolve())
        .then(() => check(cell, since))
        .finally(() => {
          if (checking === turn) checking = null;
        });
      checking = turn;
      return turn;
    },
    /** Notes that a request of the last outage is sent again, or is not. */
    count: (as: 'again' | 'lost'): void => {
      const at = outages.findLastIndex(({ ms }) => ms > 0);
      const last = outages[at];
      if (last !== undefined) outages[at] = { ...last, [as]: last[as] + 1 };
    },
    /** Notes one that ended by itself; of 0 ms if a request was refused and then taken, while others were answered. */
    add: (ms: number, why: string, again: number): void => void outages.push({ ms, why, again, lost: 0 }),
  };
}
