import { bindings } from '../bindings/bindings.ts';
import type { Call, Credentials } from '../bindings/call.ts';
import type { Cell } from '../contract/model.ts';
import type { Exchange, HttpRequest } from '../exchange/exchange.ts';
import type { Client } from './client.ts';
import type { RecordedExchange } from './outcome.ts';
import { credentialVariables, type Redact, withPlainPlaceholders } from './redact.ts';

/** Bytes of a body that a report keeps. */
const MOST_BODY = 65_536;

/** An exchange as reports show it. The request is encoded anew with `${NAME}` for each credential that is a secret. */
export function recordExchange(
  exchange: Exchange,
  call: Call,
  cell: Cell,
  client: Client,
  baseUrl: string,
  redact: Redact,
): RecordedExchange {
  const request = shownRequest(cell, call, client);
  return {
    request: {
      method: request.method,
      url: withPlainPlaceholders(`${new URL(baseUrl).origin}${request.path}`),
      headers: request.headers,
      body: request.body === null ? null : withPlainPlaceholders(new TextDecoder().decode(request.body)),
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
    headers: headers.map(([name, value]) => [name, redact(value)] as const),
    body: redact(new TextDecoder().decode(body)).slice(0, MOST_BODY),
    truncated: body.byteLength > MOST_BODY,
  };
}

/** The request of a call with placeholders for secrets. */
function shownRequest(cell: Cell, call: Call, client: Client): HttpRequest {
  const names = Object.keys(client.secrets);
  const shown: Credentials = Object.fromEntries(names.map((name) => [name, credentialVariables[name] ?? '***']));
  const context = { ...client.context, credentials: { ...client.context.credentials, ...shown } };
  return bindings[cell.binding].encode(call, context);
}
