import type { Header } from '../exchange/exchange.ts';

/** The parts of a HAR entry that are used, with every type checked. */
export type HarEntry = Readonly<ReturnType<typeof entryOf>>;

/** No answer if its status is 0. */
export type HarResponse = Readonly<ReturnType<typeof responseOf>>;

type Fields = Readonly<Record<string, unknown>>;

class EntryMistake extends Error {
  override readonly name = 'EntryMistake';
}

const A_DAY = 86_400_000;

/** Reads an entry (HAR 1.2, section 'entries'); or what is wrong with it. */
export function readEntry(value: unknown): HarEntry | string {
  try {
    return entryOf(fields(value, 'it'));
  } catch (error) {
    if (error instanceof EntryMistake) return error.message;
    throw error;
  }
}

/** The address of an entry, before the rest of it is read; null if it has none. */
export function addressOf(value: unknown): string | null {
  const request = isFields(value) ? value.request : null;
  return isFields(request) && typeof request.url === 'string' ? request.url : null;
}

function entryOf(entry: Fields) {
  const request = fields(entry.request, 'request');
  const duration = typeof entry.time === 'number' ? entry.time : 0;
  const started = typeof entry.startedDateTime === 'string' ? Date.parse(entry.startedDateTime) : Number.NaN;
  const findings: readonly unknown[] = Array.isArray(entry._findings) ? entry._findings : [];
  const method = text(request.method, 'request.method');
  return {
    startedAt: Number.isFinite(started) && started >= 0 ? started : null,
    durationMs: duration >= 0 && duration <= A_DAY ? Math.round(duration * 10) / 10 : 0,
    request: {
      method,
      url: text(request.url, 'request.url'),
      headers: headers(request.headers, 'request.headers'),
      body: method === 'GET' ? null : bodyOf(request.postData),
    },
    response: responseOf(fields(entry.response, 'response')),
    // It was answered by a cache, not by the service.
    cached: entry._fromCache !== undefined && entry._fromCache !== null && entry._fromCache !== false,
    // What only this suite writes.
    expectation: typeof entry._expectation === 'string' ? entry._expectation : null,
    findings: findings.filter((one) => typeof one === 'string'),
  };
}

function responseOf(response: Fields) {
  const { status, bodySize } = response;
  if (typeof status !== 'number' || !Number.isInteger(status) || !(status === 0 || (status >= 100 && status <= 599)))
    throw new EntryMistake(`response.status is ${shown(status)}; expected 0 or 100 to 599`);
  const content = response.content === undefined ? {} : fields(response.content, 'response.content');
  const sizes = [bodySize, content.size].filter((one) => typeof one === 'number');
  const body = optionalText(content.text, 'response.content.text');
  const { _surplus: surplus, _codedBytes: coded, _statusLine: statusLine } = response;
  return {
    status,
    reason: optionalText(response.statusText, 'response.statusText') ?? '',
    version: (optionalText(response.httpVersion, 'response.httpVersion') ?? '').replace(/^HTTP\//i, ''),
    headers: headers(response.headers, 'response.headers'),
    // Null if the body was not recorded.
    text: body ?? (content.size === 0 ? '' : null),
    encoding: optionalText(content.encoding, 'response.content.encoding'),
    sizes,
    error: typeof response._error === 'string' ? response._error : '',
    // The kind of network error, where this suite recorded it.
    trouble: typeof response._trouble === 'string' ? response._trouble : null,
    truncated: response._truncated === true,
    complete: response._complete !== false,
    ...(typeof statusLine === 'string' ? { statusLine } : {}),
    surplus: typeof surplus === 'number' && Number.isSafeInteger(surplus) && surplus > 0 ? surplus : 0,
    ...(typeof coded === 'number' && Number.isSafeInteger(coded) && coded >= 0 ? { codedBytes: coded } : {}),
  };
}

/** The body of a request: its text, or its form parameters written as one. */
function bodyOf(postData: unknown): string | null {
  if (postData === undefined || postData === null) return null;
  const data = fields(postData, 'request.postData');
  const body = optionalText(data.text, 'request.postData.text');
  if ((body !== null && body !== '') || !Array.isArray(data.params)) return body;
  const form = new URLSearchParams();
  for (const param of data.params) {
    const { name, value } = fields(param, 'a member of request.postData.params');
    form.append(text(name, 'a name in request.postData.params'), optionalText(value, 'a value of them') ?? '');
  }
  return form.toString();
}

/** Header lines; without the pseudo-headers of HTTP/2 (RFC 9113, section 8.3). */
function headers(value: unknown, where: string): readonly Header[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new EntryMistake(`${where} is ${shown(value)}; expected an array`);
  return value.flatMap((one): readonly Header[] => {
    const pair = fields(one, `a member of ${where}`);
    const name = text(pair.name, `a name in ${where}`);
    return name.startsWith(':') ? [] : [[name, text(pair.value, `a value in ${where}`).trim()]];
  });
}

function fields(value: unknown, where: string): Fields {
  if (!isFields(value)) throw new EntryMistake(`${where} is ${shown(value)}; expected an object`);
  return value;
}

function text(value: unknown, where: string): string {
  if (typeof value !== 'string') throw new EntryMistake(`${where} is ${shown(value)}; expected a text`);
  return value;
}

function optionalText(value: unknown, where: string): string | null {
  return value === undefined || value === null ? null : text(value, where);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value in a sentence; for texts only the type, since they may hold a secret. */
function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return typeof value === 'string' ? 'a text' : 'an object';
}
