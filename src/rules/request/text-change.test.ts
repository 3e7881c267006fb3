import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDamaged, textChange } from './text-change.ts';

test.each([
  ['a b c', 'a+b+c', 'with space as +', 'request.text-fidelity:space as +'],
  ['Größe 漢', 'Gr??e ?', 'with ? for characters beyond ASCII', 'request.text-fidelity:beyond-ascii'],
  ['a🚗', 'a??', 'with ? for characters beyond ASCII', 'request.text-fidelity:beyond-ascii'],
  ['é🚗', 'é\uFFFD', 'with \uFFFD for characters beyond U+FFFF', 'request.text-fidelity:beyond-bmp'],
  ['aéb', 'ab', 'without its characters beyond ASCII', 'request.text-fidelity:beyond-ascii'],
  ['a&b<c>', 'a&amp;b&lt;c&gt;', 'escaped twice', 'data.readable-text:a-reference-that-was-escaped-twice'],
  ['a&lt;b', 'a&amp;lt;b', 'escaped twice', 'data.readable-text:a-reference-that-was-escaped-twice'],
  [
    `it's "<b>"`,
    'it&#039;s &quot;&lt;b&gt;&quot;',
    'escaped twice',
    'data.readable-text:a-reference-that-was-escaped-twice',
  ],
  [
    `it's "<b>"`,
    'it&#x27;s &#34;&#x3C;b&#62;&#x22;',
    'escaped twice',
    'data.readable-text:a-reference-that-was-escaped-twice',
  ],
  ['Kia', 'Kia   ', 'with 3 spaces at its end', 'request.text-fidelity:padded'],
  ['é', 'Ã©', 'as UTF-8 that was read as Windows-1252', 'data.readable-text:utf-8-that-was-read-as-windows-1252'],
  ['5 €', '5 â‚¬', 'as UTF-8 that was read as Windows-1252', 'data.readable-text:utf-8-that-was-read-as-windows-1252'],
  [
    '5 €',
    '5 â\u0082¬',
    'as UTF-8 that was read as Windows-1252',
    'data.readable-text:utf-8-that-was-read-as-windows-1252',
  ],
  [
    '”, 漢',
    'â€\uFFFD, æ¼¢',
    'as UTF-8 that was read as Windows-1252',
    'data.readable-text:utf-8-that-was-read-as-windows-1252',
  ],
])('%j that comes back as %j is %s', (sent, got, how, cause) => {
  expect(textChange(sent, got)).toEqual({ how, cause });
});

test.each([
  ['a text', 'a text'],
  ['', '  '],
  ['Größe', 'Gr?ße'],
  ['a&b', 'a&amp;c'],
  ['Kia', 'Kia\t'],
  ['Kia', undefined],
])('no known mistake makes %j of %j', (sent, got) => {
  expect(textChange(sent, got)).toBeNull();
});

const latin1 = (text: string): string => Buffer.from(text).toString('latin1');
const DAMAGES: readonly ((text: string) => string)[] = [
  latin1,
  (text) => latin1(latin1(text)),
  (text) => new TextDecoder('utf-8').decode(Buffer.from(text, 'latin1')),
  (text) => text.replaceAll(/[^\0-\x7F]/gu, '?'),
  (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  (text) => text.toUpperCase(),
  (text) => `${text}  `,
  (text) => encodeURIComponent(text),
  (text) => text.replace(/[a-i]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
];

test('a text whose spaces stay plus signs is the own one', () => {
  expect(isDamaged('Town & Country', 'Town+&+Country')).toBe(true);
});

test('a text in a wrong encoding, not decoded, folded or padded is the own one', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdefghi#', 'é', 'ö', 'ß'), minLength: 8, maxLength: 20 });
  const own = word.filter((text) => /[a-i#]{3}/.test(text.replaceAll(/[éöß]/g, '')));
  fc.assert(
    fc.property(own, fc.constantFrom(...DAMAGES), (text, damage) => {
      expect(isDamaged(text, damage(text))).toBe(true);
    }),
  );
});

test('a text with other letters or digits is not the own one', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdefghi0123'), minLength: 4, maxLength: 12 });
  fc.assert(
    fc.property(word, word, fc.constantFrom('', 'é'), (one, other, mark) => {
      fc.pre(one !== other);
      expect(isDamaged(`#${one}${mark}`, `#${other}${mark}`)).toBe(false);
    }),
  );
});
