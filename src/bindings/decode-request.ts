import type { BindingName, Contract, Operation } from '../contract/model.ts';
import { type HttpRequest, headerValue } from '../exchange/exchange.ts';
import { decodeEnvelope } from './decode-envelope.ts';
import { decodeParameters } from './decode-parameters.ts';
import { type DecodedRequest, malformed, quoted } from './decoded-request.ts';
import { mediaTypeOf } from './media-type.ts';

const OTHER: DecodedRequest = { kind: 'other' };

/** Where a path leads: `{base_url}`'s path and what follows the endpoint; null where it is not that of the service. */
export interface ServicePath {
  readonly basePath: string;
  /** `<Op>` over GET and POST, '' at the endpoint itself. */
  readonly operation: string;
  readonly query: string;
}

/** Takes a request's path apart. IIS compares paths without case, so this does too. */
export function servicePath(path: string, { endpointPath }: Contract): ServicePath | null {
  const [whole = '', ...rest] = path.split('?');
  const at = whole.toLowerCase().lastIndexOf(endpointPath.toLowerCase());
  const after = at < 0 ? 'none' : whole.slice(at + endpointPath.length);
  if (after !== '' && !/^\/[^/]*$/.test(after)) return null;
  return { basePath: whole.slice(0, at), operation: after.slice(1), query: rest.join('?') };
}

/**
 * Reads a request as the call it is, in the binding that its method, path, Content-Type and body say (the document,
 * table 'Bindings'). It reads requests of any client; how one departs from the document's is in `oddities`.
 */
export function decodeRequest(request: HttpRequest, contract: Contract): DecodedRequest {
  const place = servicePath(request.path, contract);
  if (place === null) return OTHER;
  if (place.operation === '') return decodeSoap(request, contract);
  if (request.method !== 'GET' && request.method !== 'POST') return OTHER;
  const operation = contract.operations.find(({ name }) => name === place.operation);
  if (operation === undefined) return malformed(`${quoted(place.operation)} is no operation`);
  if (request.method === 'GET') return decodeForm(place.query, operation, 'http-get');
  const type = mediaTypeOf(headerValue(request.headers, 'content-type'))?.type;
  // ASMX has a fifth way, JSON for script; the document has not.
  if (type !== undefined && type !== contract.bindings['http-post'].requestMediaType) return OTHER;
  return decodeForm(textOf(request), operation, 'http-post');
}

function decodeSoap(request: HttpRequest, contract: Contract): DecodedRequest {
  if (request.method !== 'POST') return OTHER;
  const decoded = decodeEnvelope(textOf(request), contract);
  if (decoded.kind !== 'call') return decoded;
  const { cell, namespace } = decoded;
  const type = mediaTypeOf(headerValue(request.headers, 'content-type'))?.type;
  const wanted = contract.bindings[cell.binding].requestMediaType;
  const oddities = [...decoded.oddities];
  if (type !== wanted) oddities.push(`its Content-Type is not ${wanted}, as its envelope wants`);
  const action = headerValue(request.headers, 'soapaction')?.replaceAll('"', '');
  const expected = `${namespace}${cell.operation.name}`;
  if (contract.bindings[cell.binding].soapAction && action !== expected) {
    oddities.push('its SOAPAction does not name the operation');
  }
  return { ...decoded, oddities };
}

function textOf({ body }: HttpRequest): string {
  return new TextDecoder().decode(body ?? new Uint8Array());
}

/** A call over GET or POST from its query or form body (WHATWG URL, application/x-www-form-urlencoded). */
function decodeForm(form: string, operation: Operation, binding: BindingName): DecodedRequest {
  const { values, credentials, oddities } = decodeParameters([...new URLSearchParams(form)], operation);
  const call = { operation: operation.name, values, header: null };
  return { kind: 'call', cell: { operation, binding }, call, credentials, namespace: null, oddities };
}
