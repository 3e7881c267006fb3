import { isMediaType, mediaTypeOf } from '../bindings/media-type.ts';
import { headerValue } from '../exchange/exchange.ts';
import { byText, LESSER, type Rule } from './rule.ts';
import { isPage, PAGE } from './truncation.ts';

/** Which stacks omit it, and what to do (fixtures/clients; RFC 9112, section 7.1). */
const CHUNKED =
  'it is chunked, as JAX-WS, node-soap and proxies that rewrite bodies send it by default; buffer the body and write its length';

/** A media type that fits into a line. */
const SHORT_TYPE = /^[\w.+-]+\/[\w.+-]{1,40}$/;

/** Layers 'media type' and 'length': what a success's headers promise about its body. */
export const messageRules: readonly Rule[] = [
  {
    id: 'http.content-type',
    level: 'required',
    lesserParts: ['a correct type and charset with parameters that break the grammar'],
    layer: 'media type',
    title: 'The media type and charset are those of the binding.',
    requirements: [
      'bindings.soap11.response',
      'bindings.soap12.response',
      'bindings.http-get.response',
      'bindings.http-post.response',
    ],
    standard: 'RFC 9110, sections 5.3, 8.3.1 and 8.3.2 (compared as media types, never as strings)',
    basis: byText({
      'case, quotes and spaces, which do not count': ['standard'],
      'one Content-Type line': ['standard'],
      'a correct type and charset with parameters that break the grammar': [
        'standard',
        'RFC 9110, section 5.6.6: no space around "=", and no parameter without a value. Mono takes charset = utf-8 ' +
          'for ISO-8859-1; others read it.',
      ],
    }),
    breaks:
      '.NET proxies, WCF and JAX-WS refuse another media type. Without the charset, .NET reads text/xml as ' +
      'ASCII and loses other characters.',
    example: { right: 'Content-Type: text/xml; charset=utf-8', wrong: 'Content-Type: text/plain; charset=utf-8' },
    judge: ({ reading, contract }) => {
      if (reading.response === null || !reading.success) return 'not-reached';
      const { responseMediaType, charset } = contract.bindings[reading.cell.binding];
      const value = headerValue(reading.response.headers, 'content-type');
      const actual = mediaTypeOf(value);
      const lines = reading.response.headers.filter(([name]) => name.toLowerCase() === 'content-type');
      const isRight = lines.length <= 1 && actual?.type === responseMediaType && actual.charset === charset;
      if (isRight && isMediaType(value ?? '')) return [];
      const written = lines.map(([, line]) => line).join(' and ');
      const expected = `${responseMediaType}; charset=${charset}`;
      const other =
        actual !== null && actual.type !== responseMediaType && SHORT_TYPE.test(actual.type) ? actual.type : null;
      const start = isPage(reading) ? 'A web page came in place of the answer: the' : 'The';
      return [
        {
          code: 'Content-Type',
          text: value === undefined ? 'The answer has no Content-Type' : `${start} Content-Type is ${written}`,
          location: null,
          expected,
          actual: written || 'no Content-Type',
          ...(isRight ? LESSER : {}),
          // Another type is one mistake in all bindings, and another mistake than a missing charset.
          ...(other === null ? {} : { cause: `http.content-type:${other}` }),
          ...(start === 'The' ? {} : { cause: PAGE }),
        },
      ];
    },
  },
  {
    id: 'http.content-length',
    level: 'required',
    lesserParts: [
      'the header of an answer in a content coding that the request invited',
      'an answer that is no result',
    ],
    layer: 'length',
    title: 'Content-Length is present and counts the bytes of the body.',
    requirements: ['limits.content-length'],
    standard: 'RFC 9110, section 8.6',
    basis: byText({
      'no chunks in place of it': [
        'text',
        'RFC 9112, section 6.1, allows chunks; the document says that responses have the header.',
      ],
      'the header of an answer in a content coding that the request invited':
        'RFC 9110, section 8.6, wants the length where it is known before the headers are sent. Servers that compress ' +
        'while they send do not know it.',
      'an answer that is no result': ['standard', 'There the header may be missing, but not be wrong.'],
      'no bytes after the promised ones': 'No other request is open on the connection, so they belong to this answer.',
    }),
    breaks:
      'All eight clients we ran read a chunked answer. A wrong number breaks node-soap and suds, and one ' +
      'that is too small also zeep and PHP.',
    example: { right: 'Content-Length: 1675 before 1675 bytes', wrong: 'Transfer-Encoding: chunked' },
    ofEveryAnswer: true,
    judge: ({ reading, expectation }) => {
      if (reading.response === null) return 'not-reached';
      const { status, headers, body, surplus, complete, codedBytes } = reading.response;
      const value = headerValue(headers, 'content-length');
      const bytes = (codedBytes ?? body.byteLength) + surplus;
      const isResult = reading.success && expectation !== 'undescribed';
      // Not the end of an exchange: http.status reports it.
      if (status < 200) return 'not-reached';
      // An answer to HEAD and one with status 304 are complete without the bytes that they count.
      if (!isResult && surplus === 0 && complete) return value === undefined ? 'not-reached' : [];
      // Servers compress while they send, and the request invited that.
      const level = (value === undefined && codedBytes !== undefined) || !(isResult || surplus > 0) ? LESSER : {};
      const isChunked = /\bchunked$/i.test(headerValue(headers, 'transfer-encoding') ?? '');
      const absent = isChunked ? `The answer has no Content-Length: ${CHUNKED}` : 'The answer has no Content-Length';
      if (surplus === 0 && value !== undefined && Number(value) === bytes) return [];
      const hasNone = surplus > 0 && (value === undefined || Number(value) === bytes || [204, 304].includes(status));
      const isMark = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf && Number(value) === bytes - 3;
      const mark = isMark ? ': the 3 bytes of the byte order mark (U+FEFF) before the declaration are not counted' : '';
      const text = value === undefined ? absent : `The Content-Length is ${value}, but ${bytes} bytes came${mark}`;
      return [
        {
          code: 'Content-Length',
          text: hasNone ? `${surplus} bytes follow the head of an answer that has no body` : text,
          location: null,
          expected: `the ${bytes} bytes of the body that came`,
          actual: `${value ?? (isChunked ? 'Transfer-Encoding: chunked' : 'no Content-Length')}${complete ? '' : ', and the connection ended before that'}`,
          ...level,
          ...(isMark ? { cause: 'xml.bom:bom' } : {}),
        },
      ];
    },
  },
];
