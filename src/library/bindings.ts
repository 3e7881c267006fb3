import type { BindingName, Contract } from '../contract/model.ts';
import { bindings } from '../wire/soap/bindings.ts';
import { type GivenCall, namedCall } from './given.ts';

/** A request's target and credentials. */
export interface RequestPlace {
  /** The document's `{base_url}`: what comes before `/getData.asmx`; or the address that ends in that. */
  readonly baseUrl: string;
  /** DealerID, APIKEY and Password, if the call's values do not have them. */
  readonly credentials?: Readonly<Record<string, string>>;
}

/** A request that `fetch(request.url, request)` sends as it is; other clients take the same four. */
export interface BuiltRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text to send as UTF-8; null over GET. */
  readonly body: string | null;
}

/**
 * The request of a call, as in the table 'Bindings', without content codings: fetch hides the bytes that came.
 * @throws RangeError for what the contract does not have @throws TypeError if the base URL is not one
 */
export function buildRequest(
  contract: Contract,
  binding: BindingName,
  given: GivenCall,
  { baseUrl, credentials = {} }: RequestPlace,
): BuiltRequest {
  const { call } = namedCall(contract, binding, given);
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError(`baseUrl is '${baseUrl}'; expected an address that begins with http:// or https://`);
  const { origin, pathname } = new URL(baseUrl);
  // As on the command line, the endpoint stands for its {base_url}.
  const basePath = pathname.replace(/\/getData\.asmx$/i, '').replace(/\/$/, '');
  const context = { contract, basePath, credentials };
  const { path, headers, body } = bindings[binding].encode(call, context);
  return {
    method: contract.bindings[binding].method,
    url: `${origin}${path}`,
    headers: { ...Object.fromEntries(headers), 'Accept-Encoding': 'identity' },
    body: body === null ? null : new TextDecoder().decode(body),
  };
}
