import { isUtf8 } from 'node:buffer';
import type { Contract } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { needsTraffic } from '../../rules/check.ts';
import { departureOf } from '../../rules/client/judge-request.ts';
import { rules } from '../../rules/rules.ts';
import { headerValue, type NetworkError, troubleKinds, troubleParts } from '../../wire/http/exchange.ts';
import type { RecordedResponse } from '../outcome.ts';
import { type Recording, rebuildExchange } from '../record/recordings.ts';
import type { Redact } from '../record/redact.ts';
import { type BodyRead, NOT_RECORDED, readAnswer } from './body.ts';
import type { HarCall } from './call.ts';
import type { HarResponse } from './entry.ts';
import { notOfService } from './intermediary.ts';
import { readMembers } from './own-members.ts';
import { type Masking, maskingOf, recordMasked } from './secrets.ts';

const NO_BYTES = 'the HAR holds bodies as text, not as the bytes that came';
const NO_LENGTH = 'the HAR holds bodies decoded, or came over HTTP/2, so their length on the wire is not known';
const NO_HEADERS = 'the HAR holds no headers of the answers';
const NO_REASON = 'the HAR does not say that it was the service that failed to answer';

/** An answer, and the bytes of its body. */
type RecordedAnswer = { readonly response: HarResponse } & Exclude<BodyRead, { readonly leftOut: string }>;

/** The exchange of a call, and why it is not enough for some rules. @param own - our HAR, with the exact bytes */
export function harExchange(call: Pick<HarCall, 'entry' | 'request' | 'url'>, answer: RecordedAnswer, own: boolean) {
  const { entry, request, url } = call;
  const { durationMs } = entry;
  const { response } = answer;
  const { method, body } = request;
  const headers = request.headers.filter(([name]) => !ADDED_BY_HTTP.test(name));
  const sent = { method, url, headers, body: body === null ? null : new TextDecoder().decode(body) };
  if (response.status === 0) {
    const trouble = harTrouble(response.error, own ? response : null);
    const silent = new Map(!own && trouble.kind === 'aborted' ? [['http.answer', NO_REASON] as const] : []);
    return { recorded: { request: sent, response: { trouble }, durationMs }, silent };
  }
  return {
    recorded: { request: sent, response: recordedResponse(answer, own), durationMs },
    silent: own ? new Map<string, string>() : silentRules(answer),
  };
}

const ADDED_BY_HTTP = /^(?:host|connection|content-length|accept-encoding)$/i;

function recordedResponse({ response, bytes }: RecordedAnswer, own: boolean): RecordedResponse {
  const { status, reason, version, headers, kept } = response;
  return {
    ...{ status, reason, version },
    // Another recorder takes the coding off the body.
    headers: own ? headers : headers.filter(([name]) => !/^content-encoding$/i.test(name)),
    ...(own ? response.own : readMembers({})),
    bytes: (own ? kept.sizes[0] : undefined) ?? bytes.byteLength,
    ...textOf(bytes),
  };
}

/** A body as results have it: its text, and in base64 if that is not enough. */
function textOf(bytes: Uint8Array) {
  const body = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return isUtf8(bytes) ? { body } : { body, base64: Buffer.from(bytes).toString('base64') };
}

/** The rules that another tool's HAR is not enough for: it holds what that tool made of the bytes. */
function silentRules({ response, bytes: { byteLength }, exact }: RecordedAnswer): ReadonlyMap<string, string> {
  const { headers, version, mediaType } = response;
  const silent = new Map<string, string>();
  const length = headerValue(headers, 'content-length');
  if (!exact) for (const rule of ['xml.encoding', 'xml.bom']) silent.set(rule, NO_BYTES);
  // A tool that did not get the promised bytes reports no answer at all: a wrong number comes from decoding.
  const chunked = headerValue(headers, 'transfer-encoding') !== undefined;
  const told = length === undefined ? chunked : length === `${byteLength}`;
  const coded = headerValue(headers, 'content-encoding') !== undefined;
  if (coded || !exact || !told || !/^1\.[01]$/.test(version)) silent.set('http.content-length', NO_LENGTH);
  const isTyped = headerValue(headers, 'content-type') !== undefined;
  if (headers.length === 0 || (!isTyped && mediaType !== null)) silent.set('http.content-type', NO_HEADERS);
  if (headers.length === 0) silent.set('http.content-length', NO_HEADERS);
  return silent;
}

/** Words of browsers and proxies for an answer that never came. Chromium's net_error_list.h; Mozilla's nsError.h. */
const words: readonly (readonly [pattern: RegExp, kind: NetworkError['kind'], part?: NetworkError['part']])[] = [
  [/ABORTED|BLOCKED|CANCEL|INTERNET_DISCONNECTED|NETWORK_CHANGED|INSUFFICIENT_RESOURCES/i, 'aborted'],
  [/REFUSED|ADDRESS_UNREACHABLE/i, 'refused'],
  [/NAME_NOT_RESOLVED|UNKNOWN_HOST|ENOTFOUND/i, 'unresolved'],
  [/CERT|SSL|TLS/i, 'tls'],
  [/TIMED?_?OUT/i, 'timeout'],
  [/CHUNKED/i, 'framing', 'chunks'],
  [/LENGTH_MISMATCH|INVALID_HTTP|RESPONSE_HEADERS|PARTIAL_TRANSFER/i, 'framing'],
  [/EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_CLOSED|NET_RESET|ECONNRESET|hang up|disconnect/i, 'closed'],
];

/**
 * Why an entry has no response; 'aborted' without a sign that the service or the way to it failed.
 * @param own - what this suite recorded beside the words; null for another recorder
 */
export function harTrouble(
  error: string,
  own: { readonly trouble: string | null; readonly part: string | null } | null,
): NetworkError {
  const message = error === '' ? 'no answer was recorded' : error.slice(0, 300);
  const [, wordsKind = 'aborted', wordsPart] = words.find(([pattern]) => pattern.test(error)) ?? [];
  const ownKind = troubleKinds.find((one) => one === own?.trouble);
  const part = ownKind === undefined ? wordsPart : troubleParts.find((one) => one === own?.part);
  return { kind: ownKind ?? wordsKind, message, ...(part === undefined ? {} : { part }) };
}

/** False for what this suite recorded for a rule that sends its own requests. @param own - this suite wrote the HAR */
export function isPlainCall({ entry }: HarCall, own: boolean): boolean {
  return !own || entry.expectation !== null;
}

/** A call of a HAR, ready to be judged, or why it can't be. @param own - our HAR has exact bytes, without secrets */
export function harRecording(harCall: HarCall, contract: Contract, redact: Redact, own: boolean) {
  const { entry, request, decoded } = harCall;
  const { cell, call, namespace } = decoded;
  const { response } = entry;
  if (namespace !== null && namespace !== contract.namespace) {
    return `its envelope uses the namespace ${namespace}, not ${contract.namespace}`;
  }
  if (typeof response === 'string') return response;
  const { status } = response;
  const other = own ? null : notOfService(entry, response);
  if (other !== null) return other;
  const departure = status === 200 ? null : departureOf(request, contract);
  if (departure !== null) {
    return `the request is not the document's (${departure}), so only a success can be judged`;
  }
  const read = status === 0 ? NO_BODY : own ? ownBody(response) : readAnswer(response.kept, status);
  if ('leftOut' in read) return read.leftOut;
  const { recorded, silent } = harExchange(harCall, { response, ...read }, own);
  const exchange = rebuildExchange(recorded);
  if (exchange === null) return 'the body of its answer was cut';
  const found = new Set(entry.findings.map((id) => id.split('@')[0] ?? ''));
  let known: Masking | null = null;
  // Made when it is first needed: few are shown.
  const masking = (): Masking => {
    known ??= maskingOf(exchange);
    return known;
  };
  const all: Redact = (text) => redact(own ? text : masking().redact(text));
  const recording: Recording = {
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
  return { recording, note: read.note };
}

const NO_BODY: BodyRead = { bytes: new Uint8Array(), exact: true };

/** The body as this suite wrote it. */
function ownBody({ kept: { text, encoding } }: HarResponse): BodyRead {
  if (text === null) return { leftOut: NOT_RECORDED };
  return { bytes: Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8'), exact: true };
}
