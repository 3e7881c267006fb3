import type { Contract } from '../../contract/model.ts';
import { secretName } from '../../results/har/secret-names.ts';
import { maskingOf as exchangeMasking, type Maskable, type Masking } from '../../results/har/secrets.ts';
import type { Redact } from '../../results/record/redact.ts';
import { shownLine } from '../../views/shown-text.ts';
import { type HttpRequest, headerValue } from '../../wire/http/exchange.ts';
import { createCounts, type TrafficSummary } from './counts.ts';
import { detailsOf, type KeptExchange } from './details.ts';
import type { TrafficDetails, TrafficEntry, TrafficExchange, TrafficProblem } from './entry.ts';
import { remembering } from './remembering.ts';

/** What a log keeps, at most. */
export const trafficLimits = {
  entries: 1_000,
  /** Bytes of their paths, headers and bodies; older ones keep the line. */
  bytes: 16 * 1024 * 1024,
  /** Later ones are counted together. */
  clients: 100,
};

/** Characters of a client's name, and of a text about a problem. */
const MOST_NAME = 100;
const MOST_TEXT = 500;
const MOST_PROBLEMS = 20;
const OTHER_CLIENTS = 'other clients';

export interface TrafficSource {
  readonly contract: Contract;
  /** Scheme, host and port under which clients know the service. */
  readonly origin: () => string;
  readonly limits?: Partial<typeof trafficLimits>;
}

/** The traffic of clients. Its memory is bounded. It returns no secrets. */
export type TrafficLog = ReturnType<typeof createTrafficLog>;

/** How clients are identified: by User-Agent and address. */
export function clientName({ headers }: Pick<HttpRequest, 'headers'>, address: string | undefined): string {
  const agent = shownLine(headerValue(headers, 'user-agent') ?? 'no User-Agent', MOST_NAME);
  return `${agent} (${(address ?? 'unknown address').replace(/^::ffff:/, '')})`;
}

type SizedExchange = KeptExchange & { readonly size: number };
type Judged = Pick<TrafficExchange, 'request' | 'outcome' | 'judgement' | 'answer' | 'client'>;

/** Opens a log. Exchanges are kept unchanged, only in memory; secrets are removed from what is viewed. */
export function createTrafficLog({ contract, origin, limits = {} }: TrafficSource) {
  const { entries: most, bytes: mostBytes, clients: mostClients } = { ...trafficLimits, ...limits };
  const entries = new Map<number, TrafficEntry>();
  const exchanges = new Map<number, SizedExchange>();
  const clients = new Map<string, string>();
  const listeners = new Set<(entry: TrafficEntry) => void>();
  const counts = createCounts();
  const nameOf = remembering(secretName);
  const maskingOf = (exchange: Maskable): Masking => exchangeMasking(exchange, nameOf);
  let last = 0;
  let bytes = 0;

  function keep(entry: TrafficEntry, kept: SizedExchange): void {
    entries.set(entry.id, entry);
    if (entries.size > most) entries.delete(entry.id - most);
    if (kept.size > mostBytes) return;
    exchanges.set(entry.id, kept);
    bytes += kept.size;
    for (const [id, { size }] of exchanges) {
      if (bytes <= mostBytes && entries.has(id)) break;
      exchanges.delete(id);
      bytes -= size;
    }
  }

  function clientOf({ client }: Judged, redact: Redact): string {
    if (!clients.has(client) && clients.size < mostClients) clients.set(client, redact(client));
    return clients.get(client) ?? OTHER_CLIENTS;
  }

  /** What is the same for equal exchanges, without secrets in `entry`. Masking is slow and has them: not kept. */
  function readingOf(exchange: Judged, masking = maskingOf(exchange)) {
    const { request, outcome, judgement } = exchange;
    const problems = judgement.problems.slice(0, MOST_PROBLEMS);
    const kept = { exchange: { request, outcome }, problems, size: keptBytes(exchange) };
    return { entry: entryOf(exchange, masking.redact), client: clientOf(exchange, masking.redact), kept };
  }

  const shown = (entry: TrafficEntry, kept: KeptExchange): TrafficDetails =>
    detailsOf(entry, kept, maskingOf(kept.exchange), { contract, origin: origin() });

  return {
    /** @param reading - that of an equal exchange */
    add(exchange: TrafficExchange, { entry, client, kept } = readingOf(exchange)): TrafficEntry {
      last += 1;
      const durationMs = Math.round(exchange.durationMs * 10) / 10;
      const added = { ...entry, id: last, at: exchange.at, client, durationMs };
      keep(added, kept);
      counts.add(added, () => {
        const { exchange: recorded, curl } = shown(added, kept);
        return { exchange: recorded, curl };
      });
      for (const listener of listeners) listener(added);
      return added;
    },
    /** Those still kept, the oldest first. @param after - of a higher id than this */
    entries: (after = 0): readonly TrafficEntry[] => [...entries.values()].filter(({ id }) => id > after),
    /** An exchange in full; null if it is no longer kept. */
    details(id: number): TrafficDetails | null {
      const [entry, kept] = [entries.get(id), exchanges.get(id)];
      return entry === undefined || kept === undefined ? null : shown(entry, kept);
    },
    subscribe(listener: (entry: TrafficEntry) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    summary: (): TrafficSummary => counts.summary(),
    readingOf,
    maskingOf,
  };
}

function entryOf({ request, outcome, judgement, answer }: Judged, redact: Redact) {
  const { operation, binding, isCall, problems } = judgement;
  const response = outcome.kind === 'response' ? outcome.response : null;
  const all = [
    ...problems.map(({ bytes: _, ...problem }) => ({ ...problem, side: 'client' as const })),
    ...answer.map((problem) => ({ ...problem, side: 'server' as const })),
  ];
  return {
    method: shownLine(request.method, 20),
    operation,
    binding,
    isCall,
    right: !problems.some(({ level }) => level === 'required'),
    status: response?.status ?? null,
    bytes: response?.body.byteLength ?? 0,
    problems: all.slice(0, MOST_PROBLEMS).map((problem) => maskedProblem(problem, redact)),
  };
}

function maskedProblem(problem: TrafficProblem, redact: Redact): TrafficProblem {
  const text = (said: string): string => shownLine(redact(said), MOST_TEXT);
  const { message, location, expected, actual, fix } = problem;
  const masked = { message: text(message), expected: text(expected), actual: text(actual) };
  return { ...problem, ...masked, location: location && text(location), fix: fix && text(fix) };
}

function keptBytes({ request, outcome }: KeptExchange['exchange']): number {
  const response = outcome.kind === 'response' ? outcome.response : { headers: [], body: null };
  const bodies = (request.body?.byteLength ?? 0) + (response.body?.byteLength ?? 0);
  const headers = [...request.headers, ...response.headers];
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, request.path.length + bodies);
}
