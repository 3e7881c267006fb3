import type { Exchange, Header, HttpResponse } from '../../exchange/exchange.ts';
import type { RecordedExchange, RecordedResponse } from '../outcome.ts';

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
  const { status, reason, version, headers, complete, surplus, codedBytes } = recorded;
  const body =
    recorded.base64 === undefined ? new TextEncoder().encode(recorded.body) : Buffer.from(recorded.base64, 'base64');
  const grown = body.byteLength - recorded.bytes;
  return {
    status,
    reason,
    version,
    headers: grown === 0 || codedBytes !== undefined ? headers : headers.map((header) => withLengthOf(header, grown)),
    body: new Uint8Array(body),
    complete,
    surplus,
    ...(codedBytes === undefined ? {} : { codedBytes }),
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
