import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createBackOff, createRateLimiter } from './back-off.ts';
import type { ExchangeOutcome, Header } from './exchange.ts';
import { get, OK, serve, summary } from './target.fixture.ts';

function answer(status: number, ...headers: readonly Header[]): ExchangeOutcome {
  const rest = { reason: '', version: '1.1', body: new Uint8Array(), complete: true, surplus: 0 };
  return { kind: 'response', response: { status, headers, ...rest } };
}

/** The pause after one answer at the epoch, or that there is none. */
function pauseAfter(outcome: ExchangeOutcome, tries = 1): number | 'stands' {
  return createBackOff(() => 0).again(outcome, tries, 'one') ?? 'stands';
}

describe('the wait', () => {
  test.each([
    ['a 429 without a time', answer(429), 500],
    ['a 429 with seconds', answer(429, ['retry-after', '7']), 7_000],
    ['a 429 with a date', answer(429, ['Retry-After', 'Thu, 01 Jan 1970 00:00:03 GMT']), 3_000],
    ['a date gone by', answer(429, ['Retry-After', 'Wed, 31 Dec 1969 23:00:00 GMT']), 0],
    ['a time too long', answer(503, ['Retry-After', '3600']), 30_000],
    ['a 503 with seconds', answer(503, ['Retry-After', '2']), 2_000],
    ['a 503 alone', answer(503), 'stands'],
    ['a 503 with nonsense', answer(503, ['Retry-After', 'soon']), 'stands'],
    ['a 503 with a part of a second', answer(503, ['Retry-After', '2.5']), 2_500],
    ['a 429 with less than nothing', answer(429, ['Retry-After', '-5']), 500],
    ['a 429 with a number in a text', answer(429, ['Retry-After', 'soon 1']), 500],
    ['a 200', answer(200, ['Retry-After', '2']), 'stands'],
  ] as const)('after %s', (_what, outcome, pause) => {
    expect(pauseAfter(outcome)).toBe(pause);
  });

  test('is not asked for by a time of 0', () => {
    const { asks } = createBackOff(() => 0);
    const answers = [answer(429), answer(429, ['Retry-After', '0']), answer(503, ['Retry-After', '2']), answer(200)];
    expect(answers.map((one) => asks(one, get, 1))).toEqual(['one', 'nobody', 'one', 'nobody']);
  });

  test('is that of one request, until another is refused before any is taken', () => {
    const backOff = createBackOff(() => 0);
    const other = { ...get };
    const asked = (['busy', 'busy', 'ok', 'other busy', 'busy', 'ok', 'busy'] as const).map((one) =>
      backOff.asks(one === 'ok' ? answer(200) : answer(429), one === 'other busy' ? other : get, 1),
    );
    expect(asked).toEqual(['one', 'one', 'nobody', 'one', 'all', 'nobody', 'one']);
    expect([backOff.again(answer(429), 1, 'one'), backOff.pause()]).toEqual([500, 0]);
    expect([backOff.again(answer(429), 1, 'all'), backOff.pause()]).toEqual([0, 500]);
  });

  test('grows with each try, and ends', () => {
    expect([1, 2, 3, 4].map((tries) => pauseAfter(answer(429), tries))).toEqual([500, 1_000, 2_000, 'stands']);
  });

  test('of all requests together is bounded', () => {
    let now = 0;
    const backOff = createBackOff(() => now);
    const busy = answer(503, ['Retry-After', '25']);
    const waits = (['one', 'all', 'all', 'one'] as const).map((asked) => {
      const alone = backOff.again(busy, 1, asked);
      const pause = alone === null ? 'stands' : Math.max(alone, backOff.pause());
      now += alone === null ? 0 : Number(pause);
      return pause;
    });
    expect([waits, backOff.count()]).toEqual([[25_000, 25_000, 10_000, 'stands'], 4]);
  });
});

test('after too many requests, what a target took in a second is the limit, less a fifth, and it never rises', () => {
  const limiter = createRateLimiter(null);
  const waits = (now: number): readonly number[] => [1, 2].map(() => limiter.book(now));
  expect(waits(0)).toEqual([0, 0]);
  for (let i = 0; i < 40; i += 1) limiter.note(true, 100);
  // Too soon to tell how many it takes.
  limiter.note(false, 100);
  expect(waits(900)).toEqual([0, 0]);
  limiter.note(false, 1000);
  expect(waits(1000)).toEqual([0, 31.25]);
  for (let i = 0; i < 400; i += 1) limiter.note(true, 2000);
  limiter.note(false, 2000);
  expect(waits(3000)).toEqual([0, 31.25]);
  limiter.note(false, 9000);
  expect(waits(9000)).toEqual([0, 100]);
});

describe('a target that asks to wait', () => {
  const BUSY = 'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n';

  test('gets the request again, and its last answer counts', async () => {
    const [target, server] = await serve((socket, _request, nth) => socket.write(nth === 1 ? BUSY : OK));
    expect(summary(await target.send(get))).toBe("200 1.1 'hi'");
    expect([server.requests.length, target.backedOff()]).toEqual([2, 1]);
  });

  test('for ever is unavailable', async () => {
    const [target, server] = await serve(BUSY);
    const { outcome } = await target.send(get);
    const message = 'the target asked to wait (status 429), 4 times for this request';
    expect(outcome).toEqual({ kind: 'trouble', trouble: { kind: 'unavailable', message } });
    expect(server.requests).toHaveLength(4);
  });

  test('gets no write a second time', async () => {
    const [target, server] = await serve(BUSY);
    expect(summary(await target.send(get, { once: true }))).toBe('unavailable');
    expect(server.requests).toHaveLength(1);
  });

  const WAIT = BUSY.replace(': 0\r', ': 1\r');

  test('is not called by any connection meanwhile, if it refuses one request after the other', async () => {
    const times: number[] = [];
    const [target] = await serve(
      (socket) => {
        times.push(performance.now());
        socket.write(times.length <= 2 ? WAIT : OK);
      },
      { concurrency: 3 },
    );
    const both = [target.send({ ...get }), target.send({ ...get })];
    while (target.backedOff() < 2) await setImmediate();
    await Promise.all([...both, target.send(get)]);
    const [, second = 0, ...others] = times;
    expect(others).toHaveLength(3);
    expect(Math.min(...others) - second).toBeGreaterThanOrEqual(990);
  });

  test('because of two requests that it always refuses, alone under way, is called by others meanwhile', async () => {
    const [target] = await serve((socket, request) => socket.write(/odd/.test(request) ? WAIT : OK), {
      concurrency: 3,
    });
    const refused = async (times: number): Promise<void> => {
      while (target.backedOff() < times) await setImmediate();
    };
    const odd = [target.send({ ...get, path: '/odd' })];
    await refused(1);
    await target.send(get);
    odd.push(target.send({ ...get, path: '/odd' }));
    await refused(3);
    const from = performance.now();
    expect(summary(await target.send(get))).toBe("200 1.1 'hi'");
    expect(performance.now() - from).toBeLessThan(700);
    await target.close();
    expect((await Promise.all(odd)).map(summary)).toEqual(['aborted', 'aborted']);
  });

  test('because of one request is called by the others meanwhile', async () => {
    const late = BUSY.replace(': 0\r', ': 30\r');
    const [target, server] = await serve((socket, request) => socket.write(/odd/.test(request) ? late : OK), {
      concurrency: 2,
    });
    const odd = target.send({ ...get, path: '/odd' });
    while (target.backedOff() === 0) await setImmediate();
    for (let i = 0; i < 9; i += 1) expect(summary(await target.send(get))).toBe("200 1.1 'hi'");
    expect(server.requests).toHaveLength(10);
    await target.close();
    expect(summary(await odd)).toBe('aborted');
  });
});
