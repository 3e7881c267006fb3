import type { Contract } from '../../../contract/model.ts';
import { isSecret } from '../../../results/har/secret-names.ts';
import { portableLines, withoutOwnLines } from '../../../wire/http/end-to-end.ts';
import { type Header, type HttpRequest, headerValue } from '../../../wire/http/exchange.ts';
import { servicePath } from '../../../wire/soap/decode-request.ts';

/** Which requests are sent to a server: of clients of the service at one path, to that at another one. */
export interface SendingPlace {
  readonly contract: Contract;
  /** The path of {base_url} as clients call it, and that of the server; '' for the root. */
  readonly from: string;
  readonly to: string;
  /** Whether it gets Authorization, cookies and other header lines that hold secrets. */
  readonly withSecrets: boolean;
  /** Lines for requests that lack them. */
  readonly added: readonly Header[];
}

/**
 * A client's request as a server gets it: byte for byte, but for Host, the lines of one connection, and those that it must
 * not get. Null if the path is not below the service's address.
 */
export function requestTo(request: HttpRequest, { contract, from, to, withSecrets, added }: SendingPlace) {
  const { method, path, headers, body } = request;
  const isBelow = path.toLowerCase().startsWith(`${from.toLowerCase()}/`);
  if (!isBelow || servicePath(path, contract)?.basePath.length !== from.length) return null;
  const lines = portableLines(headers);
  const taken = withSecrets ? lines : lines.filter(([name]) => !isSecret(name));
  const missing = added.filter(([name]) => headerValue(taken, name) === undefined);
  const sent = withoutOwnLines([...taken, ...missing]);
  return {
    request: { method, path: `${to}${path.slice(from.length)}`, headers: sent, body } satisfies HttpRequest,
    isLess: taken.length < lines.length,
  };
}

/** Why an answer depends on more than the call, in half a sentence; null if it does not. */
export function whyConditional({ headers }: HttpRequest): string | null {
  const isConditional = headers.some(([name]) => /^(?:if-[a-z-]{1,20}|range)$/i.test(name));
  return isConditional ? 'it asks for a part, or only for what has changed' : null;
}
