import { plural } from '../../base/words.ts';
import { type HttpResponse, headerValue } from '../../wire/http/exchange.ts';
import { isWholeDocument } from '../../wire/http/whole-document.ts';
import { recognise } from '../body/recognise.ts';
import { bodyCauses } from '../body/recognised.ts';
import { ofAnswers } from '../check.ts';
import { type Evidence, isDescribed } from '../evidence.ts';
import type { Judgement, Problem } from '../judgement.ts';
import { byText, lesser, type Rule } from '../rule.ts';

/** Which stacks omit it, and what to do (fixtures/clients; RFC 9112, section 7.1). */
const CHUNKED =
  'it is chunked, as JAX-WS, node-soap and proxies that rewrite bodies send it by default; ' +
  'buffer the body and write its length';

const IN_INVITED_CODING = 'the header of an answer in a content coding that the request invited';
const OF_NO_RESULT = 'an answer that is no result';

/** The cause of a Content-Length that names several numbers. */
export const OF_LENGTH_LIST = 'http.content-length:list';

/** What is wrong with the length of an answer. */
type WrongLength = Pick<Problem, 'text' | 'expected' | 'actual'> & Partial<Pick<Problem, 'cause' | 'ofDocument'>>;

/** Nothing belongs after the head of an answer to HEAD, or of one with status 204 or 304. */
function bodyOfNone(status: number, bytes: number): WrongLength {
  const isByStatus = [204, 304].includes(status);
  const what = isByStatus ? `An answer with status ${status}` : 'The answer to HEAD';
  return {
    text: `${what} has a body of ${plural(bytes, 'byte')}`,
    expected: `nothing after the head (RFC 9110, section ${isByStatus ? '6.4.1' : '9.3.2'})`,
    actual: plural(bytes, 'byte'),
    cause: 'http.content-length:no-body',
  };
}

/** A number that is not that of the bytes, and what was counted in their place, if that is known. */
function wrongNumber(response: HttpResponse, value: string, bytes: number): WrongLength {
  const { headers, body, surplus, complete } = response;
  const isMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf && Number(value) === bytes - 3;
  const ofCharacters = surplus > 0 && recognise(response)?.kind === 'length-in-characters';
  const [why, cause] = isMark
    ? [': the 3 bytes of the byte order mark (U+FEFF) before the declaration are not counted', 'xml.bom:bom']
    : ofCharacters
      ? [': it counts characters, not bytes', bodyCauses['length-in-characters']]
      : surplus > 0 && isWholeDocument(body, headers)
        ? [`: ${plural(surplus, 'byte')} more than the document`, 'http.content-length:after-document']
        : ['', undefined];
  return {
    text: `The Content-Length is ${value}, but ${plural(bytes, 'byte')} came${why}`,
    expected: `the ${plural(bytes, 'byte')} of the body that came`,
    actual: `${value}${complete ? '' : ', and no more came'}`,
    ...(cause === undefined ? {} : { cause }),
  };
}

function noNumber({ headers }: HttpResponse, bytes: number): WrongLength {
  const isChunked = /\bchunked$/i.test(headerValue(headers, 'transfer-encoding') ?? '');
  return {
    text: `The answer has no Content-Length${isChunked ? `: ${CHUNKED}` : ''}`,
    expected: `the ${plural(bytes, 'byte')} of the body that came`,
    ofDocument: true,
    actual: isChunked ? 'Transfer-Encoding: chunked' : 'no Content-Length',
  };
}

const listOf = (value: string): WrongLength => ({
  text: `The Content-Length is a list of numbers, ${value}`,
  expected: 'one number',
  actual: value,
  cause: OF_LENGTH_LIST,
});

function judgeLength(evidence: Evidence): Judgement {
  const { reading } = evidence;
  const { response } = reading;
  if (response === null) return 'not-reached';
  const { status, headers, body, surplus, complete, codedBytes, unknownCoding, requestVersion, reset } = response;
  // Not the end of an exchange: http.status reports it. Of a reset connection, bytes may be lost: http.answer does.
  if (status < 200 || reset === true) return 'not-reached';
  const lines = headers.filter(([name]) => name.toLowerCase() === 'content-length').map(([, line]) => line);
  const value = lines.length === 0 ? undefined : lines.join(', ');
  const bytes = (codedBytes ?? body.byteLength) + surplus;
  const isResult = reading.success && isDescribed(evidence);
  // An answer to HEAD and one with status 304 are complete without the bytes that they count.
  if (!isResult && surplus === 0 && complete) return value === undefined ? 'not-reached' : [];
  if (surplus === 0 && value !== undefined && Number(value) === bytes) return [];
  // The end of the connection may end the body (RFC 9112, sections 9.3 and 6.3); http.answer judges chunks.
  if (requestVersion !== undefined && surplus === 0 && value === undefined) return 'not-reached';
  const hasNone = surplus > 0 && (value === undefined || Number(value) === bytes || [204, 304].includes(status));
  const found = hasNone
    ? bodyOfNone(status, surplus)
    : value === undefined
      ? noNumber(response, bytes)
      : value.includes(',')
        ? listOf(value)
        : wrongNumber(response, value, bytes);
  // Servers compress while they send, and the request invited that.
  const isInvited = codedBytes !== undefined || unknownCoding === true;
  const lesser = value === undefined && isInvited ? { part: IN_INVITED_CODING } : {};
  const part = isResult || surplus > 0 ? lesser : { part: OF_NO_RESULT };
  return [{ code: 'Content-Length', location: null, ...found, ...part }];
}

/** Layer 'length': what the Content-Length of an answer promises about its body. */
export const contentLengthRule: Rule = {
  id: 'http.content-length',
  level: 'required',
  layer: 'length',
  title: 'Content-Length is present and counts the bytes of the body.',
  requirements: ['limits.content-length'],
  standard: 'RFC 9110, section 8.6',
  basis: byText({
    'no chunks in place of it': [
      'text',
      'RFC 9112, section 6.1, allows chunks; the document says that responses have the header.',
    ],
    [IN_INVITED_CODING]: lesser(
      'RFC 9110, section 8.6, wants the length where it is known before the headers are sent. Servers that compress ' +
        'while they send do not know it.',
    ),
    [OF_NO_RESULT]: lesser([
      'standard',
      'Error responses are not shown: by RFC 9110, section 8.6, the header may be missing there, but not be wrong.',
    ]),
    'no wait for the rest of a whole document': [
      'standard',
      'RFC 9112, section 6.3. What does not come within 500 ms after the end tag of the root is taken as missing.',
    ],
    'no bytes after the promised ones': 'No other request is open on the connection, so they belong to this answer.',
  }),
  breaks:
    'All eight clients we ran read a chunked answer. A wrong number breaks node-soap and suds, and one ' +
    'that is too small also zeep and PHP.',
  example: { right: 'Content-Length: 1675 before 1675 bytes', wrong: 'Transfer-Encoding: chunked' },
  checks: ofAnswers(judgeLength, 'everything'),
};
