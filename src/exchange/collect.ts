import type { Header } from './exchange.ts';
import { headerLines, type Received } from './response.ts';
import type { ResponseMonitor } from './response-monitor.ts';

/** Gathers the parts of one response as undici hands them out. */
export interface Collector {
  readonly head: (status: number, reason: string, rawHeaders: unknown) => void;
  /** The bytes of the body so far; nothing of it is kept where they are more than they may be. */
  readonly data: (chunk: Buffer) => number;
  readonly headed: () => boolean;
  /** What has come, null before the header has. */
  readonly received: () => Received | null;
}

/** @param method - of the request, which decides with the status whether there is a body */
export function createCollector(method: string, maxBodyBytes: number, monitor: ResponseMonitor): Collector {
  const chunks: Buffer[] = [];
  let size = 0;
  let status = 0;
  let reason = '';
  let headers: readonly Header[] | null = null;
  return {
    head(code, phrase, rawHeaders) {
      status = code;
      reason = phrase;
      headers = headerLines(Array.isArray(rawHeaders) ? rawHeaders : []);
    },
    data(chunk) {
      size += chunk.length;
      if (size <= maxBodyBytes) chunks.push(chunk);
      else chunks.length = 0;
      return size;
    },
    headed: () => headers !== null,
    received() {
      if (headers === null) return null;
      const [only] = chunks;
      const body = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
      const version = monitor.version();
      return { method, status, reason, version, headers, body, bytesAfterHead: monitor.bytesAfterHead() };
    },
  };
}
