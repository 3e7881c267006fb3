import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Contract } from '../../../contract/model.ts';
import { MOST_READ } from '../../../results/har/call.ts';
import type { Budget } from '../../../wire/http/budget.ts';
import { decodedOutcome } from '../../../wire/http/content-coding.ts';
import { endToEnd, forTarget } from '../../../wire/http/end-to-end.ts';
import {
  type Exchange,
  type ExchangeOutcome,
  type Header,
  headerLines,
  headerValue,
} from '../../../wire/http/exchange.ts';
import type { Receiver, Upstream } from '../../../wire/http/upstream.ts';
import { wholeBody } from '../../../wire/http/whole-body.ts';
import { isDescription, readdressed } from './description.ts';

export interface PassOptions {
  readonly contract: Contract;
  /** The document's `{base_url}`. */
  readonly target: URL;
  /** The same for clients. */
  readonly baseUrl: string;
  readonly headers: readonly Header[];
  /** For a body; a longer one is forwarded unjudged, and so is a request that is too long for a call. */
  readonly maxBodyBytes: number;
  readonly budget: Budget;
}

/** A forwarded exchange: the request as the client sent it, the answer as the target did. */
export interface PassedOn extends Exchange {
  readonly at: number;
  readonly address: string | undefined;
  /** Why neither side is judged by it; null if both are. */
  readonly unjudged: string | null;
  /** Why the body of the request is not here; null if it is. */
  readonly lost: string | null;
  /** The answer named the address of the target, and the client got that of the proxy. */
  readonly readdressed: boolean;
}

/** Forwards a request to the target and its answer to the client; the returned value says what went wrong. */
export async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: Upstream,
  { contract, target, baseUrl, headers: added, maxBodyBytes, budget }: PassOptions,
): Promise<PassedOn> {
  const [at, startedAt] = [Date.now(), performance.now()];
  const { method = '', url: path = '', socket } = request;
  const address = socket.remoteAddress;
  const lines = headerLines(request.rawHeaders);
  const body = bodyCopy(request, Math.min(maxBodyBytes, MOST_READ), budget);
  const describes = isDescription(method, path, contract);
  const answer = answerTo(request, response, describes);
  const passed = forTarget(endToEnd(lines), target.host, added);
  const { ended, stop } = upstream.forward({ method, path, headers: passed }, body.sent, answer);
  const gone = (): void => stop({ kind: 'aborted', message: 'the client ended the connection' });
  response.once('close', gone);
  const { outcome: received, stale } = await ended;
  const durationMs = performance.now() - startedAt;
  response.off('close', gone);
  const held = body.release();
  const decoded = decodedOutcome(received, headerValue(lines, 'accept-encoding'), maxBodyBytes);
  const named = describes ? described(decoded, baseUrl, contract) : null;
  const isTimeout = received.kind === 'trouble' && received.trouble.kind === 'timeout';
  const late = isTimeout && (!request.complete || response.writableNeedDrain);
  if (stale) socket.destroy();
  else if (describes && received.kind === 'response') sendWhole(response, received.response, named);
  else endAnswer(response, received, late ? null : target);
  const lost = typeof held === 'string' ? held : null;
  const unjudged = whyUnjudged(decoded, stale, late, lost);
  const sent = { method, path, headers: lines, body: typeof held === 'string' ? null : held };
  return { request: sent, outcome: decoded, durationMs, at, address, unjudged, lost, readdressed: named !== null };
}

/** How an answer is forwarded. One that names the service's address waits until it is complete. */
function answerTo(request: IncomingMessage, response: ServerResponse, describes: boolean): Receiver {
  response.sendDate = false;
  return {
    interim(head) {
      if (request.httpVersion !== '1.0' && !response.headersSent) response.socket?.write(head);
    },
    head(status, reason, received, lasts) {
      if (!lasts) response.shouldKeepAlive = false;
      if (describes) return;
      const lines = framed(status, endToEnd(received));
      // A client of HTTP/1.0 does not read chunks.
      const known = lines.filter(([name]) => request.httpVersion !== '1.0' || !/^transfer-encoding$/i.test(name));
      response.writeHead(status, reason, known.flat());
    },
    data(chunk, more) {
      if (describes || response.write(chunk)) return true;
      response.once('drain', more);
      return false;
    },
  };
}

/** The header lines without the framing of a body that a 204 must not have (RFC 9110, section 8.6; RFC 9112, 6.1). */
function framed(status: number, lines: readonly Header[]): readonly Header[] {
  return status === 204 ? lines.filter(([name]) => !/^(?:content-length|transfer-encoding)$/i.test(name)) : lines;
}

/** The answer with the service at the proxy's address; null if it names none, or can't be read. */
function described(outcome: ExchangeOutcome, baseUrl: string, contract: Contract): Uint8Array | null {
  if (outcome.kind === 'trouble' || outcome.response.status !== 200 || !outcome.response.complete) return null;
  const changed = readdressed(outcome.response.body, baseUrl, contract);
  return changed.equals(outcome.response.body) ? null : changed;
}

type TargetAnswer = Extract<ExchangeOutcome, { readonly kind: 'response' }>['response'];

/** @param changed - the body that replaces it, uncoded; null for the body as it came */
function sendWhole(
  response: ServerResponse,
  { status, reason, headers, body, complete }: TargetAnswer,
  changed: Uint8Array | null,
): void {
  const sent = changed ?? body;
  const lines = framed(status, endToEnd(headers)).flatMap(([name, value]) => {
    if (changed !== null && /^content-encoding$/i.test(name)) return [];
    return [name, changed !== null && /^content-length$/i.test(name) ? `${sent.byteLength}` : value];
  });
  response.writeHead(status, reason, lines);
  response.write(sent);
  if (complete) response.end();
  else cutOff(response);
}

/** Ends an answer as the target's ended, or with a sentence. @param target - null if the client is at fault */
function endAnswer(response: ServerResponse, outcome: ExchangeOutcome, target: URL | null): void {
  const trouble = outcome.kind === 'trouble' ? outcome.trouble : null;
  const isWhole = outcome.kind === 'response' ? outcome.response.complete : outcome.trouble.kind === 'too-large';
  if (trouble === null || response.headersSent) {
    if (isWhole) response.end();
    else cutOff(response);
  } else if (target === null) plainAnswer(response, 408, 'The request did not continue.');
  else {
    const status = trouble.kind === 'timeout' ? 504 : 502;
    plainAnswer(response, status, `The target ${target.origin} gave no answer: ${trouble.message}.`);
  }
}

/** Ends a connection after what was written, unless nobody reads that. */
function cutOff(response: ServerResponse): void {
  // Headers wait for the first byte of the body.
  response.flushHeaders();
  if (response.writableNeedDrain) response.socket?.destroy();
  else response.socket?.destroySoon();
}

/** Answers in the proxy's own words. */
export function plainAnswer(response: ServerResponse, status: number, sentence: string): void {
  const body = `${sentence}\n`;
  const length = `${Buffer.byteLength(body)}`;
  const type = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': length };
  // The rest of the request is not read. An invalid reason phrase may still be set.
  response.writeHead(status, STATUS_CODES[status], { ...type, Connection: 'close' }).end(body);
}

/** A copy of a request's body, made while it is forwarded. */
function bodyCopy(request: IncomingMessage, most: number, budget: Budget) {
  // RFC 9112, section 6.3.
  const isThere = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined;
  const chunks: Buffer[] = [];
  let taken = 0;
  /** Why it is not kept; null if it is. */
  let lost: string | null = null;
  const keep = (chunk: Buffer): void => {
    if (lost === null && taken + chunk.length > most) lost = 'the request is longer than what is kept for judging';
    if (lost === null && !budget.take(chunk.length)) lost = 'other bodies took all the room that is kept for judging';
    if (lost === null) chunks.push(chunk);
    else chunks.length = 0;
    budget.give(lost === null ? 0 : taken);
    taken = lost === null ? taken + chunk.length : 0;
  };
  // A body that is still coming is read when it can be written.
  const whole = wholeBody(request);
  if (whole !== null) keep(whole);
  else if (isThere) request.on('data', keep).pause();
  return {
    sent: whole ?? (isThere ? request : null),
    /** Returns the copy, null if there is none, and drops it; or why it was not kept. */
    release(): Uint8Array | null | string {
      budget.give(taken);
      if (lost !== null) return lost;
      return isThere ? new Uint8Array(Buffer.concat(chunks)) : null;
    },
  };
}

/** @param late - the time ended while the target waited for the client; `lost`: why the request was not kept */
function whyUnjudged(outcome: ExchangeOutcome, stale: boolean, late: boolean, lost: string | null): string | null {
  const trouble = outcome.kind === 'trouble' ? outcome.trouble : null;
  if (trouble?.kind === 'aborted' || trouble?.kind === 'too-large') return trouble.message;
  if (stale) return 'the target ended the idle connection';
  if (late) return 'the client did not continue';
  return lost;
}
