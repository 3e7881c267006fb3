import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchThrottling } from './throttling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('says that the target throttles the run, how often and to what rate, and again after a minute of it', () => {
  const counts = { asked: 0, taken: 0 };
  const throttling = watchThrottling({ backedOff: () => counts.asked, requests: () => counts.taken });
  vi.advanceTimersByTime(10_000);
  counts.taken = 100;
  expect(throttling()).toBeNull();
  counts.asked = 1;
  expect(throttling()).toContain('the target asked 1 time to slow down');
  expect(throttling()).toBeNull();
  vi.advanceTimersByTime(40_000);
  Object.assign(counts, { asked: 21, taken: 300 });
  expect(throttling()).toBeNull();
  vi.advanceTimersByTime(40_000);
  counts.taken = 476;
  expect(throttling()).toMatch(/asked 20 times .*; it takes about 4\.7 requests a second$/);
  vi.advanceTimersByTime(100_000);
  expect(throttling()).toBeNull();
});
