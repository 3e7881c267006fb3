import { plural } from '../../base/words.ts';
import { headerValue } from '../../wire/http/exchange.ts';
import { isMediaType, mediaTypeOf } from '../../wire/soap/media-type.ts';
import { isCharsetOf } from '../../xml/decode.ts';
import { recognise } from '../body/recognise.ts';
import { type BodyKind, bodyCauses } from '../body/recognised.ts';
import { ofAnswers } from '../check.ts';
import type { Problem } from '../judgement.ts';
import { byText, lesser, type Rule } from '../rule.ts';
import { contentLengthRule } from './content-length.ts';

/** A media type that fits into a line. */
const SHORT_TYPE = /^[\w.+-]+\/[\w.+-]{1,40}$/;

/** What a body may be that has a media type of its own. */
const FORMATS: readonly BodyKind[] = ['json', 'web-page', 'multipart', 'php-message'];

const ODD_PARAMETERS = 'a correct type and charset with parameters that break the grammar';

/** Layers 'media type' and 'length': what a success's headers promise about its body. */
export const messageRules: readonly Rule[] = [
  {
    id: 'http.content-type',
    level: 'required',
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
      [ODD_PARAMETERS]: lesser([
        'standard',
        'RFC 9110, section 5.6.6: no space around "=", and no parameter without a value. Mono takes charset = utf-8 ' +
          'for ISO-8859-1; others read it.',
      ]),
    }),
    breaks:
      '.NET proxies, WCF and JAX-WS refuse another media type. Without the charset, .NET reads text/xml as ' +
      'ASCII and loses other characters.',
    example: { right: 'Content-Type: text/xml; charset=utf-8', wrong: 'Content-Type: text/plain; charset=utf-8' },
    checks: ofAnswers(({ reading, contract }) => {
      if (reading.response === null || !reading.success) return 'not-reached';
      const { responseMediaType, charset } = contract.bindings[reading.cell.binding];
      const value = headerValue(reading.response.headers, 'content-type');
      const actual = mediaTypeOf(value);
      const lines = reading.response.headers.filter(([name]) => name.toLowerCase() === 'content-type');
      const isOfType = lines.length <= 1 && actual?.type === responseMediaType;
      const isRight = isOfType && actual.charset === charset;
      const isOdd = value !== undefined && !isMediaType(value);
      if (isRight && !isOdd) return [];
      const isTrue =
        isRight ||
        (isOfType && (actual.charset === null || reading.text === null || isCharsetOf(actual.charset, reading.text)));
      const values = [...new Set(lines.map(([, line]) => line))];
      const times = lines.length > values.length ? `, in ${plural(lines.length, 'line')}` : '';
      const written = `${values.join(' and ')}${times}`;
      const expected = `${responseMediaType}; charset=${charset}`;
      const type =
        actual !== null && actual.type !== responseMediaType && SHORT_TYPE.test(actual.type) ? actual.type : null;
      const found = recognise(reading.response);
      const other = found === null || !FORMATS.includes(found.kind) ? null : found;
      const start = other === null ? 'The' : `The body ${other.words}: the`;
      const problem: Problem = {
        code: 'Content-Type',
        text: value === undefined ? 'The answer has no Content-Type' : `${start} Content-Type is ${written}`,
        location: null,
        expected,
        actual: written || 'no Content-Type',
        facts: { wanted: [responseMediaType], found: [actual?.type ?? ''] },
        // Another type is one mistake in all bindings, and another mistake than a missing charset.
        ...(type === null ? {} : { cause: `http.content-type:${type}` }),
        ...(other === null || isRight ? {} : { cause: bodyCauses[other.kind] }),
      };
      if (!isTrue) return [problem];
      const odd = isOdd ? [{ ...problem, part: ODD_PARAMETERS }] : [];
      return isRight ? odd : [{ ...problem, ofDocument: true }, ...odd];
    }),
  },
  contentLengthRule,
];
