import { headerValue, withHeader } from '../../../wire/http/exchange.ts';
import type { MutationContext } from '../../mutation.ts';
import type { OutResponse } from '../../wire/message.ts';
import { everywhere, type Observable, overSoap } from '../cells.ts';
import { changes, type Effect } from '../defect.ts';
import { rarely } from './call.ts';

type EditResponse = (response: OutResponse, ctx: MutationContext) => OutResponse;

/** Changes the answers that are results; refusals stay unchanged. */
export function answered(edit: EditResponse, cells: Observable = everywhere): Effect {
  return changes(cells, { response: (response, ctx) => (ctx.failure === null ? edit(response, ctx) : response) });
}

/** The answers that are results with another value of a header field; null leaves it out. */
export function withField(name: string, value: string | null): Effect {
  return answered((response) => withHeader(response, name, value));
}

/** A response with another body, its Content-Length right. */
export function withBody(response: OutResponse, body: Uint8Array): OutResponse {
  return withHeader({ ...response, body }, 'Content-Length', String(body.length));
}

export function withText(response: OutResponse, edit: (text: string) => string): OutResponse {
  return withBody(response, new TextEncoder().encode(edit(new TextDecoder().decode(response.body))));
}

/** How a raw answer differs from the response from which it is made. */
export interface RawParts {
  readonly statusLine?: string;
  /** Lines that replace the response's own, or a change of them. */
  readonly headers?: (lines: readonly string[]) => readonly string[];
  readonly body?: (body: Uint8Array) => Uint8Array;
  readonly afterwards?: 'close' | 'hold';
}

/** The response byte by byte, so that its framing may be wrong; the connection is closed after it. */
export function rawAnswer(response: OutResponse, parts: RawParts): OutResponse {
  const {
    statusLine = 'HTTP/1.1 200 OK',
    headers = (lines) => lines,
    body = (same) => same,
    afterwards = 'close',
  } = parts;
  const lines = [...response.headers, ['Connection', 'close']].map(([name, value]) => `${name}: ${value}`);
  const head = new TextEncoder().encode([statusLine, ...headers(lines), '', ''].join('\r\n'));
  return { ...response, raw: { bytes: joined(head, body(response.body)), afterwards } };
}

export function sentRaw(parts: RawParts): Effect {
  return answered((response) => rawAnswer(response, parts));
}

export function retyped(edit: (value: string) => string): Effect {
  return answered((response) =>
    withHeader(response, 'Content-Type', edit(headerValue(response.headers, 'content-type') ?? '')),
  );
}

/** Changes answers that are faults: only requests that the document does not describe get one. */
export function onFaults(edit: EditResponse, cells: Observable = overSoap): Effect {
  return rarely(cells, {
    response: (response, ctx) => (ctx.failure?.kind === 'fault' ? edit(response, ctx) : response),
  });
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

export function withoutLength(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !line.toLowerCase().startsWith('content-length:'));
}
