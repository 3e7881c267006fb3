import { expect, inject, test } from 'vitest';
import { patience } from './patience.fixture.ts';

test('limits scale by the speed of the machine, measured when the tests began', () => {
  const slowness = inject('slowness');
  expect(slowness).toBeGreaterThanOrEqual(1);
  expect(slowness).toBeLessThanOrEqual(20);
  expect(patience(1000)).toBe(Math.ceil(1000 * slowness));
});
