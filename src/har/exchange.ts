import type { Contract } from '../contract/model.ts';
import { operationNamed } from '../contract/operations.ts';
import { type Exchange, headerValue, type NetworkError } from '../exchange/exchange.ts';
import type { RecordedResponse } from '../results/outcome.ts';
import { type Recording, rebuildExchange } from '../results/record/recordings.ts';
import type { Redact } from '../results/record/redact.ts';
import { departureOf } from '../rules/client/judge-request.ts';
import { needsTraffic } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import type { HarCall } from './call.ts';
import type { HarEntry, HarResponse } from './entry.ts';
import { type Masking, maskingOf, recordMasked } from './secrets.ts';

const NO_BYTES = 'the HAR holds bodies as text, not as the bytes that came';
const NO_LENGTH = 'the HAR holds bodies decoded, or came over HTTP/2, so their length on the wire is not known';
const NO_HEADERS = 'the HAR holds no headers of the answers';
const NO_REASON = 'the HAR does not say that it was the service that failed to answer';

/** The exchange of an entry, and why it is not enough for some rules. @param own - our HAR, with the exact bytes */
export function harExchange({ request, response, durationMs }: HarEntry, own: boolean) {
  const sent = { ...request, headers: request.headers.filter(([name]) => !ADDED_BY_HTTP.test(name)) };
  if (response.status === 0) {
    const trouble = harTrouble(response.error, own ? response.trouble : null);
    const silent = new Map(!own && trouble.kind === 'aborted' ? [['http.answer', NO_REASON] as const] : []);
    return { recorded: { request: sent, response: { trouble }, durationMs }, silent };
  }
  // Other tools hold bodies decoded (HAR 1.2, 'content'): the text no longer has the coding they came in.
  const headers = response.headers.filter(([name]) => !/^content-encoding$/i.test(name));
  const answer = own ? ownResponse(response) : foreignResponse({ ...response, headers });
  const silent = own ? new Map<string, string>() : silentRules(response);
  return { recorded: { request: sent, response: answer, durationMs }, silent };
}

const ADDED_BY_HTTP = /^(?:host|connection|content-length|accept-encoding)$/i;

function ownResponse(response: HarResponse): RecordedResponse {
  const { text: _text, encoding: _encoding, sizes, error: _error, trouble: _trouble, ...recorded } = response;
  const [bytes] = sizes;
  return {
    ...foreignResponse(response),
    ...(bytes !== undefined && Number.isSafeInteger(bytes) && bytes >= 0 ? { bytes } : {}),
    ...recorded,
  };
}

function foreignResponse(response: HarResponse): RecordedResponse {
  const { status, reason, version, headers } = response;
  const bytes = bytesOf(response);
  const base64 = response.encoding === 'base64' ? { base64: response.text ?? '' } : {};
  const body = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const whole = { bytes: bytes.byteLength, truncated: false, complete: true, surplus: 0 };
  return { status, reason, version, headers, body, ...base64, ...whole };
}

function bytesOf({ text, encoding }: HarResponse): Uint8Array {
  return encoding === 'base64' ? Buffer.from(text ?? '', 'base64') : new TextEncoder().encode(text ?? '');
}

/** The rules that another tool's HAR is not enough for: it holds what that tool made of the bytes. */
function silentRules(response: HarResponse): ReadonlyMap<string, string> {
  const { headers, version, encoding, sizes } = response;
  const silent = new Map<string, string>();
  const { byteLength } = bytesOf(response);
  const length = headerValue(headers, 'content-length');
  const coded = headerValue(headers, 'content-encoding') !== undefined;
  const exact = encoding === 'base64' || sizes.includes(byteLength) || (!coded && length === `${byteLength}`);
  if (!exact) for (const rule of ['xml.encoding', 'xml.bom']) silent.set(rule, NO_BYTES);
  // A tool that did not get the promised bytes reports no answer at all: a wrong number comes from decoding.
  const chunked = headerValue(headers, 'transfer-encoding') !== undefined;
  const told = length === undefined ? chunked : length === `${byteLength}`;
  if (coded || !exact || !told || !/^1\.[01]$/.test(version)) silent.set('http.content-length', NO_LENGTH);
  if (headers.length > 0) return silent;
  for (const rule of ['http.content-type', 'http.content-length']) silent.set(rule, NO_HEADERS);
  return silent;
}

type Kind = NetworkError['kind'];

const own: readonly Kind[] = ['refused', 'unresolved', 'tls', 'timeout', 'too-large', 'closed', 'framing', 'aborted'];

/** Words of browsers and proxies for an answer that never came. Chromium's net_error_list.h; Mozilla's nsError.h. */
const words: readonly (readonly [RegExp, Kind])[] = [
  [/ABORTED|BLOCKED|CANCEL|INTERNET_DISCONNECTED|NETWORK_CHANGED|INSUFFICIENT_RESOURCES/i, 'aborted'],
  [/REFUSED|ADDRESS_UNREACHABLE/i, 'refused'],
  [/NAME_NOT_RESOLVED|UNKNOWN_HOST|ENOTFOUND/i, 'unresolved'],
  [/CERT|SSL|TLS/i, 'tls'],
  [/TIMED?_?OUT/i, 'timeout'],
  [/LENGTH_MISMATCH|CHUNKED|INVALID_HTTP|RESPONSE_HEADERS|PARTIAL_TRANSFER/i, 'framing'],
  [/EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_CLOSED|NET_RESET|ECONNRESET|hang up|disconnect/i, 'closed'],
];

/** Why an entry has no response; 'aborted' without a sign that the service or the way to it failed. */
export function harTrouble(error: string, kind: string | null): NetworkError {
  const known = own.find((one) => one === kind) ?? words.find(([pattern]) => pattern.test(error))?.[1];
  return { kind: known ?? 'aborted', message: error === '' ? 'no answer was recorded' : error.slice(0, 300) };
}

/** False for what this suite recorded for a rule that sends its own requests. @param own - this suite wrote the HAR */
export function isPlainCall({ entry }: HarCall, own: boolean): boolean {
  return !own || entry.expectation !== null;
}

/** A call of a HAR, ready to be judged, or why it can't be. @param own - our HAR has exact bytes, without secrets */
export function harRecording(harCall: HarCall, contract: Contract, redact: Redact, own: boolean): Recording | string {
  const { entry, request, decoded } = harCall;
  const { cell, call, namespace } = decoded;
  const { status, text } = entry.response;
  if (namespace !== null && namespace !== contract.namespace) {
    return `its envelope uses the namespace ${namespace}, not ${contract.namespace}`;
  }
  if (!own && (entry.cached || status === 304)) return 'a cache answered it, not the service';
  const departure = status === 200 ? null : departureOf(request, contract);
  if (departure !== null) {
    return `the request is not the document's (${departure}), so only a success can be judged`;
  }
  if (status !== 0 && text === null) return 'the body of its answer was not recorded';
  const { recorded, silent } = harExchange(entry, own);
  const exchange = rebuildExchange(recorded);
  if (exchange === null) return 'the body of its answer was cut';
  const found = new Set(entry.findings.map((id) => id.split('@')[0] ?? ''));
  const masking = maskingOnce(exchange);
  const all: Redact = (text) => redact(own ? text : masking().redact(text));
  return {
    cell: { operation: operationNamed(contract, cell.operation.name), binding: cell.binding },
    call,
    expectation: (own && (['sample', 'known'] as const).find((one) => one === entry.expectation)) || 'generated',
    exchange,
    shown: () =>
      own ? recorded : recordMasked(exchange, { ...masking(), redact: all }, new URL(harCall.baseUrl).origin),
    redact: all,
    silent,
    // The rules whose findings equal answers proved.
    proved: own ? rules.flatMap((rule) => (!needsTraffic(rule) && found.has(rule.id) ? [rule.id] : [])) : [],
  };
}

/** An exchange's masking, made when it is first needed: few are shown. */
function maskingOnce(exchange: Exchange): () => Masking {
  let made: Masking | null = null;
  return () => {
    made ??= maskingOf(exchange);
    return made;
  };
}
