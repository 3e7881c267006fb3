import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isWholeDocument } from './stall.ts';
import { get, serve } from './target.fixture.ts';

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

const short = (body: string): string => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length + 1}\r\n\r\n${body}`;

test('a whole document that falls short of its Content-Length ends the exchange before its time limit', async () => {
  const [target] = await serve((socket) => socket.write(short('<a></a>')), { timeoutMs: 60_000 });
  expect((await target.send(get)).outcome).toMatchObject({ response: { status: 200, complete: false } });
});

test('a part of one runs into the limit', async () => {
  const [target] = await serve((socket) => socket.write(short('<a><b></b>')), { timeoutMs: 1500 });
  expect((await target.send(get)).outcome).toMatchObject({ trouble: { kind: 'timeout' } });
});

test('last bytes that come late are part of the answer', async () => {
  const [target] = await serve((socket) => {
    socket.write(short('<a></a>'));
    setTimeout(() => socket.write('\n'), 200);
  });
  expect((await target.send(get)).outcome).toMatchObject({ response: { complete: true } });
});

test('the wait is short once it was in vain twice', async () => {
  const [target] = await serve((socket) => socket.write(short('<a></a>')));
  const waits: number[] = [];
  for (let n = 0; n < 3; n += 1) waits.push((await target.send(get)).durationMs);
  const [first = 0, second = 0, third = 0] = waits;
  expect(Math.min(first, second)).toBeGreaterThan(450);
  expect(third).toBeLessThan(Math.min(first, second));
});
