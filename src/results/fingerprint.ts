import { createHash } from 'node:crypto';
import { groupBy } from '../base/group-by.ts';
import { type Exchange, type HttpResponse, headerValue } from '../wire/http/exchange.ts';
import { ENVELOPE_NAMESPACES } from '../wire/soap/envelope.ts';
import { mediaTypeOf } from '../wire/soap/media-type.ts';
import { hasNoData, type ParsedResponse } from '../wire/soap/parsed-response.ts';
import { childElements, textOf, type XmlElement } from '../xml/tree.ts';
import type { Fingerprint } from './observation.ts';
import type { Redact } from './record/redact.ts';

/** Names and codes chosen by a server are cut to this length, so that no answer can bloat a report. */
const LONGEST = 80;

const asItIs: Redact = (text) => text;

/**
 * The parts of a response that do not vary from run to run: no dates, lengths, values or messages.
 * @param redact - removes secrets before names are cut
 */
export function fingerprintOf(reading: ParsedResponse, redact: Redact = asItIs): Fingerprint {
  const { outcome } = reading.exchange;
  if (outcome.kind === 'trouble') return { status: null, trouble: outcome.trouble.kind };
  const { response } = outcome;
  const type = mediaTypeOf(headerValue(response.headers, 'content-type'));
  const seen = {
    status: response.status,
    mediaType: type === null ? null : short(type.type, redact),
    charset: type?.charset == null ? null : short(type.charset, redact),
    complete: response.complete,
  };
  return { ...seen, ...bodyPrint(reading, response, redact) };
}

/** Which header lines there are, and their values only if a server's set-up and not the moment decides them. */
export function headersPrint({ outcome }: Exchange, redact: Redact = asItIs): Fingerprint {
  if (outcome.kind === 'trouble') return {};
  const { headers, version } = outcome.response;
  const has = (name: string): boolean => headerValue(headers, name) !== undefined;
  const shown = (name: string): string | undefined => {
    const value = headerValue(headers, name);
    return value === undefined ? undefined : redact(value);
  };
  return {
    httpVersion: version,
    server: has('server'),
    xPoweredBy: has('x-powered-by'),
    xAspNetVersion: has('x-aspnet-version'),
    setCookie: has('set-cookie'),
    etag: has('etag'),
    cacheControl: cacheControl(shown('cache-control')),
    contentEncoding: shown('content-encoding')?.toLowerCase().slice(0, LONGEST) ?? null,
    transferEncoding: shown('transfer-encoding')?.toLowerCase().slice(0, LONGEST) ?? null,
  };
}

/** The directives in alphabetical order; of a time only whether it is 0, since the time left shrinks. */
export function cacheControl(value: string | undefined): string | null {
  if (value === undefined) return null;
  const directives = value.toLowerCase().split(',');
  const normal = directives.map((one) => one.trim().replace(/=\s*"?0*([1-9]\d*)"?$/, '=n')).filter((one) => one !== '');
  return normal.toSorted().join(', ').slice(0, LONGEST);
}

function bodyPrint(reading: ParsedResponse, response: HttpResponse, redact: Redact): Fingerprint {
  if (response.body.length === 0) return { body: 'empty' };
  if (reading.xml?.kind !== 'document') return { body: otherBody(response) };
  const { root } = reading.xml.document;
  // An HTML page that happens to be XML is still a page: its shape is not one of the service.
  if (root.name.toLowerCase() === 'html') return { body: 'page' };
  return { body: 'xml', ...envelopePrint(root, redact), data: dataOf(reading), shape: shapeDigest(root) };
}

function otherBody({ headers, status }: HttpResponse): string {
  const type = mediaTypeOf(headerValue(headers, 'content-type'))?.type;
  if (type === 'text/plain') return status >= 400 ? 'text/plain error' : 'text/plain';
  if (type === 'text/html') return 'page';
  return 'other';
}

function dataOf(reading: ParsedResponse): string | null {
  if (reading.located.result === null && !reading.located.nullResult) return null;
  return hasNoData(reading) ? 'none' : 'some';
}

function envelopePrint(root: XmlElement, redact: Redact): Fingerprint {
  if (root.name !== 'Envelope') return { root: short(root.name, redact) };
  const body = childElements(root).find(({ name }) => name === 'Body');
  const first = body === undefined ? undefined : childElements(body)[0];
  const { soap11, soap12 } = ENVELOPE_NAMESPACES;
  const envelope = root.namespace === soap11 ? 'soap11' : root.namespace === soap12 ? 'soap12' : 'unknown';
  const fault = first?.name === 'Fault' ? faultCode(first, redact) : null;
  return { root: first === undefined ? 'Envelope' : short(`Envelope/${first.name}`, redact), envelope, fault };
}

/** The local part of faultcode (SOAP 1.1, section 4.4) or of Code/Value (SOAP 1.2 Part 1, section 5.4.1). */
function faultCode(fault: XmlElement, redact: Redact): string | null {
  const child = (parent: XmlElement | undefined, wanted: string): XmlElement | undefined =>
    parent === undefined ? undefined : childElements(parent).find(({ name }) => name === wanted);
  const code = child(fault, 'faultcode') ?? child(child(fault, 'Code'), 'Value');
  return code === undefined ? null : short(redact(textOf(code)).trim().split(':').at(-1) ?? '', redact);
}

/** A name or code without anything that could do harm in a report. */
function short(text: string, redact: Redact): string {
  const shown = redact(text);
  if (shown !== text) return shown.slice(0, LONGEST);
  return text.slice(0, LONGEST).replaceAll(/[^\p{L}\p{N}._:/+-]/gu, '?');
}

/** Deeper than this, names no longer count. */
const DEPTH = 24;

/** The names below elements of one name, with those of repeated siblings merged. */
type Shape = ReadonlyMap<string, Shape>;
/** Of all leaves: a document may have 300,000 of different names. */
const NOTHING: Shape = new Map();

/** A digest of which elements contain which; number, order and content may differ between equal reads. */
function shapeDigest(root: XmlElement): string {
  const text = written(new Map([[nameOf(root), shapeOf([root], DEPTH)]]));
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function shapeOf(alike: readonly XmlElement[], depth: number): Shape {
  const children = depth === 0 ? [] : alike.flatMap(childElements);
  if (children.length === 0) return NOTHING;
  const byName = groupBy(children, nameOf);
  return new Map([...byName].map(([name, same]) => [name, shapeOf(same, depth - 1)]));
}

function nameOf({ namespace, name }: XmlElement): string {
  return `{${namespace}}${name}`;
}

function written(shape: Shape): string {
  return [...shape.keys()]
    .toSorted()
    .map((name) => `${name}(${written(shape.get(name) ?? NOTHING)})`)
    .join(',');
}
