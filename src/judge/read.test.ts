import { expect, test } from 'vitest';
import { createBodyCache } from './read.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));
const kind = 'soap11';

/** Looks bytes up; true if they were known. */
function isKnown(known: ReturnType<typeof createBodyCache<string>>, body: Uint8Array, of = kind): boolean {
  let isNew = false;
  known.made(body, of, () => {
    isNew = true;
    return 'made';
  });
  return !isNew;
}

/** A cache that has these bodies. */
function knowing(...bodies: readonly Uint8Array[]): ReturnType<typeof createBodyCache<string>> {
  const known = createBodyCache<string>(1_000);
  for (const body of bodies) isKnown(known, body);
  return known;
}

test('what is made is found by equal bytes, and only by them', () => {
  const known = createBodyCache<string>(1_000);
  const made = (text: string): string => known.made(bytes('one answer'), kind, () => text);
  expect([made('first'), made('second'), made('third')]).toEqual(['first', 'first', 'first']);
  expect(isKnown(known, bytes('one Answer'))).toBe(false);
  expect(isKnown(known, bytes('one answer '))).toBe(false);
});

test('bytes of another kind are not found', () => {
  const body = bytes('one answer');
  expect(isKnown(knowing(body), body)).toBe(true);
  expect(isKnown(knowing(body), body, 'soap12')).toBe(false);
});

test('bytes are found at any address in memory', () => {
  const known = knowing(bytes('one answer'));
  for (const offset of [0, 1, 2, 4, 7]) {
    expect(isKnown(known, bytes(`${'#'.repeat(offset)}one answer`).subarray(offset))).toBe(true);
  }
});

test('it holds no more bytes than it may, and what is used stays', () => {
  const known = createBodyCache<string>(1_000);
  const body = (index: number): Uint8Array => bytes(`${index}`.padEnd(100, 'x'));
  isKnown(known, body(0));
  for (let index = 1; index < 50; index += 1) {
    isKnown(known, body(index));
    expect(isKnown(known, body(0))).toBe(true);
  }
  // Asking for what is not known may push out what is: the last ones come first.
  const indexes = Array.from({ length: 50 }, (_, index) => 49 - index);
  expect(indexes.filter((index) => isKnown(known, body(index))).length).toBeLessThanOrEqual(10);
  const long = bytes('y'.repeat(501));
  for (let time = 0; time < 3; time += 1) expect(isKnown(known, long)).toBe(false);
});
