import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { textOfFile, unpacked } from './read-file.ts';

const named = { folder: '.', file: 'a.json.gz', mostMiB: 1 };

test('what gzip packed is unpacked, everything else is left as it is', () => {
  const text = Buffer.from('{"a":1}');
  expect(unpacked(named, gzipSync(text))).toEqual(text);
  for (const bytes of [text, Buffer.alloc(0), Buffer.from([0x1f])]) expect(unpacked(named, bytes)).toBe(bytes);
});

test('what is damaged or unpacks to more than a file may hold is refused in one sentence', () => {
  const packed = gzipSync(Buffer.alloc(8 * 1024 * 1024));
  expect(() => unpacked(named, packed)).toThrow("a.json.gz can't be read: unpacked it is longer than 1 MiB");
  const damaged = "a.json.gz can't be read: gzip finds it damaged";
  expect(() => unpacked(named, packed.subarray(0, 100))).toThrow(damaged);
  expect(() => unpacked(named, Buffer.from([0x1f, 0x8b, 0]))).toThrow(damaged);
});

test('a ZIP archive is named as one', () => {
  const bytes = Buffer.from('PK\x03\x04\xff', 'latin1');
  expect(() => textOfFile({ file: 'x.zip' }, bytes)).toThrow(
    'x.zip is a ZIP archive; unpack it and name the file in it',
  );
});
