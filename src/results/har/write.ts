import { jsonText } from '../../base/json.ts';
import { present } from '../../base/present.ts';
import { cellName } from '../../contract/cell-name.ts';
import { type Header, headerValue, type NetworkError } from '../../wire/http/exchange.ts';
import type { RecordedCall, RecordedExchange, RecordedRequest, RecordedResponse } from '../outcome.ts';
import { expectationOf } from '../record/recordings.ts';
import type { Results } from '../results.ts';
import { writtenMembers } from './own-members.ts';

interface ShownExchange {
  readonly exchange: RecordedExchange;
  /** null if it is not a call. */
  readonly cell: string | null;
  readonly call: RecordedCall['call'] | null;
  /** null if the request is not a plain call, but one that a rule made. */
  readonly expectation: RecordedCall['expectation'] | null;
  readonly findings: readonly string[];
}

/** The exchanges and findings of results as HAR 1.2; all have the start of the run. Keys with _ are ours. */
export function harText(results: Results): string {
  return jsonText(harOf(results));
}

export function harOf(results: Results) {
  const { suite, startedAt } = results;
  const comment = 'startedDateTime is the start of the run for every entry; credentials are replaced by their names.';
  const entries = shownExchanges(results).map((shown) => {
    return { ...harTimes(startedAt, shown.exchange.durationMs), ...harContent(shown) };
  });
  return { log: { ...harHead(suite.version, results, comment), entries } };
}

/** What a HAR of this suite says before its entries. @param version - of the suite */
export function harHead(
  version: string,
  { target, namespace }: Pick<Results, 'target' | 'namespace'>,
  comment: string,
) {
  const creator = { name: 'getdata-conformance', version };
  return { version: '1.2', creator, comment, _target: target, _namespace: namespace };
}

function shownExchanges(results: Results): readonly ShownExchange[] {
  const all = new Map<string, ShownExchange>();
  const add = (shown: ShownExchange): void => {
    const key = JSON.stringify([shown.cell, shown.call, shown.expectation, shown.exchange]);
    const findings = [...(all.get(key)?.findings ?? []), ...shown.findings];
    all.set(key, { ...shown, findings });
  };
  for (const recorded of results.exchanges) {
    const { call, expectation, exchange } = recorded;
    add({ cell: cellName(recorded), call, expectation, exchange, findings: [] });
  }
  for (const finding of results.findings) {
    const { call, exchange, id } = finding;
    const expectation = expectationOf(finding, results);
    add({ cell: cellName(finding), call, expectation, exchange, findings: [id] });
  }
  return [...all.values()];
}

/** HAR's word for a media type that is not known, as browsers write it. */
const UNKNOWN = 'x-unknown';

/** The part of an entry (HAR 1.2, section 'entries') that says when. */
export function harTimes(startedAt: string, durationMs: number) {
  return { startedDateTime: startedAt, time: durationMs, timings: { send: 0, wait: durationMs, receive: 0 } };
}

export function harContent(shown: ShownExchange) {
  const { request, response } = shown.exchange;
  return {
    request: requestOf(request),
    response: 'trouble' in response ? troubleResponse(response.trouble) : responseOf(response),
    cache: {},
    ...present({ _cell: shown.cell, _call: shown.call, _expectation: shown.expectation }),
    _findings: shown.findings,
  };
}

function requestOf({ method, url, headers, body }: RecordedRequest) {
  const type = headerValue(headers, 'content-type') ?? UNKNOWN;
  return {
    method,
    url: validUri(url),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(namedPair),
    queryString: [...new URLSearchParams(url.split('?').slice(1).join('?'))].map(namedPair),
    ...(body === null ? {} : { postData: { mimeType: type, text: body } }),
    headersSize: -1,
    bodySize: body === null ? 0 : Buffer.byteLength(body),
  };
}

function responseOf(response: RecordedResponse) {
  const { status, reason, version, headers, body, base64, bytes } = response;
  return {
    status,
    statusText: reason,
    httpVersion: `HTTP/${version}`,
    cookies: [],
    headers: headers.map(namedPair),
    content: {
      size: bytes,
      mimeType: headerValue(headers, 'content-type') ?? UNKNOWN,
      ...(base64 === undefined ? { text: body } : { text: base64, encoding: 'base64' }),
    },
    redirectURL: headerValue(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: bytes,
    ...writtenMembers(response),
  };
}

/** An answer that never came, as browsers write it: status 0 and why. */
function troubleResponse({ kind, message, part }: NetworkError) {
  return {
    status: 0,
    statusText: '',
    httpVersion: '',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: UNKNOWN },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    _error: message,
    _trouble: kind,
    ...(part === undefined ? {} : { _part: part }),
  };
}

const namedPair = ([name, value]: Header) => ({ name, value });

/** An address with everything escaped that a URI may not hold, like `${GETDATA_DEALER_ID}` (RFC 3986, section 2). */
function validUri(url: string): string {
  const [, origin = '', rest = url] = /^(https?:\/\/[^/?#]*)(.*)$/is.exec(url) ?? [];
  return `${origin}${rest
    .replaceAll(/%(?![0-9a-f]{2})/gi, '%25')
    .replaceAll(/[^A-Za-z0-9._~:/?@!$&'()*+,;=%-]/gu, escaped)}`;
}

/** A lone surrogate has no UTF-8; U+FFFD replaces it. */
function escaped(character: string): string {
  return /\p{Cs}/u.test(character) ? '%EF%BF%BD' : encodeURIComponent(character);
}
