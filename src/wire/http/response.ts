import { type ExchangeOutcome, type Header, type HttpResponse, headerValue } from './exchange.ts';
import type { ResponseMonitor } from './response-monitor.ts';

/** What had been received when an exchange ended. */
export interface Received extends Pick<HttpResponse, 'status' | 'reason' | 'version' | 'headers'> {
  readonly method: string;
  readonly statusLine: string;
  readonly body: Buffer;
  /** Bytes after the header, body and surplus, before any transfer coding is removed. */
  readonly bytesAfterHead: number;
}

/** Characters from the version of a status line to its reason phrase. */
const AROUND_STATUS = ' 200 '.length;
/** Bytes that may be kept in memory along with a body, such as the header read with it. */
const MOST_BESIDE = 1024;

/** undici's raw header list, name and value in turn, as header lines (RFC 9110, section 5.5: values are trimmed). */
function headerLines(raw: readonly unknown[]): Header[] {
  const lines: Header[] = [];
  for (let at = 0; at < raw.length; at += 2) lines.push([headerText(raw[at]), headerText(raw[at + 1]).trim()]);
  return lines;
}

function headerText(part: unknown): string {
  return Buffer.isBuffer(part) ? part.toString('latin1') : String(part ?? '');
}

/** The response of an exchange that ended as its framing said. */
export function completeResponse(received: Received): HttpResponse {
  const promised = promisedLength(received);
  const surplus = promised === null ? 0 : Math.max(0, received.bytesAfterHead - promised);
  return responseOf(received, true, surplus);
}

/**
 * The outcome of what undici ended with an error: cut off inside a body of promised length (RFC 9112, section 8), or
 * whole without a body (undici misses one that a 304 only describes: RFC 9110, section 8.6). Null for anything else.
 * @param error - null where we gave up waiting for the rest
 */
export function cutOffResponse(received: Received, error: Error | null): ExchangeOutcome | null {
  const promised = promisedLength(received);
  if (promised === 0) return { kind: 'response', response: completeResponse(received) };
  if (promised === null || received.body.length >= promised) return null;
  const isReset = error !== null && 'code' in error && error.code === 'ECONNRESET';
  return { kind: 'response', response: { ...responseOf(received, false, 0), ...(isReset ? { reset: true } : {}) } };
}

/** RFC 9112, sections 2.3 and 4: the space before the reason phrase is required even without one. */
const STATUS_LINE = /^HTTP\/1\.[01] \d{3} [\t\x20-\x7e\x80-\xff]*$/;

function responseOf(received: Received, complete: boolean, surplus: number): HttpResponse {
  const { status, reason, version, headers, statusLine } = received;
  const { buffer, byteOffset, byteLength } = received.body;
  // The buffer read is kept if it holds little else; otherwise a copy, so that no large buffer is kept for it.
  const own = buffer.byteLength <= byteLength + MOST_BESIDE;
  const body = own ? new Uint8Array(buffer, byteOffset, byteLength) : new Uint8Array(received.body);
  const response = { status, reason, version, headers, body, complete, surplus };
  return STATUS_LINE.test(statusLine) ? response : { ...response, statusLine };
}

/** The bytes the header promises, null if it promises no number (RFC 9112, section 6.3). */
function promisedLength({ method, status, headers }: Pick<Received, 'method' | 'status' | 'headers'>): number | null {
  if (method === 'HEAD' || status === 204 || status === 304) return 0;
  if (headerValue(headers, 'transfer-encoding') !== undefined) return null;
  const length = headerValue(headers, 'content-length');
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : null;
}

/** Chunks that are joined: a target may send a body byte by byte, and each chunk is an object. */
const JOINED_CHUNKS = 256;
/** So many bytes of chunks are not joined, which would hold them twice. */
const LARGE_CHUNKS = JOINED_CHUNKS * 1024;

/** Collects the parts of a response from undici. @param method - decides, with the status, whether there is a body */
export function createCollector(method: string, maxBodyBytes: number, monitor: ResponseMonitor) {
  const chunks: Buffer[] = [];
  let joined = 0;
  let joinedSize = 0;
  let size = 0;
  let status = 0;
  let reason = '';
  let headers: readonly Header[] | null = null;
  let promised = 0;
  return {
    /** Returns reason phrase and header lines. undici's phrase is read as UTF-8, and cut where a packet ends. */
    head(code: number, rawHeaders: unknown) {
      status = code;
      const line = monitor.statusLine();
      reason = line.slice(line.indexOf(' ') + AROUND_STATUS);
      headers = headerLines(Array.isArray(rawHeaders) ? rawHeaders : []);
      promised = promisedLength({ method, status, headers }) ?? 0;
      return { reason, headers };
    },
    /** Returns the bytes of the body so far; nothing of it is kept above the limit. */
    data(chunk: Buffer): number {
      size += chunk.length;
      if (size > maxBodyBytes) chunks.length = 0;
      else if (chunks.push(chunk) - joined === JOINED_CHUNKS) {
        if (size - joinedSize < LARGE_CHUNKS) chunks.push(Buffer.concat(chunks.splice(joined)));
        joined = chunks.length;
        joinedSize = size;
      }
      return size;
    },
    headed: (): boolean => headers !== null,
    /** True while fewer bytes of the body have come than its Content-Length says. */
    isShort: (): boolean => size < promised,
    /** What has been received, null before the header. */
    received(): Received | null {
      if (headers === null) return null;
      const [only] = chunks;
      const body = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
      const version = monitor.version();
      const [statusLine, bytesAfterHead] = [monitor.statusLine(), monitor.bytesAfterHead()];
      return { method, status, reason, version, statusLine, headers, body, bytesAfterHead };
    },
  };
}
