import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { expect } from 'vitest';
import { charsetOf, mediaTypeOf } from '../../wire/soap/media-type.ts';
import { illegalCharacterAt } from '../../xml/characters.ts';
import { decodeXmlBytes, invalidUtf8At } from '../../xml/decode.ts';
import type { Subject } from './subject.fixture.ts';

const marks = ['', '', '\xef\xbb\xbf', '\xff\xfe', '\xfe\xff', '<\0', '\0<', '\xff\xfe\0\0'];
const labels = [
  'utf-8',
  'utf-16',
  'utf-16be',
  'UTF-7',
  'iso-8859-1',
  'windows-1252',
  'shift_jis',
  'gb18030',
  'x-user-defined',
  'replacement',
  '',
  'é',
];
const declared = fc.constantFrom(...labels).map((label) => `<?xml version="1.0" encoding="${label}"?>`);
const bytes = fc.uint8Array({ maxLength: 12 }).map((some) => Buffer.from(some).toString('latin1'));
const utf8 = fc.string({ unit: 'binary', maxLength: 6 }).map((text) => Buffer.from(text).toString('latin1'));
const contentTypes = fc
  .tuple(
    fc.constantFrom('text/xml', 'application/soap+xml', 'text', '/', '', 'a/b/c', ' text/xml '),
    fc.constantFrom('', '; charset=', ';charset="', '; CHARSET =', ';;;', '; a=b; charset='),
    fc.oneof(fc.constantFrom(...labels), fc.string({ unit: 'binary', maxLength: 6 }), fc.constant('"\\')),
  )
  .map((parts) => parts.join(''));

/** A Content-Type and a body's bytes, each a character of Latin-1, with a line between. */
export const decoders: Subject = {
  name: 'decode',
  runs: 2000,
  inputs: fc
    .tuple(
      contentTypes,
      fc.constantFrom(...marks),
      fc.oneof(declared, fc.constant('')),
      fc.array(fc.oneof(bytes, utf8), { maxLength: 4 }),
    )
    .map(([type, mark, declaration, parts]) => `${type.replaceAll('\n', '')}\n${mark}${declaration}${parts.join('')}`),
  check: (input) => {
    const line = input.indexOf('\n');
    const type = input.slice(0, line);
    const body = Buffer.from(input.slice(line + 1), 'latin1');
    const charset = charsetOf(type);
    if (mediaTypeOf(type) === null) expect(charset).toBeNull();
    const at = invalidUtf8At(body);
    expect(at < 0).toBe(isUtf8(body));
    const { text, problems, bom } = decodeXmlBytes(body, charset);
    illegalCharacterAt(text);
    if (problems.length === 0) expect(Buffer.from(`${bom ? '\uFEFF' : ''}${text}`).equals(body)).toBe(true);
    if (at >= 0) expect(problems[0]?.kind).toMatch(/^(?:invalid-utf8|not-utf8)$/);
  },
};
