import type { IncomingMessage } from 'node:http';

interface Unfit {
  readonly status: number;
  readonly sentence: string;
}

/** Bytes of the header lines of a request: node:http counts them without what stands between names and values. */
export const MOST_HEADER_BYTES = 64 * 1024;
const BETWEEN_BYTES = ': \r\n'.length;

/** How a recipient answers a request that node:http reads, but that is none by RFC 9112; null if it is one. */
export function unfit({ httpVersion, rawHeaders, headers }: IncomingMessage): Unfit | null {
  // Sections 3 and 2.3; RFC 9110, section 15.6.6.
  if (httpVersion === '0.9') return { status: 400, sentence: 'The request line has no HTTP version.' };
  if (!httpVersion.startsWith('1.'))
    return { status: 505, sentence: 'The request line has a version that is not HTTP/1.' };
  // RFC 6585, section 5.
  const bytes = rawHeaders.reduce((sum, { length }) => sum + length, (rawHeaders.length / 2) * BETWEEN_BYTES);
  if (bytes > MOST_HEADER_BYTES) return { status: 431, sentence: 'The header lines have more than 64 KiB.' };
  // Section 3.2. node:http keeps the first one.
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host');
  if (hosts.length > 1) return { status: 400, sentence: 'The request has more than one Host line.' };
  if (hosts.length === 0 && httpVersion !== '1.0') return { status: 400, sentence: 'The request has no Host line.' };
  // RFC 9110, section 10.1.1.
  const { expect = '100-continue' } = headers;
  if (expect.trim().toLowerCase() !== '100-continue')
    return { status: 417, sentence: 'The only expectation known here is 100-continue.' };
  // Section 6.1. node:http decodes nothing else.
  const coding = headers['transfer-encoding']?.trim().toLowerCase() ?? 'chunked';
  return coding === 'chunked' ? null : { status: 501, sentence: 'The only transfer coding known here is chunked.' };
}
