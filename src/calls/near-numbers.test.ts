import { expect, test } from 'vitest';
import { nearNumbers } from './near-numbers.ts';

test('near a number are those that a server takes for it if it loses bits, a sign, the first or the last digits', () => {
  expect(nearNumbers('7', 'int', 1)).toContain('-7');
  expect(
    nearNumbers('2147483647', 'int', 1)
      .map(BigInt)
      .filter((number) => number >= 2n ** 31n),
  ).toEqual([]);
  expect(nearNumbers('seven', 'long', 1)).toEqual([]);
  for (let seed = 1; seed < 50; seed += 1) {
    const [beyond = 0n, other = 0n] = nearNumbers('7', 'long', seed).map(BigInt);
    expect([beyond, other].map((number) => BigInt.asUintN(32, number) === 7n)).toEqual([true, false]);
    expect(Number(beyond)).toBeLessThan(2 ** 53);
    expect([beyond % 10n ** 8n, `${other}`]).toEqual([7n, expect.stringMatching(/^7\d{14}$/)]);
    const [far = 0n] = nearNumbers('7', 'int', seed).map(BigInt);
    expect([BigInt.asUintN(24, far), far > 2n ** 30n]).toEqual([7n, true]);
  }
  expect(nearNumbers('142301', 'int', 1)).toContainEqual(expect.stringMatching(/^1\d00142301$/));
  // The one that a double takes for it.
  expect(nearNumbers('9007199254740995', 'long', 1)).toContain('9007199254740996');
});
