import { expect, test } from 'vitest';
import { bodyText } from './body-text.ts';

const textOf = (bytes: Buffer, charset = 'utf-8') =>
  bodyText({
    body: 'not looked at',
    base64: bytes.toString('base64'),
    headers: [['Content-Type', `text/xml; charset=${charset}`]],
  });

test('without bytes the text is the body', () => {
  expect(bodyText({ body: '<a/>', headers: [] })).toEqual({ text: '<a/>', bytes: new Map(), dump: false, note: null });
});

test('broken sequences keep their bytes; a U+FFFD that was sent is not one', () => {
  const { text, bytes } = textOf(Buffer.from('<a>\xef\xbf\xbd \xe9 \xe2\x82 \xf0\x9f\x98x \xc3</a>', 'latin1'));
  expect(text).toBe('<a>\ufffd \ufffd \ufffd \ufffdx \ufffd</a>');
  expect([...bytes]).toEqual([
    [5, 'E9'],
    [7, 'E282'],
    [9, 'F09F98'],
    [12, 'C3'],
  ]);
});

test('places behind astral characters count in UTF-16 units', () => {
  expect([...textOf(Buffer.from('👩\xe9', 'latin1')).bytes.keys()].length).toBeGreaterThan(0);
  const bytes = Buffer.concat([Buffer.from('👩', 'utf8'), Buffer.from([0xe9])]);
  expect([...textOf(bytes).bytes]).toEqual([[2, 'E9']]);
});

test('UTF-16 is decoded', () => {
  const { text, note } = textOf(Buffer.from('\ufeff<a>é</a>', 'utf16le'));
  expect(text).toBe('<a>é</a>');
  expect(note).toContain('UTF-16');
});

test('binary data is dumped, and the dump is bounded', () => {
  const gzip = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, ...Buffer.from('abc')]);
  expect(textOf(gzip).text).toBe('00000000  1f 8b 08 00 00 00 00 00 00 03 61 62 63           ..........abc');
  expect(textOf(Buffer.alloc(9000)).text.split('\n')).toHaveLength(32);
});
