import type { Call } from '../../bindings/call.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import type { Exchange, Header, HttpResponse } from '../../exchange/exchange.ts';
import type { Evidence, Rule } from '../../rules/rule.ts';
import type { Finding, RecordedCall, RecordedExchange, RecordedResponse } from '../outcome.ts';

/** An exchange that something recorded, ready to be judged again without traffic. */
export interface Recording {
  readonly cell: Cell;
  readonly call: Call;
  readonly expectation: Evidence['expectation'];
  readonly exchange: Exchange;
  /** The exchange as reports show it: secrets are out. */
  readonly shown: () => RecordedExchange;
  /** Rule → why what was recorded does not suffice to judge it. */
  readonly silent: ReadonlyMap<string, string>;
  /** Rules that were found broken by this call after equal reads had been answered alike. */
  readonly proved: readonly string[];
}

/** What can't be judged: where it stands in the file, and why. */
export interface LeftOut {
  readonly where: string;
  readonly why: string;
}

/** What a file has to judge. */
export interface Recordings {
  readonly all: readonly Recording[];
  /** Cells of which some answer was 200, where its body was not kept. */
  readonly answered: ReadonlySet<string>;
  readonly leftOut: readonly LeftOut[];
}

/** The parts of results.json that hold exchanges. */
export interface Recorded {
  readonly exchanges: readonly RecordedCall[];
  readonly findings: readonly Finding[];
}

/** What can be judged of a run that was recorded: the exchanges it kept and those of its findings. */
export function recordingsOf(recorded: Recorded, contract: Contract, rules: readonly Rule[]): Recordings {
  const known = new Map<string, Recording>();
  const answered = new Set<string>();
  const leftOut: LeftOut[] = [];
  const take = (where: string, one: RecordedCall, proved: readonly string[]): void => {
    const recording = recordingOf(one, proved, contract);
    if (recording === null) leftOut.push({ where, why: 'its body was cut, or its operation or address is unknown' });
    if ('status' in one.exchange.response && one.exchange.response.status === 200) {
      answered.add(cellName(one));
    }
    if (recording === null) return;
    const key = keyOf(recording);
    const before = known.get(key);
    known.set(key, before === undefined ? recording : { ...before, proved: [...before.proved, ...proved] });
  };
  for (const [index, one] of recorded.exchanges.entries()) {
    take(`exchange ${index + 1} (${cellName(one)})`, one, []);
  }
  for (const finding of recorded.findings) {
    const rule = rules.find(({ id }) => id === finding.rule);
    // The exchange of a rule with requests of its own is no plain call: it is not judged as one.
    if (rule === undefined || rule.probing !== undefined) continue;
    take(`finding ${finding.id}`, { ...finding, expectation: expectationOf(finding, recorded) }, [finding.rule]);
  }
  return { all: [...known.values()], answered, leftOut };
}

/** A call that was vouched for in any binding was vouched for in all. */
export function expectationOf(
  { operation, call }: Pick<Finding, 'operation' | 'call'>,
  { exchanges }: Pick<Recorded, 'exchanges'>,
): RecordedCall['expectation'] {
  const same = exchanges.some(
    (one) => one.expectation === 'sample' && one.operation === operation && equalCalls(one.call, call),
  );
  return same ? 'sample' : 'generated';
}

function equalCalls(a: Call, b: Call): boolean {
  return JSON.stringify([a.values, a.header]) === JSON.stringify([b.values, b.header]);
}

function recordingOf(one: RecordedCall, proved: readonly string[], contract: Contract): Recording | null {
  const operation = contract.operations.find(({ name }) => name === one.operation);
  const exchange = rebuildExchange(one.exchange);
  if (operation === undefined || exchange === null) return null;
  const cell = { operation, binding: one.binding };
  const { call, expectation } = one;
  return { cell, call, expectation, exchange, shown: () => one.exchange, silent: new Map(), proved };
}

/** Equal exchanges of one call are one. Expectation counts: what a sample is held to, a generated call is not. */
function keyOf({ cell, call, expectation, shown }: Recording): string {
  const { request, response }: RecordedExchange = shown();
  return JSON.stringify([cellName(cell), call, expectation, request, response]);
}

/**
 * The exchange that was recorded, with the bytes it had. Where secrets were taken out of a body, its Content-Length is
 * changed by the same difference, so that it is as right or wrong as it was. Null where the body was cut, or the
 * address is none.
 */
export function rebuildExchange({ request, response, durationMs }: RecordedExchange): Exchange | null {
  const path = pathOf(request.url);
  if (path === null || ('truncated' in response && response.truncated)) return null;
  return {
    request: {
      method: request.method,
      path,
      headers: request.headers,
      body: request.body === null ? null : new TextEncoder().encode(request.body),
    },
    outcome:
      'trouble' in response
        ? { kind: 'trouble', trouble: response.trouble }
        : { kind: 'response', response: rebuildResponse(response) },
    durationMs,
  };
}

function rebuildResponse(recorded: RecordedResponse): HttpResponse {
  const { status, reason, version, headers, complete, surplus } = recorded;
  const body =
    recorded.base64 === undefined ? new TextEncoder().encode(recorded.body) : Buffer.from(recorded.base64, 'base64');
  const grown = body.byteLength - recorded.bytes;
  return {
    status,
    reason,
    version,
    headers: grown === 0 ? headers : headers.map((header) => withLengthOf(header, grown)),
    body: new Uint8Array(body),
    complete,
    surplus,
  };
}

function withLengthOf([name, value]: Header, grown: number): Header {
  if (name.toLowerCase() !== 'content-length' || !/^\d{1,15}$/.test(value)) return [name, value];
  return [name, `${Number(value) + grown}`];
}

/** Path and query of an address as they were sent; placeholders in it stay as they are. */
function pathOf(url: string): string | null {
  return /^https?:\/\/[^/?#]+(\/[^#]*)/i.exec(url)?.[1] ?? null;
}
