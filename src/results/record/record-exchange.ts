import { isUtf8 } from 'node:buffer';
import type { Exchange, HttpResponse, NetworkError } from '../../wire/http/exchange.ts';
import type { RunContext } from '../../wire/soap/binding.ts';
import type { Credentials } from '../../wire/soap/call.ts';
import type { MakeRequest } from '../../wire/soap/request-of.ts';
import type { Position } from '../../xml/tree.ts';
import type { RecordedExchange, RecordedResponse } from '../outcome.ts';
import { credentialVariables, type Redact, withPlainPlaceholders } from './redact.ts';

/** Bytes of a body that a report keeps. */
export const MOST_BODY = 65_536;

/** Bytes of a body that a report keeps around the place in question. */
const MOST_AROUND = 4_096;

/** Bytes that the longest pattern of a secret can match: 128 characters (secret-forms.ts), each in any escaped form. */
const LONGEST_FORM = 16_384;

/** What requests are made from: a client has both. */
interface Sender {
  readonly context: RunContext;
  readonly secrets: Credentials;
}

/** An exchange as reports show it, with `${NAME}` for secrets. @param around - of a long body, this place is kept */
export function recordExchange(
  exchange: Exchange,
  make: MakeRequest,
  sender: Sender,
  baseUrl: string,
  redact: Redact,
  around?: Position,
): RecordedExchange {
  const { context, secrets } = sender;
  const shown = Object.fromEntries(Object.keys(secrets).map((name) => [name, credentialVariables[name] ?? '***']));
  const request = make({ ...context, credentials: { ...context.credentials, ...shown } });
  const { outcome } = exchange;
  return {
    request: {
      method: request.method,
      url: redact(withPlainPlaceholders(`${new URL(baseUrl).origin}${request.path}`)),
      headers: request.headers,
      body: request.body === null ? null : redact(withPlainPlaceholders(new TextDecoder().decode(request.body))),
    },
    response:
      outcome.kind === 'trouble'
        ? { trouble: recordTrouble(outcome.trouble, redact) }
        : recordResponse(outcome.response, redact, around),
    durationMs: Math.round(exchange.durationMs * 10) / 10,
  };
}

export function recordTrouble({ kind, message, part }: NetworkError, redact: Redact): NetworkError {
  return { kind, message: redact(message), ...(part === undefined ? {} : { part }) };
}

/** @param hidden - why its body is not shown, in place of it */
export function recordResponse(
  response: HttpResponse,
  redact: Redact,
  around?: Position,
  hidden: string | null = null,
): RecordedResponse {
  const { body, reason, statusLine, headers, ...rest } = response;
  return {
    ...rest,
    reason: redact(reason),
    ...(statusLine === undefined ? {} : { statusLine: redact(statusLine) }),
    headers: headers.map(([name, value]) => [redact(name), redact(value)] as const),
    ...(hidden !== null
      ? { body: hidden, truncated: true }
      : around === undefined
        ? recordBody(body, redact)
        : recordPart(body, redact, around)),
    bytes: body.byteLength,
  };
}

/** The beginning of a text, without secrets. */
export function recordText(text: string, redact: Redact): string {
  const part = text.slice(0, MOST_BODY + LONGEST_FORM);
  return excerpt(redact(part), part.length < text.length).shown;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text, and the bytes too if they are not its UTF-8: a BOM or a stray byte is evidence. */
function recordBody(body: Uint8Array, redact: Redact): Pick<RecordedResponse, 'body' | 'base64' | 'truncated'> {
  const part = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, MOST_BODY + LONGEST_FORM));
  const cut = part.byteLength < body.byteLength;
  const text = excerpt(redact(utf8.decode(part)), cut);
  const truncated = body.byteLength > MOST_BODY || text.cut;
  if (isUtf8(body)) return { body: text.shown, truncated };
  const bytes = excerpt(redact(part.toString('latin1')), cut);
  const base64 = Buffer.from(bytes.shown, 'latin1').toString('base64');
  return { body: text.shown, base64, truncated: truncated || bytes.cut };
}

/** The text around a place. More of the text before and after it is searched for secrets than is kept. */
function recordPart(body: Uint8Array, redact: Redact, { line, column }: Position) {
  let start = 0;
  for (let at = 1; at < line && start < body.byteLength; at += 1)
    start = body.indexOf(LINE_FEED, start) + 1 || body.byteLength;
  const end = body.indexOf(LINE_FEED, start);
  const whole = utf8.decode(body.subarray(start, end < 0 ? body.byteLength : end));
  const place = Math.min(start + Buffer.byteLength(whole.slice(0, column - 1)), body.byteLength);
  const offset = Math.max(0, place - MOST_AROUND / 2);
  const before = Math.min(offset, LONGEST_FORM);
  const length = Math.min(body.byteLength - offset, MOST_AROUND + LONGEST_FORM) + before;
  const wanted = Buffer.from(body.buffer, body.byteOffset + offset - before, length);
  const cut = offset - before + length < body.byteLength;
  const { shown } = excerpt(redact(utf8.decode(wanted)), cut);
  const skipped = utf8.decode(wanted.subarray(0, before)).length;
  const part = structuredClone(shown.slice(skipped, skipped + MOST_AROUND));
  if (offset === 0) return { body: part, truncated: part.length < body.byteLength };
  const lines = body.subarray(offset, place).filter((byte) => byte === LINE_FEED).length;
  const left = body.subarray(body.lastIndexOf(LINE_FEED, offset - 1) + 1, offset);
  const from = { line: line - lines, column: utf8.decode(left).length + 1 };
  return { body: part, truncated: true, from };
}

const LINE_FEED = 0x0a;

/** The beginning of a text, without the cut secret at its end; a copy, as a slice would keep the whole in memory. */
function excerpt(redacted: string, cut: boolean): { readonly shown: string; readonly cut: boolean } {
  const safe = cut ? redacted.length - LONGEST_FORM : redacted.length;
  const end = Math.max(0, Math.min(safe, MOST_BODY));
  const shown = end < redacted.length ? structuredClone(redacted.slice(0, end)) : redacted;
  return { shown, cut: shown.length < redacted.length };
}
