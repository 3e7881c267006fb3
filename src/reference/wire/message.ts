import type { BindingName, Contract, Operation } from '../../contract/model.ts';
import type { Header } from '../../wire/http/exchange.ts';
import type { ParameterValues, VehicleTypeHeader } from '../value.ts';

export interface InRequest {
  readonly method: string;
  /** Path and query as on the request line, without scheme and authority. */
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  /** Left out if it is 1.1. */
  readonly version?: '1.0';
  /** How the request line named it, if not by its path. */
  readonly target?: 'absolute';
}

export interface OutResponse {
  readonly status: number;
  /** Null: the status's usual reason phrase. */
  readonly reason: string | null;
  /** Only these are sent, and Date; without Content-Length the body is chunked. */
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  /** If given, these bytes are sent instead of all the above; `hold` leaves the connection open after them. */
  readonly raw: { readonly bytes: Uint8Array; readonly afterwards: 'close' | 'hold' } | null;
}

/** A response and what a log may say about its request: never a parameter. */
export interface Routed {
  readonly response: OutResponse;
  /** What was asked for. */
  readonly label: string;
  /** What changed the answer. */
  readonly changes?: readonly string[];
}

/** A response with text in UTF-8, Content-Length among its headers. */
export function textResponse(
  status: number,
  contentType: string,
  text: string,
  reason: string | null = null,
): OutResponse {
  const body = Buffer.from(text);
  const headers: Header[] = [
    ['Cache-Control', 'private, max-age=0'],
    ['Content-Type', contentType],
    ['Content-Length', String(body.length)],
  ];
  return { status, reason, headers, body, raw: null };
}

export function contentTypeOf({ bindings }: Contract, binding: BindingName): string {
  const { responseMediaType, charset } = bindings[binding];
  return `${responseMediaType}; charset=${charset}`;
}

export function plainResponse(status: number, sentence: string): OutResponse {
  return textResponse(status, 'text/plain; charset=utf-8', `${sentence}\n`);
}

/** Reads a request target: `http://host/path` becomes origin form, and replaces Host (RFC 9112, section 3.2.2). */
export function readTarget(target: string, headers: readonly Header[]): Pick<InRequest, 'path' | 'headers' | 'target'> {
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/is.exec(target) ?? [];
  if (authority === undefined) return { path: target, headers };
  const isHost = ([name]: Header): boolean => name.toLowerCase() === 'host';
  const added: readonly Header[] = headers.some(isHost) ? [] : [['Host', authority]];
  const named = headers.map((header): Header => (isHost(header) ? [header[0], authority] : header));
  return { path: rest.startsWith('/') ? rest : `/${rest}`, headers: [...added, ...named], target: 'absolute' };
}

const PARAMETER = /;\s*([^\s=;]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/g;

/** Parses a Content-Type leniently, as ASMX does, with names in lower case. */
export function readMediaType(text = '') {
  const parameters = new Map<string, string>();
  for (const [, name = '', raw = ''] of text.matchAll(PARAMETER))
    parameters.set(name.toLowerCase(), unquote(raw.trim()));
  return { type: (text.split(';')[0] ?? '').trim().toLowerCase(), parameters };
}

function unquote(raw: string): string {
  if (raw.length > 1 && raw.startsWith('"') && raw.endsWith('"')) return raw.slice(1, -1).replace(/\\(.)/g, '$1');
  // .NET also takes single quotes around the action parameter.
  return raw.length > 1 && raw.startsWith("'") && raw.endsWith("'") ? raw.slice(1, -1) : raw;
}

/** SOAP 1.1's names of the fault codes; SOAP 1.2 calls Client Sender and Server Receiver. */
export type FaultCode = 'Client' | 'Server' | 'VersionMismatch' | 'MustUnderstand';

/** Why a request gets no result, before it has a form on the wire. */
export type RequestFailure =
  /** SOAP: a fault with status 500. */
  | { readonly kind: 'fault'; readonly code: FaultCode; readonly message: string }
  /** HTTP GET and POST: status 500 and plain text. */
  | { readonly kind: 'plain'; readonly message: string }
  /** SOAP that can't be read: no body, as ASMX; the reason phrase says why. */
  | { readonly kind: 'empty'; readonly status: 400 | 415; readonly why: string };

export function fault(code: FaultCode, message: string): RequestFailure {
  return { kind: 'fault', code, message };
}

/** What a request of one of the four bindings says: the part that can be read. */
export interface ParsedRequest {
  readonly binding: BindingName;
  /** Null where the request names no operation of the contract. */
  readonly operation: Operation | null;
  readonly parameters: ParameterValues;
  readonly header: VehicleTypeHeader | null;
  readonly failure: RequestFailure | null;
}

/** A request that is refused before its parameters are read. */
export function failed(binding: BindingName, operation: Operation | null, failure: RequestFailure): ParsedRequest {
  return { binding, operation, parameters: {}, header: null, failure };
}
