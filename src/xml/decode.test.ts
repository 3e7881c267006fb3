import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeXmlBytes, invalidUtf8At } from './decode.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

test('UTF-8 without a declaration, or with one that agrees, has no problem', () => {
  for (const text of [
    '',
    '<a>é😀</a>',
    '<?xml version="1.0" encoding="UTF-8"?><a>é</a>',
    "<?xml version='1.0' encoding='utf-8' ?><a/>",
  ]) {
    expect(decodeXmlBytes(utf8(text), null)).toEqual({ text, encoding: 'utf-8', bom: false, problems: [] });
  }
});

test('a byte order mark is noted and taken off', () => {
  expect(decodeXmlBytes(utf8('\uFEFF<a/>'), 'utf-8')).toMatchObject({ text: '<a/>', bom: true, problems: [] });
});

test.each(['utf-16', 'iso-8859-1', 'utf8'])('a declaration of %s before UTF-8 bytes disagrees', (encoding) => {
  const { problems } = decodeXmlBytes(utf8(`<?xml version="1.0" encoding="${encoding}"?><a/>`), 'utf-8');
  expect(problems).toMatchObject([{ kind: 'declaration-disagrees', message: expect.stringContaining(encoding) }]);
});

test('a declaration of US-ASCII agrees with ASCII bytes only', () => {
  const declared = '<?xml version="1.0" encoding="us-ascii"?>';
  expect(decodeXmlBytes(utf8(`${declared}<a/>`), null).problems).toEqual([]);
  expect(decodeXmlBytes(utf8(`${declared}<a>é</a>`), null).problems).toHaveLength(1);
});

test('"encoding" outside the XML declaration declares nothing', () => {
  expect(decodeXmlBytes(utf8('<?xml version="1.0"?><a encoding="utf-16"/>'), null).problems).toEqual([]);
});

test('the first byte that is not UTF-8 is named, and the text is read by the charset that was declared', () => {
  const bytes = Buffer.from('<a>caf\xe9</a>', 'latin1');
  expect(decodeXmlBytes(bytes, 'iso-8859-1')).toMatchObject({
    text: '<a>café</a>',
    problems: [{ kind: 'invalid-utf8', offset: 6 }],
  });
  expect(decodeXmlBytes(bytes, 'no-such-charset').text).toBe('<a>caf\uFFFD</a>');
  const declared = Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>\xe9</a>', 'latin1');
  expect(decodeXmlBytes(declared, null)).toMatchObject({
    text: expect.stringContaining('<a>й</a>'),
    problems: [{ offset: 48 }],
  });
});

test.each([
  ['UTF-16LE with a mark', Buffer.from('\uFEFF<a>é</a>', 'utf16le')],
  ['UTF-16LE without a mark', Buffer.from('<a>é</a>', 'utf16le')],
  ['UTF-16BE with a mark', Buffer.from('\uFEFF<a>é</a>', 'utf16le').swap16()],
  ['UTF-16BE without a mark', Buffer.from('<a>é</a>', 'utf16le').swap16()],
])('%s is read and is one problem', (_, bytes) => {
  expect(decodeXmlBytes(bytes, 'utf-8')).toMatchObject({
    text: '<a>é</a>',
    bom: false,
    problems: [{ kind: 'not-utf8' }],
  });
});

test('our byte check agrees with node on any bytes, and what precedes the offset is valid', () => {
  const bytes = fc.array(
    fc.oneof(fc.uint8Array({ maxLength: 4 }), fc.string({ unit: 'grapheme', maxLength: 3 }).map(utf8)),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(bytes, (parts) => {
      const all = Buffer.concat(parts);
      const offset = invalidUtf8At(all);
      expect(offset === -1).toBe(isUtf8(all));
      if (offset >= 0) expect(isUtf8(all.subarray(0, offset))).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
