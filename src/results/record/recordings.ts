import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import type { JudgedCall } from '../../judge/judge.ts';
import { probingOf, sendsItsOwn } from '../../rules/check.ts';
import type { Rule } from '../../rules/rule.ts';
import { rules as allRules } from '../../rules/rules.ts';
import type { Exchange, Header, HttpResponse } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { Finding, RecordedCall, RecordedExchange, RecordedResponse } from '../outcome.ts';
import type { Results } from '../results.ts';
import type { Redact } from './redact.ts';

/** A recorded exchange, ready to be judged again without traffic. */
export interface Recording extends JudgedCall {
  readonly cell: Cell;
  /** The exchange as reports show it, without secrets. */
  readonly shown: () => RecordedExchange;
  /** Removes the secrets of this exchange from texts about it; left out: only those of the recording are known. */
  readonly redact?: Redact;
  /** Rule → why the recording is not enough to judge it. */
  readonly silent: ReadonlyMap<string, string>;
  /** Rules that this call broke after equal reads had been answered alike. */
  readonly proved: readonly string[];
}

/** What can't be judged: its place in the file, and why. */
export interface UnreadEntry {
  readonly where: string;
  readonly why: string;
}

export interface Recordings {
  readonly all: readonly Recording[];
  /** Cells with an answer of 200 whose body was not kept. */
  readonly answered: ReadonlySet<string>;
  readonly leftOut: readonly UnreadEntry[];
}

/** The parts of results.json that hold exchanges. */
type RecordedResults = Pick<Results, 'exchanges' | 'findings'>;

/** What can be judged of a run that was recorded: the exchanges it kept and those of its findings. */
export function recordingsOf(recorded: RecordedResults, contract: Contract, rules: readonly Rule[]): Recordings {
  const known = new Map<string, Recording>();
  const answered = new Set<string>();
  const leftOut: UnreadEntry[] = [];
  const take = (where: string, one: RecordedCall, proved: readonly string[]): void => {
    const recording = recordingOf(one, proved, contract);
    if (recording === null) leftOut.push({ where, why: 'its body was cut, or its operation or address is unknown' });
    if ('status' in one.exchange.response && one.exchange.response.status === 200) answered.add(cellName(one));
    if (recording === null) return;
    // Equal exchanges of one call are one. The expectation counts: a sample's is stricter than a generated call's.
    const { request, response } = one.exchange;
    const key = JSON.stringify([cellName(one), one.call, one.expectation, request, response]);
    const before = known.get(key);
    known.set(key, before === undefined ? recording : { ...before, proved: [...before.proved, ...proved] });
  };
  for (const [index, one] of recorded.exchanges.entries()) take(`exchange ${index + 1} (${cellName(one)})`, one, []);
  for (const finding of recorded.findings) {
    const expectation = rules.some(({ id }) => id === finding.rule) ? expectationOf(finding, recorded) : null;
    if (expectation !== null) take(`finding ${finding.id}`, { ...finding, expectation }, [finding.rule]);
  }
  return { all: [...known.values()], answered, leftOut };
}

/** The document does not describe the request that shows the finding: an observer's, or that of a rule on refusals. */
export function isUndescribed({ probe }: Pick<Finding, 'probe'>): boolean {
  const sender = allRules.find(({ id }) => id === probe?.rule);
  return probe !== undefined && (sender === undefined || probingOf(sender)?.described !== true);
}

/** What was known of a finding's call: null if its request is no plain call, and can't be judged as one. */
export function expectationOf(
  finding: Pick<Finding, 'rule' | 'operation' | 'call' | 'probe'>,
  { exchanges }: Pick<RecordedResults, 'exchanges'>,
): RecordedCall['expectation'] | null {
  const { operation, call } = finding;
  const rule = allRules.find(({ id }) => id === finding.rule);
  if ((rule !== undefined && sendsItsOwn(rule)) || isUndescribed(finding)) return null;
  // A call that was known in one binding was known in all.
  const key = ({ values, header }: Call): string => JSON.stringify([values, header]);
  const same = exchanges.filter((one) => one.operation === operation && key(one.call) === key(call));
  const said = new Set(same.map(({ expectation }) => expectation));
  return (['sample', 'known'] as const).find((one) => said.has(one)) ?? 'generated';
}

function recordingOf(one: RecordedCall, proved: readonly string[], contract: Contract): Recording | null {
  const operation = contract.operations.find(({ name }) => name === one.operation);
  const exchange = rebuildExchange(one.exchange);
  if (operation === undefined || exchange === null) return null;
  const cell = { operation, binding: one.binding };
  const { call, expectation } = one;
  return { cell, call, expectation, exchange, shown: () => one.exchange, silent: new Map(), proved };
}

/**
 * The recorded exchange with its bytes, its Content-Length as right or wrong as before secrets were taken out. Null if
 * the body was cut or the address is none.
 */
export function rebuildExchange({ request, response, durationMs }: RecordedExchange): Exchange | null {
  // Path and query as sent; placeholders in them stay.
  const [, path] = /^https?:\/\/[^/?#]+(\/[^#]*)/i.exec(request.url) ?? [];
  if (path === undefined || ('truncated' in response && response.truncated)) return null;
  const { method, headers } = request;
  const body = request.body === null ? null : new TextEncoder().encode(request.body);
  return {
    request: { method, path, headers, body },
    outcome:
      'trouble' in response
        ? { kind: 'trouble', trouble: response.trouble }
        : { kind: 'response', response: rebuildResponse(response) },
    durationMs,
  };
}

function rebuildResponse(recorded: RecordedResponse): HttpResponse {
  const { body: text, base64, bytes, truncated: _truncated, from: _from, ...response } = recorded;
  const body = new Uint8Array(base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64'));
  const grown = body.byteLength - bytes;
  const lines = response.headers.map(([name, value]): Header => {
    const isLength = name.toLowerCase() === 'content-length' && /^\d{1,15}$/.test(value);
    return [name, isLength ? `${Number(value) + grown}` : value];
  });
  return { ...response, headers: grown === 0 || response.codedBytes !== undefined ? response.headers : lines, body };
}
