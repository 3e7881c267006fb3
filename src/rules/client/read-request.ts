import { nearest } from '../../base/nearest.ts';
import type { BindingName, Contract, Operation } from '../../contract/model.ts';
import { type Header, type HttpRequest, headerValue } from '../../wire/http/exchange.ts';
import { unescaped } from '../../wire/soap/decode-request.ts';
import { mediaTypeOf } from '../../wire/soap/media-type.ts';
import { recognise } from '../body/recognise.ts';
import type { BodyKind, Recognised } from '../body/recognised.ts';
import { readForm, type SentName } from './read-form.ts';
import { readSoap, type SoapReading } from './read-soap.ts';

/** What a request says: the part that can be read. */
export interface RequestReading {
  readonly contract: Contract;
  readonly request: HttpRequest;
  readonly path: RequestPath;
  /** The path of the server's {base_url}; null if it is not known. */
  readonly base: string | null;
  readonly binding: BindingName | null;
  /** The operation that is called, or the one with the most similar name. */
  readonly operation: Operation | null;
  /** How the request names the operation; null where it does not. */
  readonly named: SentName | null;
  readonly parameters: readonly SentName[];
  /** The body has another media type and can't be read as XML or a form: what it says is not known. */
  readonly isForeign: boolean;
  /** What the body is, where it is no envelope or form as it came; then what it holds is read. */
  readonly found: Recognised | null;
  /** If it is meant as SOAP. */
  readonly soap: SoapReading | null;
}

/** A path split at the endpoint, unescaped. */
interface RequestPath {
  /** What precedes the endpoint, '' for the root. */
  readonly before: string;
  /** The endpoint as written; empty where the path names none. */
  readonly endpoint: string;
  /** What follows `<endpoint>/`; null at the endpoint itself. */
  readonly below: string | null;
  readonly query: string;
}

const NOTHING = new Uint8Array();

/** Bodies in which no pairs are looked for. */
const NO_FORM: readonly (BodyKind | undefined)[] = ['multipart', 'base64', 'http-head'];

/** A longer name is not compared: it resembles no name of the contract, and comparing takes time. */
const LONGEST = 64;
/** Maximum elements or parameters read in one place. */
export const MOST = 200;

/** The name that was meant by another; null if none is similar. */
export function meant(name: string, allowed: readonly string[]): string | null {
  return name.length > LONGEST ? null : nearest(name, allowed);
}

/**
 * Reads what a request says, even if it is wrong; null where it is not a call. Never throws. @param base - the path of
 * the server's {base_url}; null if it is not known
 */
export function readRequest(sent: HttpRequest, contract: Contract, base: string | null): RequestReading | null {
  const request = { ...sent, headers: combined(sent.headers) };
  const path = readPath(request.path, contract) ?? readElsewhere(request, contract);
  const { method, body } = request;
  const isEmpty = body === null || body.length === 0;
  if (path === null || method === 'OPTIONS') return null;
  const isOfEndpoint = path.below === null && isEmpty && (method === 'GET' || method === 'HEAD');
  if (isOfEndpoint && !hasParameter(path.query, contract)) return null;
  const own = { contract, request, path, base };
  const type = mediaTypeOf(headerValue(request.headers, 'content-type'))?.type ?? '';
  const { soap11, soap12, 'http-post': post } = contract.bindings;
  const wrapped = isEmpty ? null : recognise({ headers: request.headers, body });
  const carried = wrapped?.inner ?? body;
  const isForm = type === post.requestMediaType && !startsAsXml(carried);
  const isSoapType = [soap11, soap12].some(({ requestMediaType }) => requestMediaType === type);
  const isSoap = isSoapType && !isEmpty;
  if (!isOfEndpoint && method !== 'GET' && !isForm && (path.below === null || isSoap || startsAsXml(carried))) {
    const soap = readSoap({ ...request, body: carried }, contract, carried === body);
    const { payload, version } = soap;
    const binding = version ?? (type === soap12.requestMediaType ? 'soap12' : 'soap11');
    const named = payload === null ? null : soap.sent(payload);
    const parameters = payload === null ? [] : soap.children(payload, MOST);
    const isForeign = !isSoapType && !startsAsXml(carried);
    const endsEarly = soap.parse.kind === 'problem' && soap.parse.problem.atEnd === true;
    const found = wrapped ?? recognise({ headers: request.headers, body: body ?? NOTHING }, endsEarly);
    return { ...own, binding, named, operation: operationMeant(named, contract), parameters, isForeign, found, soap };
  }
  // Of a method that calls nothing, what is sent says which binding is meant.
  const binding = ['GET', 'HEAD'].includes(method) || (method !== 'POST' && isEmpty) ? 'http-get' : 'http-post';
  const name = path.below?.split(/[/&=;]/, 1)[0] ?? '';
  const named = name === '' ? null : { name, value: null, location: 'path', bytes: null };
  const pairs = withoutParts(readForm(binding === 'http-get' ? path.query : carried, MOST), contract);
  const isUnread = !isForm && pairs.some(({ badEncoding }) => badEncoding !== undefined);
  const isForeign = binding === 'http-post' && (isUnread || NO_FORM.includes(wrapped?.kind));
  const parameters = isForeign ? [] : pairs;
  const found = binding === 'http-get' ? null : wrapped;
  const operation = operationMeant(named, contract);
  return { ...own, binding, named, operation, parameters, isForeign, found, soap: null };
}

/** True for a query with the name of a parameter: an address of a page has none. */
function hasParameter(query: string, { operations }: Contract): boolean {
  const names = new Set(operations.flatMap(({ parameters }) => parameters.map(({ name }) => name.toLowerCase())));
  return readForm(query, MOST).some(({ name }) => names.has(name.toLowerCase()));
}

/** One line for each field, as a recipient may combine its lines (RFC 9110, section 5.3). */
function combined(headers: readonly Header[]): readonly Header[] {
  const fields = new Map<string, string>();
  for (const [written, value] of headers) {
    const name = written.toLowerCase();
    fields.set(name, fields.has(name) ? `${fields.get(name)}, ${value}` : value);
  }
  return [...fields];
}

/** Hides names that may be part of a credential: what follows an & in one, or a pair without '='. */
function withoutParts(sent: readonly SentName[], { operations }: Contract): readonly SentName[] {
  const all = operations.flatMap(({ parameters }) => parameters);
  const names = all.map(({ name }) => name);
  const credentials = new Set(all.filter(({ credential }) => credential).map(({ name }) => name.toLowerCase()));
  return sent.map((one, index) => {
    const after = credentials.has(sent[index - 1]?.name.toLowerCase() ?? '');
    if ((!after && one.badEncoding === undefined) || names.includes(one.name) || meant(one.name, names) !== null)
      return one;
    return { ...one, name: '…', location: one.location.replace(/ .*/s, '') };
  });
}

function startsAsXml(body: Uint8Array | null): boolean {
  return /^[\s\u00ef\u00bb\u00bf]*</.test(Buffer.from(body?.subarray(0, LONGEST) ?? []).toString('latin1'));
}

function operationMeant(named: SentName | null, { operations }: Contract): Operation | null {
  if (named === null) return null;
  const names = operations.map(({ name }) => name);
  const name = names.includes(named.name) ? named.name : meant(named.name, names);
  return operations.find((operation) => operation.name === name) ?? null;
}

/** Splits a path at the endpoint, even if misspelled; null if there is none. */
function readPath(target: string, { endpointPath, operations }: Contract): RequestPath | null {
  const [written = '', ...rest] = target.split('?');
  const segments = unescaped(written).split('/').slice(-MOST);
  const endpoint = endpointPath.slice(1);
  const stem = endpoint.replace(/\..*/, '');
  const isLike = (segment: string): boolean =>
    segment.toLowerCase() === stem.toLowerCase() || meant(segment, [endpoint]) !== null;
  // `getData.asmxGet_Inventory`: the slash is missing.
  const glued = (segment: string): readonly string[] => {
    const name = segment.startsWith(endpoint) ? segment.slice(endpoint.length) : '';
    const names = operations.map((one) => one.name);
    return name === '' || meant(name, names) === null ? [] : [name];
  };
  const exact = segments.lastIndexOf(endpoint);
  const at = exact >= 0 ? exact : segments.findLastIndex((one) => isLike(one) || glued(one).length > 0);
  if (at < 0) return null;
  const below = [...glued(segments[at] ?? ''), ...segments.slice(at + 1)];
  const before = segments
    .slice(0, at)
    .join('/')
    .replace(/^https?:\/\/[^/]*/i, '')
    .replaceAll(/\/+/g, '/')
    .replace(/\/$/, '');
  const endpointAndRest = { endpoint: segments[at] ?? '', below: below.length === 0 ? null : below.join('/') };
  return { before, ...endpointAndRest, query: rest.join('?') };
}

/** The first element of an envelope's Body. */
const PAYLOAD = /[:<]Body[^<>]{0,500}>\s{0,500}<(?:[^\s<>/:]{1,64}:)?(\w{1,64})[\s/>]/;

/** A path without the endpoint, in a request that still names an operation: in the path's end, or in an envelope. */
function readElsewhere({ path, body }: HttpRequest, { operations }: Contract): RequestPath | null {
  const [written = '', ...rest] = path.split('?');
  const below = unescaped(written.slice(written.lastIndexOf('/') + 1));
  const payload = PAYLOAD.exec(Buffer.from(body?.subarray(0, 4096) ?? []).toString('latin1'))?.[1];
  const found = operations.find(({ name }) => name === below || name === payload)?.name;
  return found === undefined
    ? null
    : { before: '', endpoint: '', below: found === below ? below : null, query: rest.join('?') };
}
