import { namesOtherSecret, withoutSecretLines } from '../../../results/har/secrets.ts';
import { portableLines, withoutOwnLines } from '../../../wire/http/end-to-end.ts';
import { type Header, type HttpRequest, headerValue } from '../../../wire/http/exchange.ts';
import type { EncodeContext } from '../../../wire/soap/call.ts';

/** What of a client's request a server gets. */
export interface SendingPlace {
  /** Whether it gets Authorization, cookies and other header lines that hold secrets. */
  readonly withSecrets: boolean;
  /** Lines for requests that lack them. */
  readonly added: readonly Header[];
}

/**
 * A client's request as a server gets it: byte for byte, but for Host, the lines of one connection, and those that it
 * must not get. Null if its path is not below the service's address. @param from - its path as clients call it
 */
export function requestTo(
  request: HttpRequest,
  from: string,
  { contract, basePath }: EncodeContext,
  place: SendingPlace,
) {
  const { path, headers } = request;
  if (!path.toLowerCase().startsWith(`${from}${contract.endpointPath}`.toLowerCase())) return null;
  const lines = portableLines(headers);
  const taken = place.withSecrets ? lines : withoutSecretLines(lines);
  const missing = place.added.filter(([name]) => headerValue(taken, name) === undefined);
  const sent = withoutOwnLines([...taken, ...missing]);
  return {
    request: { ...request, path: `${basePath}${path.slice(from.length)}`, headers: sent } satisfies HttpRequest,
    isLess: taken.length < lines.length,
    /** It names a secret that this server must not get. */
    holdsSecret: !place.withSecrets && namesOtherSecret(request, contract),
  };
}

/** Why an answer depends on more than the call, in half a sentence; null if it does not. */
export function whyConditional({ headers }: HttpRequest): string | null {
  const isConditional = headers.some(([name]) => /^(?:if-[a-z-]{1,20}|range)$/i.test(name));
  return isConditional ? 'it asks for a part, or only for what has changed' : null;
}
