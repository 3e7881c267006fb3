import { withHeader } from '../../wire/http/exchange.ts';
import type { OutResponse } from '../wire/message.ts';
import { answered, joined, type RawParts, rawAnswer, sentRaw, withoutLength } from './answers.ts';
import { overSoap } from './cells.ts';
import { type Defect, type Effect, inconclusive, table } from './defect.ts';
import { rarely } from './request-spelling.ts';

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

function tooLarge(response: OutResponse): OutResponse {
  const body = joined(response.body, new Uint8Array(TOO_MUCH).fill(0x20));
  const headers = response.headers.map(([name, value]) =>
    name === 'Content-Length' ? ([name, String(body.length)] as const) : ([name, value] as const),
  );
  return { ...response, headers, body };
}

/** Changes faults, in another status; only requests that the document does not describe get one. */
const refused = (status: number, edit: (response: OutResponse) => OutResponse): Effect =>
  rarely(overSoap, {
    response: (response, { failure }) => (failure?.kind === 'fault' ? edit({ ...response, status }) : response),
  });
/** The SHA-256 of nothing. */
const OF_NOTHING = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
const statusLine = 'HTTP/1.1 500 Internal Server Error';
const tooLong: RawParts['headers'] = (lines) => [...withoutLength(lines), 'Content-Length: 9999'];

const badLength = sentRaw({ headers: (lines) => [...withoutLength(lines), 'Content-Length: many'] });
const twoLengths = sentRaw({
  headers: (lines) => [...lines, 'Transfer-Encoding: chunked'],
  body: (body) => joined(chunk(body), chunk(new Uint8Array())),
});
const badChunk = sentRaw({ headers: chunked, body: (body) => chunk(body, 'size') });
const noLastChunk = sentRaw({ headers: chunked, body: (body) => chunk(body) });
const CLOSED = 'RFC 9112, section 9.6';
const CHUNKED = 'RFC 9112, section 7.1';

/** Layer 'transport': no answer, or none in HTTP's framing. What only a run's limit ends is inconclusive. */
export const transportDefects: readonly Defect[] = table(['http.answer'], 'RFC 9112, section 6.3', {
  'connection-closed': ['The connection is closed without an answer.', silence('close'), CLOSED],
  'answer-never-comes': ['The call is taken and never answered.', inconclusive(silence('hold')), 'service.endpoint'],
  'body-never-ends': [
    'The body stops halfway and the connection stays open.',
    inconclusive(sentRaw({ body: half, afterwards: 'hold' })),
    'limits.content-length',
  ],
  'status-line-garbled': [
    'The status line is not that of HTTP.',
    sentRaw({ statusLine: 'HTTP/one.one OK' }),
    'RFC 9112, section 4',
  ],
  'status-line-absent': [
    'The body is sent without status line and headers.',
    bytes(({ body }) => body, 'close'),
    'RFC 9112, section 4',
  ],
  'status-line-without-space': [
    'The status line ends with its code.',
    sentRaw({ statusLine: 'HTTP/1.1 200' }),
    'RFC 9112, section 4',
  ],
  'header-without-colon': ['A header line has no colon.', line('X-Powered-By ASP.NET'), 'RFC 9112, section 5'],
  'header-too-long': ['One header line is 80 KiB long.', inconclusive(line(LONG_HEADER)), 'RFC 9110, section 5.4'],
  'length-not-a-number': ['Content-Length is not a number.', badLength, 'RFC 9110, section 8.6'],
  'length-twice': ['Two Content-Length lines disagree.', line('Content-Length: 1')],
  'length-and-chunked': ['The answer has a Content-Length and comes in chunks too.', twoLengths],
  'chunk-size-garbled': ['The size of a chunk is not a hexadecimal number.', badChunk, CHUNKED],
  'chunked-cut-off': ['The connection is closed before the last chunk.', noLastChunk, CHUNKED],
  'date-in-local-time': [
    'Date is a local time.',
    answered((response) => withHeader(response, 'Date', '2026-11-23 01:00:00')),
    'RFC 9110, section 6.6.1',
  ],
  'digest-stale': [
    'Content-Digest is that of an empty body.',
    answered((response) => withHeader(response, 'Content-Digest', `sha-256=:${OF_NOTHING}:`)),
    'RFC 9530, section 2',
  ],
  'range-of-whole-answer': [
    'A whole answer has the Content-Range of a part.',
    answered((response) => withHeader(response, 'Content-Range', 'bytes 0-99/1234')),
    'RFC 9110, section 14.4',
  ],
  'fault-length-too-large': [
    'The Content-Length of faults is more than the bytes that come.',
    refused(500, (response) => rawAnswer(response, { statusLine, headers: tooLong })),
    { requirement: 'RFC 9110, section 8.6', foundBy: ['http.content-length'] },
  ],
  'fault-chunk-garbled': [
    'Faults come in chunks whose size is not a hexadecimal number.',
    refused(500, (response) =>
      rawAnswer(response, { statusLine, headers: chunked, body: (body) => chunk(body, 'size') }),
    ),
    CHUNKED,
  ],
  'refusal-without-challenge': [
    'Faults come with status 401 and no WWW-Authenticate.',
    refused(401, (response) => response),
    'RFC 9110, section 15.5.2',
  ],
  'answer-too-large': [
    'The body goes on with 20 MiB of white space.',
    inconclusive(answered(tooLarge)),
    'service.endpoint',
  ],
});
