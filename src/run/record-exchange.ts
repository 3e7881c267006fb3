import type { EncodeContext } from '../bindings/binding.ts';
import type { Exchange, HttpRequest } from '../exchange/exchange.ts';
import type { Client } from './client.ts';
import type { RecordedExchange } from './outcome.ts';
import { credentialVariables, type Redact, withPlainPlaceholders } from './redact.ts';

/** Bytes of a body that a report keeps. */
const MOST_BODY = 65_536;

/** How a request is made of credentials: real ones to send it, placeholders to show it. */
export type MakeRequest = (context: EncodeContext) => HttpRequest;

/** An exchange as reports show it. The request is made anew with `${NAME}` for each credential that is a secret. */
export function recordExchange(
  exchange: Exchange,
  make: MakeRequest,
  client: Client,
  baseUrl: string,
  redact: Redact,
): RecordedExchange {
  const request = make(shownContext(client));
  return {
    request: {
      method: request.method,
      url: redact(withPlainPlaceholders(`${new URL(baseUrl).origin}${request.path}`)),
      headers: request.headers,
      body: request.body === null ? null : redact(withPlainPlaceholders(new TextDecoder().decode(request.body))),
    },
    response: recordResponse(exchange, redact),
  };
}

function recordResponse({ outcome }: Exchange, redact: Redact): RecordedExchange['response'] {
  if (outcome.kind === 'trouble') {
    return { trouble: { kind: outcome.trouble.kind, message: redact(outcome.trouble.message) } };
  }
  const { status, headers, body } = outcome.response;
  return {
    status,
    headers: headers.map(([name, value]) => [redact(name), redact(value)] as const),
    body: redact(new TextDecoder().decode(body)).slice(0, MOST_BODY),
    truncated: body.byteLength > MOST_BODY,
  };
}

function shownContext({ context, secrets }: Client): EncodeContext {
  const shown = Object.fromEntries(Object.keys(secrets).map((name) => [name, credentialVariables[name] ?? '***']));
  return { ...context, credentials: { ...context.credentials, ...shown } };
}
