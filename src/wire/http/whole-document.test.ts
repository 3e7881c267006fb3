import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isWholeDocument } from './whole-document.ts';

test('a document is whole with the end tag of its root, and not before', () => {
  const bytes = Buffer.from('<?xml version="1.0"?>\n<s:a xmlns:s="urn:s"><b>é</b></s:a>\r\n');
  const end = bytes.indexOf('</s:a>') + '</s:a>'.length;
  for (let length = 1; length <= bytes.length; length += 1)
    expect(isWholeDocument(bytes.subarray(0, length), []), `${length}`).toBe(length >= end);
});

test('an empty root is a whole document', () => {
  expect(isWholeDocument(Buffer.from('<?xml version="1.0"?>\n<a b="c" />\n'), [])).toBe(true);
  expect(isWholeDocument(Buffer.from('<?xml version="1.0"?>\n<a><b/>'), [])).toBe(false);
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('a document in %s is whole where it can be decoded', (coding, compress) => {
  const [bytes, headers] = [compress('<a><b/></a>'), [['Content-Encoding', coding]] as const];
  expect(isWholeDocument(bytes, headers)).toBe(true);
  expect(isWholeDocument(bytes.subarray(0, -3), headers)).toBe(false);
});
