import { isUtf8 } from 'node:buffer';
import type { EncodeContext } from '../../bindings/binding.ts';
import type { Credentials } from '../../bindings/call.ts';
import type { Exchange, HttpRequest, HttpResponse } from '../../exchange/exchange.ts';
import type { RecordedExchange, RecordedResponse } from '../outcome.ts';
import { credentialVariables, type Redact, withPlainPlaceholders } from './redact.ts';

/** Bytes of a body that a report keeps. */
export const MOST_BODY = 65_536;

/** How a request is made of credentials: real ones to send it, placeholders to show it. */
export type MakeRequest = (context: EncodeContext) => HttpRequest;

/** What requests were made of: a client has both. */
export interface Sender {
  readonly context: EncodeContext;
  /** The credentials that the user gave. */
  readonly secrets: Credentials;
}

/** An exchange as reports show it. The request is made anew with `${NAME}` for each credential that is a secret. */
export function recordExchange(
  exchange: Exchange,
  make: MakeRequest,
  sender: Sender,
  baseUrl: string,
  redact: Redact,
): RecordedExchange {
  const request = make(shownContext(sender));
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
        ? { trouble: { kind: outcome.trouble.kind, message: redact(outcome.trouble.message) } }
        : recordResponse(outcome.response, redact),
    durationMs: Math.round(exchange.durationMs * 10) / 10,
  };
}

/** A response as reports show it. */
export function recordResponse(response: HttpResponse, redact: Redact): RecordedResponse {
  const { status, reason, version, headers, body, complete, surplus } = response;
  return {
    status,
    reason: redact(reason),
    version,
    headers: headers.map(([name, value]) => [redact(name), redact(value)] as const),
    ...recordBody(body, redact),
    bytes: body.byteLength,
    complete,
    surplus,
  };
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Text where the bytes are its UTF-8, and the bytes too where they are not: a BOM or a stray byte is evidence. */
function recordBody(body: Uint8Array, redact: Redact): Pick<RecordedResponse, 'body' | 'base64' | 'truncated'> {
  // Secrets are taken out of the whole: a cut through one would leave its half.
  const whole = Buffer.from(body);
  const text = redact(utf8.decode(whole));
  const shown = text.slice(0, MOST_BODY);
  // What stands for a secret may be longer than it: the text can be cut where the body was not too long.
  if (isUtf8(whole)) return { body: shown, truncated: whole.byteLength > MOST_BODY || text.length > MOST_BODY };
  const bytes = Buffer.from(redact(whole.toString('latin1')), 'latin1');
  const base64 = bytes.subarray(0, MOST_BODY).toString('base64');
  return { body: shown, base64, truncated: whole.byteLength > MOST_BODY || bytes.byteLength > MOST_BODY };
}

function shownContext({ context, secrets }: Sender): EncodeContext {
  const shown = Object.fromEntries(Object.keys(secrets).map((name) => [name, credentialVariables[name] ?? '***']));
  return { ...context, credentials: { ...context.credentials, ...shown } };
}
