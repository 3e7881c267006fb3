import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exchangeOf } from '../exchange/http-file.fixture.ts';
import { whenFree } from './when-free.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['a server that has too much to do for a moment gets the request again', [503, 503, 200], 200, 3],
  ['so does one that its gateway does not reach for a moment', [502, 504, 200], 200, 3],
  ['one that always says so gets it three times', [503, 503, 503, 200], 503, 3],
  ['any other answer counts at once', [500, 200], 500, 1],
])('%s', async (_what, statuses, last, times) => {
  let sent = 0;
  const answer = whenFree(async () => {
    sent += 1;
    return exchangeOf({ startLine: `HTTP/1.1 ${statuses[sent - 1]} x`, headers: [], body: Buffer.from('') });
  });
  await vi.runAllTimersAsync();
  const { outcome } = await answer;
  expect([outcome.kind === 'response' && outcome.response.status, sent]).toEqual([last, times]);
});
