import { expect, test } from 'vitest';
import { createKnownBodies } from './known-bodies.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));
const kind = 'soap11';

test('what came twice is found by equal bytes, and only by them', () => {
  const known = createKnownBodies<string>(1_000);
  known.keep(bytes('one answer'), kind, 'made');
  expect(known.find(bytes('one answer'), kind)).toBeUndefined();
  known.keep(bytes('one answer'), kind, 'made again');
  expect(known.find(bytes('one answer'), kind)).toBe('made again');
  expect(known.find(bytes('one Answer'), kind)).toBeUndefined();
  expect(known.find(bytes('one answer '), kind)).toBeUndefined();
  expect(known.find(bytes('one answer'), 'soap12')).toBeUndefined();
});

test('bytes with the number of others are told apart from them', () => {
  const prime = 0x01000193;
  const start = 0x811c9dc5 ^ 8;
  const words = (first: number, second: number): Uint8Array => new Uint8Array(Uint32Array.from([first, second]).buffer);
  // The second word makes up for the first.
  const second = 7 ^ Math.imul(start ^ 1, prime) ^ Math.imul(start ^ 2, prime);
  const known = createKnownBodies<string>(1_000);
  for (let time = 0; time < 2; time += 1) known.keep(words(1, 7), kind, 'made');
  expect(known.find(words(1, 7), kind)).toBe('made');
  expect(known.find(words(2, second), kind)).toBeUndefined();
});

test('bytes are found wherever they lie in memory', () => {
  const known = createKnownBodies<string>(1_000);
  for (let time = 0; time < 2; time += 1) known.keep(bytes('one answer'), kind, 'made');
  for (const offset of [0, 1, 2, 4, 7]) {
    const shifted = bytes(`${'#'.repeat(offset)}one answer`).subarray(offset);
    // Read in words or in bytes: another number finds nothing, a wrong one never finds what is not equal.
    expect([undefined, 'made']).toContain(known.find(shifted, kind));
  }
  expect(known.find(bytes('####one answer').subarray(4), kind)).toBe('made');
});

test('it holds no more bytes than it may, and what is used stays', () => {
  const known = createKnownBodies<number>(1_000);
  const body = (index: number): Uint8Array => bytes(`${index}`.padEnd(100, 'x'));
  const keptOf = (count: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => index).filter((index) => known.find(body(index), kind) !== undefined);
  for (let index = 0; index < 50; index += 1) {
    known.keep(body(index), kind, index);
    known.keep(body(index), kind, index);
    expect(known.find(body(0), kind)).toBe(0);
  }
  expect(keptOf(50).length).toBeLessThanOrEqual(10);
  known.keep(bytes('y'.repeat(501)), kind, 51);
  known.keep(bytes('y'.repeat(501)), kind, 51);
  expect(known.find(bytes('y'.repeat(501)), kind)).toBeUndefined();
});
