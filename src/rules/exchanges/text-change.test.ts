import { expect, test } from 'vitest';
import { textChange } from './text-change.ts';

test.each([
  ['a b c', 'a+b+c', 'with space as +', 'space as +'],
  ['Größe 漢', 'Gr??e ?', 'with ? for characters beyond ASCII', 'beyond-ascii'],
  ['a🚗', 'a??', 'with ? for characters beyond ASCII', 'beyond-ascii'],
  ['é🚗', 'é\uFFFD', 'with \uFFFD for characters beyond U+FFFF', 'beyond-bmp'],
  ['aéb', 'ab', 'without its characters beyond ASCII', 'beyond-ascii'],
  ['a&b<c>', 'a&amp;b&lt;c&gt;', 'escaped twice', 'escaped-twice'],
  ['a&lt;b', 'a&amp;lt;b', 'escaped twice', 'escaped-twice'],
  [`it's "<b>"`, 'it&#039;s &quot;&lt;b&gt;&quot;', 'escaped twice', 'escaped-twice'],
  [`it's "<b>"`, 'it&#x27;s &#34;&#x3C;b&#62;&#x22;', 'escaped twice', 'escaped-twice'],
  ['Kia', 'Kia   ', 'with 3 spaces at its end', 'padded'],
  ['é', 'Ã©', 'as UTF-8 that was read as Latin-1', 'misread'],
])('%j that comes back as %j is %s', (sent, got, how, mistake) => {
  expect(textChange(sent, got)).toEqual({ how, mistake });
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
