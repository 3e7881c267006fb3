import type { IncomingMessage } from 'node:http';
import { plural } from '../../../base/words.ts';
import { shownLine } from '../../../views/shown-text.ts';
import { type Callers, refusalOf } from '../callers.ts';

interface Place {
  readonly target: URL;
  /** The address of the service at this proxy. */
  readonly baseUrl: string;
  readonly callers: Callers;
  /** The client is this proxy itself. */
  readonly isOurs: boolean;
}

/** How a request is answered that is not passed on. */
interface Answer {
  readonly status: number;
  readonly sentence: string;
  /** For log and report, one of few texts; left out where the answer says all. */
  readonly why?: string;
  /** More of it for the log. */
  readonly more?: string;
}

/** Characters of a client's text in an answer or a log line. */
const MOST_SHOWN = 200;

/** Why a request is not passed on, and how it is answered; null if it is passed on. */
export function refusalFor(request: IncomingMessage, { target, baseUrl, callers, isOurs }: Place): Answer | null {
  if (isOurs) return { status: 508, sentence: `The target ${target.origin} is this proxy itself.` };
  const wrong = unfit(request);
  if (wrong !== null) return { ...wrong, why: `no request: ${wrong.sentence.replace(/\.$/, '')}` };
  if (request.url?.startsWith('/') !== true)
    return { status: 400, sentence: `This proxy forwards only to ${target.origin}: call ${baseUrl} instead.` };
  const foreign = refusalOf(request, callers);
  if (foreign === null) return null;
  const [what, option] = [shownLine(foreign.what, MOST_SHOWN), shownLine(foreign.option, MOST_SHOWN)];
  const reason = 'a web page of another site may have sent it';
  const taken = `start the proxy with ${option} if it is right`;
  return {
    status: 403,
    sentence: `Not passed on, because of ${what}: ${reason}; ${taken}.`,
    why: `refused, since ${reason}`,
    more: ` (${what}); ${taken}`,
  };
}

/** Bytes of the header lines of a request: node:http counts them without what stands between names and values. */
export const MOST_HEADER_BYTES = 64 * 1024;
const BETWEEN_BYTES = ': \r\n'.length;

/** Why a recipient has to answer a request itself that node:http reads (RFC 9112); null if it can be passed on. */
function unfit({ httpVersion, rawHeaders, headers }: IncomingMessage): Answer | null {
  // Sections 3 and 2.3; RFC 9110, section 15.6.6.
  if (httpVersion === '0.9') return { status: 400, sentence: 'The request line has no HTTP version.' };
  if (!httpVersion.startsWith('1.'))
    return { status: 505, sentence: 'The request line has a version that is not HTTP/1.' };
  // RFC 6585, section 5.
  const bytes = rawHeaders.reduce((sum, { length }) => sum + length, (rawHeaders.length / 2) * BETWEEN_BYTES);
  if (bytes > MOST_HEADER_BYTES)
    return { status: 431, sentence: `The header lines have more than ${plural(MOST_HEADER_BYTES, 'byte')}.` };
  // Section 3.2. node:http keeps the first one.
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host');
  if (hosts.length > 1) return { status: 400, sentence: 'The request has more than one Host line.' };
  // Section 6.1. node:http decodes nothing else.
  const coding = headers['transfer-encoding']?.trim().toLowerCase() ?? 'chunked';
  return coding === 'chunked' ? null : { status: 501, sentence: 'The only transfer coding known here is chunked.' };
}
