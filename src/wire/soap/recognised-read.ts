import type { Contract } from '../../contract/model.ts';
import { requestElement } from '../../contract/operations.ts';
import { contentCoding, type HttpRequest } from '../http/exchange.ts';
import { type DecodedRequest, decodeRequest, servicePath, unescaped } from './decode-request.ts';

export type RecognisedRead = Extract<DecodedRequest, { readonly kind: 'call' }>;

/** How often a path may be escaped, before it is no path of a client. */
const MOST_ESCAPES = 4;

/** In others, bytes that read as one element here may be another one at the server. */
const SIMPLE_CHARSETS = /^(?:utf-8|us-ascii|iso-8859-1|windows-1252)$/i;

/**
 * The call of a request that a server takes for a read, so that it may be sent to another one too. IIS compares paths
 * without case, and servers disagree on what counts in a request that names two operations: one that names a write
 * anywhere, in any case, is none. @returns null for all else
 */
export function recognisedRead(request: HttpRequest, contract: Contract): RecognisedRead | null {
  if (contentCoding(request.headers) !== null || !hasSimpleCharset(request)) return null;
  const path = documentedPath(request.path, contract);
  if (path === null || namesWrite(request, contract) || isOverridden(request, path, contract)) return null;
  const decoded = decodeRequest({ ...request, path }, contract);
  return decoded.kind === 'call' && decoded.cell.operation.effect === 'read' ? decoded : null;
}

/** The path with the operation in the document's case; null if it is not the service's, or names its endpoint twice. */
function documentedPath(path: string, contract: Contract): string | null {
  const place = servicePath(path, contract);
  if (place === null || place.basePath.toLowerCase().includes(contract.endpointPath.toLowerCase())) return null;
  const wanted = place.operation.toLowerCase();
  const operation = contract.operations.find(({ name }) => name.toLowerCase() === wanted);
  if (place.operation !== '' && operation === undefined) return null;
  return `${contract.endpointPath}${operation === undefined ? '' : `/${operation.name}`}?${place.query}`;
}

/** Lines by which some servers, frameworks and gateways replace the method or the path of a request. */
const METHOD_OVERRIDE = /^x-(?:http-)?method(?:-override)?$/i;
const PATH_OVERRIDE = /^x-(?:original|rewrite)-ur[il]$/i;

/** Whether a header line says another method than the request, or a path with another operation. */
function isOverridden({ method, headers }: HttpRequest, path: string, contract: Contract): boolean {
  const [place] = path.split('?');
  return headers.some(([name, value]) => {
    if (METHOD_OVERRIDE.test(name)) return value !== method;
    return PATH_OVERRIDE.test(name) && documentedPath(value, contract)?.split('?')[0] !== place;
  });
}

function namesWrite({ path, headers, body }: HttpRequest, { operations }: Contract): boolean {
  const paths = [path];
  for (let times = 0; times < MOST_ESCAPES; times += 1) paths.push(unescaped(paths.at(-1) ?? ''));
  const texts = [...paths, ...headers.flat(), body === null ? '' : Buffer.from(body).toString('latin1')];
  const all = texts.join('\n').toLowerCase();
  const isNamed = (name: string): boolean => all.includes(name.toLowerCase());
  return operations.some((one) => one.effect === 'write' && (isNamed(one.name) || isNamed(requestElement(one))));
}

function hasSimpleCharset({ headers, body }: HttpRequest): boolean {
  const start = Buffer.from(body?.subarray(0, 200) ?? []).toString('latin1');
  const declared = /<\?xml[^>]{0,100}\sencoding\s{0,8}=\s{0,8}["']([^"']{0,40})/i.exec(start)?.[1];
  const types = headers.flatMap(([name, value]) => (name.toLowerCase() === 'content-type' ? [value] : [])).join(';');
  const charsets = [...types.matchAll(/charset\s{0,8}=\s{0,8}["']?([^"';\s]{0,40})/gi)].map(([, name]) => name);
  return [declared, ...charsets].every((name) => name === undefined || SIMPLE_CHARSETS.test(name));
}
