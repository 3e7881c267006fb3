import type { OutResponse } from '../../wire/message.ts';
import { both, carriesBody, everywhere, reads } from '../cells.ts';
import { type Defect, type Effect, inconclusive, rareChanges, recommended, table, unanswered } from '../defect.ts';
import {
  answered,
  joined,
  onFaults,
  type RawParts,
  rawAnswer,
  sentRaw,
  withBody,
  withField,
  withoutLength,
} from '../edits/answer.ts';
import { rarely } from '../edits/call.ts';
import { type Finds, hasField } from '../edits/request.ts';

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const half = (body: Uint8Array): Uint8Array => body.subarray(0, Math.floor(body.length / 2));
const chunked = (lines: readonly string[]) => [...withoutLength(lines), 'Transfer-Encoding: chunked'];
const chunk = (body: Uint8Array, size = body.length.toString(16)): Uint8Array =>
  joined(ascii(`${size}\r\n`), body, ascii('\r\n'));

/** More than any sensible limit of a client; the default is 16 MiB. */
const TOO_MUCH = 20 * 1024 * 1024;
const LONG_HEADER = `X-Trace: ${'x'.repeat(80 * 1024)}`;

const bytes = (of: (response: OutResponse) => Uint8Array, afterwards: 'close' | 'hold'): Effect =>
  answered((response) => ({ ...response, raw: { bytes: of(response), afterwards } }));
const silence = (afterwards: 'close' | 'hold'): Effect => bytes(() => new Uint8Array(), afterwards);
const line = (added: string): Effect => sentRaw({ headers: (lines) => [...lines, added] });

const tooLarge = answered((response) => withBody(response, joined(response.body, new Uint8Array(TOO_MUCH).fill(0x20))));

/** The SHA-256 of nothing. */
const OF_NOTHING = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
const statusLine = 'HTTP/1.1 500 Internal Server Error';
const tooLong: RawParts['headers'] = (lines) => [...withoutLength(lines), 'Content-Length: 9999'];

const badLength = sentRaw({ headers: (lines) => [...withoutLength(lines), 'Content-Length: many'] });
const wholeChunks = (body: Uint8Array): Uint8Array => joined(chunk(body), chunk(new Uint8Array()));
const twoLengths = sentRaw({ headers: (lines) => [...lines, 'Transfer-Encoding: chunked'], body: wholeChunks });
const badChunk = sentRaw({ headers: chunked, body: (body) => chunk(body, 'size') });
const noLastChunk = sentRaw({ headers: chunked, body: (body) => chunk(body) });
const RULE = ['http.answer'];
const unsaid = (lines: readonly string[]) => lines.filter((line) => line !== 'Connection: close');
/** Results for some requests as raw bytes. */
const rawFor = (finds: Finds, parts: RawParts): Effect =>
  rarely(everywhere, {
    response: (response, ctx) =>
      ctx.failure === null && finds(ctx.request, ctx) ? rawAnswer(response, parts) : response,
  });
const closing = hasField('connection', /^close$/i);

/** Layer 'transport': no answer, or none in HTTP's framing. What only a run's limit ends is inconclusive. */
export const transportDefects: readonly Defect[] = [
  ...table(RULE, {
    'connection-closed: The connection is closed without an answer.': silence('close'),
    'answer-never-comes: The call is taken and never answered.': unanswered(silence('hold')),
    'body-never-ends: The body stops halfway and the connection stays open.': unanswered(
      sentRaw({ body: half, afterwards: 'hold' }),
    ),
    'status-line-garbled: The status line is not that of HTTP.': sentRaw({ statusLine: 'HTTP/one.one OK' }),
    'status-line-absent: The body is sent without status line and headers.': bytes(({ body }) => body, 'close'),
    'header-without-colon: A header line has no colon.': line('X-Powered-By ASP.NET'),
    'header-too-long: One header line is 80 KiB long.': inconclusive(line(LONG_HEADER)),
    'length-not-a-number: Content-Length is not a number.': badLength,
    'length-twice: Two Content-Length lines disagree.': line('Content-Length: 1'),
    'length-and-chunked: The answer has a Content-Length and comes in chunks too.': twoLengths,
    'chunk-size-garbled: The size of a chunk is not a hexadecimal number.': badChunk,
    'chunked-cut-off: The connection is closed before the last chunk.': noLastChunk,
    'chunks-for-older-version: A request of HTTP/1.0 is answered in chunks.': rawFor(
      ({ version }) => version === '1.0',
      { headers: chunked, body: wholeChunks },
    ),
    'answer-too-large: The body goes on with 20 MiB of white space.': inconclusive(tooLarge),
  }),
  ...table(recommended(RULE), {
    'continue-unsent: A request with Expect: 100-continue gets no 100 Continue.': rareChanges(
      both(reads, carriesBody),
      {
        uncontinued: true,
      },
    ),
    'status-line-without-space: The status line ends with its code.': sentRaw({ statusLine: 'HTTP/1.1 200' }),
    'ends-unsaid: The connection is closed after each answer, and no answer says so.': rawFor(() => true, {
      headers: unsaid,
    }),
    'close-unsaid: An answer to Connection: close does not say that the connection is closed.': rawFor(closing, {
      headers: unsaid,
    }),
    'close-ignored: The connection stays open after an answer to Connection: close.': rawFor(closing, {
      headers: unsaid,
      afterwards: 'hold',
    }),
    'close-only-said: An answer to Connection: close says so too, and the connection stays open.': rawFor(closing, {
      afterwards: 'hold',
    }),
    'date-in-local-time: Date is a local time.': withField('Date', '2026-11-23 01:00:00'),
    'digest-stale: Content-Digest is that of an empty body.': withField('Content-Digest', `sha-256=:${OF_NOTHING}:`),
    'range-of-whole-answer: A whole answer has the Content-Range of a part.': withField(
      'Content-Range',
      'bytes 0-99/1234',
    ),
    'fault-chunk-garbled: Faults come in chunks whose size is not a hexadecimal number.': onFaults((response) =>
      rawAnswer(response, { statusLine, headers: chunked, body: (body) => chunk(body, 'size') }),
    ),
    'refusal-without-challenge: Faults come with status 401 and no WWW-Authenticate.': onFaults((response) => ({
      ...response,
      status: 401,
    })),
  }),
  ...table(recommended(['http.content-length']), {
    'fault-length-too-large: The Content-Length of faults is more than the bytes that come.': onFaults((response) =>
      rawAnswer(response, { statusLine, headers: tooLong }),
    ),
  }),
];
