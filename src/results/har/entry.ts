import { member } from '../../base/json.ts';
import { beginning } from '../../base/words.ts';
import { type Header, headerValue } from '../../wire/http/exchange.ts';
import { type BodyRead, hasTakenOut, isDocumentStart, type KeptBody, readBody } from './body.ts';
import { readParams } from './form-params.ts';
import { readMembers, sizeOf } from './own-members.ts';

/** The parts of a HAR entry that are used, with every type checked. */
export type HarEntry = Readonly<ReturnType<typeof entryOf>>;

/** No answer if its status is 0. */
export type HarResponse = Readonly<ReturnType<typeof responseOf>>;

/** The bytes of a file beside the HAR that an entry names, or why there are none. */
export type Attached = (file: string) => Uint8Array | string;

type JsonObject = Readonly<Record<string, unknown>>;

class EntryMistake extends Error {
  override readonly name = 'EntryMistake';
}

const A_DAY = 86_400_000;

/**
 * Reads an entry (HAR 1.2, section 'entries'); or what is wrong with its request.
 * @param own - this suite wrote it: a text is what was sent
 */
export function readEntry(value: unknown, attached: Attached, own: boolean) {
  return orMistake(() => entryOf(fields(value, 'it'), attached, own));
}

function orMistake<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof EntryMistake) return error.message;
    throw error;
  }
}

function entryOf(entry: JsonObject, attached: Attached, own: boolean) {
  const request = fields(entry.request, 'request');
  const duration = typeof entry.time === 'number' ? entry.time : 0;
  const started = typeof entry.startedDateTime === 'string' ? Date.parse(entry.startedDateTime) : Number.NaN;
  const findings: readonly unknown[] = Array.isArray(entry._findings) ? entry._findings : [];
  const written = text(request.method, 'request.method');
  const method = own ? written : written.toUpperCase();
  const lines = headers(request.headers, 'request.headers');
  const postData = request.postData ?? request._content;
  const { response } = entry;
  return {
    startedAt: Number.isFinite(started) && started >= 0 ? started : null,
    durationMs: duration >= 0 && duration <= A_DAY ? Math.round(duration * 10) / 10 : 0,
    request: {
      method,
      query: lenientPairs(request.queryString),
      headers: withMediaType(lines, postData),
      body: method === 'GET' ? null : sentBody(postData, lines, attached, own),
    },
    // Its request can be sent all the same.
    response: orMistake(() => responseOf(fields(response, 'response'), attached)),
    // It was answered by a cache or a script of the page, not by the service.
    cached: CACHES.some((name) => isCache(entry[name]) || isCache(isFields(response) ? response[name] : undefined)),
    // Charles could not reach the service, or not to the end.
    isFailed: entry._charlesStatus === 'FAILED',
    // What only this suite writes.
    expectation: typeof entry._expectation === 'string' ? entry._expectation : null,
    findings: findings.filter((one) => typeof one === 'string'),
  };
}

/** Chromium's, and Safari's, for an answer that did not come from the network. */
const CACHES = ['_fromCache', '_fetchedViaServiceWorker', '_fetchType'];

function isCache(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== 'Network Load';
}

function responseOf(response: JsonObject, attached: Attached) {
  const { bodySize } = response;
  const status = typeof response.status === 'string' ? Number(response.status || Number.NaN) : response.status;
  if (typeof status !== 'number' || !Number.isInteger(status) || !(status === 0 || (status >= 100 && status <= 599)))
    throw new EntryMistake(`response.status is ${shown(response.status)}; expected 0 or 100 to 599`);
  const main = optionalFields(response.content, 'response.content');
  // HTTP Toolkit's place for a body that HAR has none for.
  const content = { ...main, ...optionalFields(response._content, 'response._content') };
  const lines = headers(response.headers, 'response.headers');
  return {
    status,
    reason: beginning(optionalText(response.statusText, 'response.statusText') ?? ''),
    version: beginning(optionalText(response.httpVersion, 'response.httpVersion') ?? '').replace(/^HTTP\//i, ''),
    headers: lines,
    /** The recorder saw a media type, though it may not have kept the line. */
    mediaType: mediaTypeIn(content),
    kept: keptBody(content, lines, 'response.content', attached, sizesIn(content), sizeOf(bodySize)),
    error: typeof response._error === 'string' ? response._error : '',
    // The kind of network error and the part of the message that it is about, where this suite recorded them.
    trouble: typeof response._trouble === 'string' ? response._trouble : null,
    part: typeof response._part === 'string' ? response._part : null,
    own: readMembers(response),
  };
}

function sizesIn({ size, compression }: JsonObject): readonly number[] {
  const whole = sizeOf(size);
  if (whole === null) return [];
  // mitmproxy's size is that of the coded body; all say how much longer or shorter it is without the coding.
  return sizeOf(compression) === null ? [whole] : [whole, whole + (sizeOf(compression) ?? 0)];
}

function keptBody(
  data: JsonObject,
  lines: readonly Header[],
  where: string,
  attached: Attached,
  sizes: readonly number[] = [],
  wireSize: number | null = null,
): KeptBody {
  const file = optionalText(data._file, `${where}._file`);
  const bytes = file === null ? null : attached(file);
  if (typeof bytes === 'string') throw new EntryMistake(bytes);
  const body = optionalText(data.text, `${where}.text`);
  return {
    text: body ?? (data.size === 0 ? '' : null),
    encoding: optionalText(data.encoding, `${where}.encoding`),
    attached: bytes,
    sizes,
    wireSize,
    headers: lines,
    isCut: typeof data.comment === 'string' && /truncat|\bcut\b/i.test(data.comment),
  };
}

/** What recordings of this suite have in place of a secret; it is not as long. */
export const MASK = /\*\*\*|\$\{GETDATA_\w+\}/;

/** The body of a request: its text, or its form parameters written as one; null if there is none. */
function sentBody(postData: unknown, lines: readonly Header[], attached: Attached, own: boolean): BodyRead | null {
  if (postData === undefined || postData === null) return null;
  const data = typeof postData === 'string' ? { text: postData } : fields(postData, 'request.postData');
  const kept = keptBody(data, lines, 'request.postData', attached);
  if (kept.attached === null && (kept.text ?? '') === '' && Array.isArray(data.params)) {
    const pairs = data.params.map((param): Header => {
      const { name, value } = fields(param, 'a member of request.postData.params');
      return [text(name, 'a name in request.postData.params'), optionalText(value, 'a value of them') ?? ''];
    });
    return readParams(pairs, lines);
  }
  if (kept.attached === null && kept.text === null) return null;
  if (own) return { bytes: new TextEncoder().encode(kept.text ?? ''), exact: true };
  const body = kept.text ?? '';
  // A document shows its end, but not what a '?' in a value stands for.
  const isAsked = body.split('<').some((piece) => piece.slice(piece.indexOf('>') + 1).includes('?'));
  const isEdited = MASK.test(body) || hasTakenOut(body) || (isDocumentStart(body) && !isAsked);
  return readBody(isEdited ? { ...kept, isEdited } : kept);
}

/** The header lines, with the type of the body where the recorder has only that. */
function withMediaType(lines: readonly Header[], postData: unknown): readonly Header[] {
  const type = mediaTypeIn(postData);
  return type === null || headerValue(lines, 'content-type') !== undefined ? lines : [...lines, ['Content-Type', type]];
}

function mediaTypeIn(body: unknown): string | null {
  const type = member(body, 'mimeType');
  return typeof type === 'string' && /^[^/]+\/./.test(type) ? type : null;
}

/** Of all header lines of a message: four times the characters, and as many lines, as our own proxy passes on. */
const MOST_OF_HEADERS = 256 * 1024;
const MOST_LINES = 1_000;

/** Names and values of a list; null values are empty, and what is no pair counts for nothing. */
export function lenientPairs(value: unknown): readonly Header[] {
  return (Array.isArray(value) ? value : []).flatMap((one): readonly Header[] => {
    const { name, value: written = '' } = isFields(one) ? one : {};
    return typeof name === 'string' ? [[name, typeof written === 'string' ? written : '']] : [];
  });
}

/** Header lines; without the pseudo-headers of HTTP/2 (RFC 9113, section 8.3). */
function headers(value: unknown, where: string): readonly Header[] {
  const lines = headerPairs(value ?? [], where);
  const characters = lines.reduce((sum, line) => sum + line.join('').length, 0);
  const isLong = characters > MOST_OF_HEADERS ? `${MOST_OF_HEADERS} characters` : null;
  const excess = lines.length > MOST_LINES ? `${MOST_LINES} lines` : isLong;
  if (excess !== null)
    throw new EntryMistake(`${where} has more than ${excess}; expected header lines of a real message`);
  return lines.flatMap(([name, written]) => (name.startsWith(':') ? [] : [[name, written.trim()]]));
}

function headerPairs(value: unknown, where: string): readonly Header[] {
  // Some tools write an object of names and values.
  if (isFields(value))
    return Object.entries(value).flatMap(([name, one]) => (typeof one === 'string' ? [[name, one]] : []));
  if (!Array.isArray(value)) throw new EntryMistake(`${where} is ${shown(value)}; expected an array`);
  return value.map((one): Header => {
    const pair = fields(one, `a member of ${where}`);
    return [text(pair.name, `a name in ${where}`), text(pair.value, `a value in ${where}`)];
  });
}

function fields(value: unknown, where: string): JsonObject {
  if (!isFields(value)) throw new EntryMistake(`${where} is ${shown(value)}; expected an object`);
  return value;
}

function optionalFields(value: unknown, where: string): JsonObject {
  return value === undefined || value === null ? {} : fields(value, where);
}

function text(value: unknown, where: string): string {
  if (typeof value !== 'string') throw new EntryMistake(`${where} is ${shown(value)}; expected a text`);
  return value;
}

function optionalText(value: unknown, where: string): string | null {
  return value === undefined || value === null ? null : text(value, where);
}

function isFields(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value in a sentence; for texts only the type, since they may hold a secret. */
function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return typeof value === 'string' ? 'a text' : 'an object';
}
