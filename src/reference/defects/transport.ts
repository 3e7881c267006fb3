import type { OutResponse } from '../wire/message.ts';
import { joined, onSuccess, type RawParts, rawAnswer, withoutLength } from './answers.ts';
import { everywhere } from './cells.ts';
import type { Defect } from './defect.ts';

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
const half = (body: Uint8Array): Uint8Array => body.subarray(0, Math.floor(body.length / 2));
const silence = (afterwards: 'close' | 'hold') => (response: OutResponse) =>
  ({ ...response, raw: { bytes: new Uint8Array(), afterwards } }) as const;
const chunked = (lines: readonly string[]) => [...withoutLength(lines), 'Transfer-Encoding: chunked'];
const chunk = (body: Uint8Array, size = body.length.toString(16)): Uint8Array =>
  joined(ascii(`${size}\r\n`), body, ascii('\r\n'));

/** More than any sensible limit of a client; the default is 16 MiB. */
const TOO_MUCH = new Uint8Array(20 * 1024 * 1024).fill(0x20);
const LONG_HEADER = `X-Trace: ${'x'.repeat(80 * 1024)}`;

function transport(
  id: string,
  title: string,
  edit: RawParts | ((response: OutResponse) => OutResponse),
  requirement = 'RFC 9112, section 6.3',
  bugClass: string | null = null,
): Defect {
  const change = typeof edit === 'function' ? edit : (response: OutResponse) => rawAnswer(response, edit);
  return { id, title, requirement, bugClass, cells: everywhere, hooks: onSuccess(change) };
}

/** Layer 'transport': no answer, or none in HTTP's framing. */
/** The document shows no limits: what only a limit of the run ends is not judged. */
function limited(defect: Defect): Defect {
  return { ...defect, verdict: 'inconclusive' };
}

export const transportDefects: readonly Defect[] = [
  transport(
    'connection-closed',
    'The connection is closed without an answer.',
    silence('close'),
    'RFC 9112, section 9.6',
  ),
  limited(
    transport('answer-never-comes', 'The call is taken and never answered.', silence('hold'), 'service.endpoint'),
  ),
  limited(
    transport(
      'body-never-ends',
      'The body stops halfway and the connection stays open.',
      { body: half, afterwards: 'hold' },
      'limits.content-length',
      '15',
    ),
  ),
  transport(
    'status-line-garbled',
    'The status line is not that of HTTP.',
    { statusLine: 'HTTP/one.one OK' },
    'RFC 9112, section 4',
  ),
  transport(
    'status-line-absent',
    'The body is sent without status line and headers.',
    (response) => ({ ...response, raw: { bytes: response.body, afterwards: 'close' } }),
    'RFC 9112, section 4',
  ),
  transport(
    'header-without-colon',
    'A header line has no colon.',
    { headers: (lines) => [...lines, 'X-Powered-By ASP.NET'] },
    'RFC 9112, section 5',
  ),
  limited(
    transport(
      'header-too-long',
      'One header line is 80 KiB long.',
      { headers: (lines) => [...lines, LONG_HEADER] },
      'RFC 9110, section 5.4',
    ),
  ),
  transport(
    'length-not-a-number',
    'Content-Length is no number.',
    { headers: (lines) => [...withoutLength(lines), 'Content-Length: many'] },
    'RFC 9110, section 8.6',
    '15',
  ),
  transport(
    'length-twice',
    'Two Content-Length lines disagree.',
    { headers: (lines) => [...lines, 'Content-Length: 1'] },
    'RFC 9112, section 6.3',
    '15',
  ),
  transport('length-and-chunked', 'The answer has a Content-Length and comes in chunks too.', {
    headers: (lines) => [...lines, 'Transfer-Encoding: chunked'],
    body: (body) => joined(chunk(body), chunk(new Uint8Array())),
  }),
  transport(
    'chunk-size-garbled',
    'The size of a chunk is no hexadecimal number.',
    { headers: chunked, body: (body) => chunk(body, 'size') },
    'RFC 9112, section 7.1',
  ),
  transport(
    'chunked-cut-off',
    'The connection is closed before the last chunk.',
    { headers: chunked, body: (body) => chunk(body) },
    'RFC 9112, section 7.1',
  ),
  limited(
    transport(
      'answer-too-large',
      'The body goes on with 20 MiB of white space.',
      (response) => {
        const body = joined(response.body, TOO_MUCH);
        const headers = response.headers.map(([name, value]) =>
          name === 'Content-Length' ? ([name, String(body.length)] as const) : ([name, value] as const),
        );
        return { ...response, headers, body };
      },
      'service.endpoint',
    ),
  ),
];
