import { readFileSync } from 'node:fs';
import type { Exchange, Header, HttpResponse } from './exchange.ts';

/** A message of fixtures/: start line, header lines, an empty line, the body's exact bytes (fixtures/README.md). */
interface HttpFile {
  readonly startLine: string;
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
}

/** Reads a message; `path` is relative to fixtures/. */
export function readHttpFile(path: string): HttpFile {
  const bytes = readFileSync(new URL(`../../../fixtures/${path}`, import.meta.url));
  const end = bytes.indexOf('\n\n');
  const [startLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\n');
  const headers = lines.map((line): Header => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { startLine, headers, body: Uint8Array.from(bytes.subarray(end + 2)) };
}

/** The response of a file as a complete exchange; its request does not matter. */
export function exchangeOf({ startLine, headers, body }: HttpFile): Exchange {
  const [, version = '', status = '', reason = ''] = /^HTTP\/(\S+) (\d+) ?(.*)$/.exec(startLine) ?? [];
  const response: HttpResponse = { status: Number(status), reason, version, headers, body, complete: true, surplus: 0 };
  const request = { method: 'POST', path: '/', headers: [], body: null };
  return { request, outcome: { kind: 'response', response }, durationMs: 0 };
}

/** The exchange of an answer with this document. */
export function xmlExchange(text: string, status = 200, type = 'text/xml'): Exchange {
  const headers = [['Content-Type', `${type}; charset=utf-8`]] as const;
  return exchangeOf({ startLine: `HTTP/1.1 ${status} X`, headers, body: new TextEncoder().encode(text) });
}
