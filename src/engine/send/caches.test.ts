import { afterEach, describe, expect, test, vi } from 'vitest';
import { quickRun } from '../../reference/variations/target.fixture.ts';
import type { Exchange, Header } from '../../wire/http/exchange.ts';
import { cachesOf, NO_CACHES, stepFor, UNAWAITED_CACHES, usualCaches } from './caches.ts';

const VIA = ['Via', '1.1 cache'] as const;
const usual = { ...quickRun('http://127.0.0.1:9'), profile: 'standard' } as const;

describe('a difference that was there each time', () => {
  const answered = (...headers: readonly Header[]): Exchange => {
    const response = {
      status: 200,
      reason: '',
      version: '1.1',
      headers,
      body: new Uint8Array(),
      complete: true,
      surplus: 0,
    };
    const request = { method: 'GET', path: '/', headers: [], body: null };
    return { request, outcome: { kind: 'response', response }, durationMs: 1 };
  };
  const plain: Header = ['Cache-Control', 'private, max-age=0'];

  test.each<readonly Header[]>([
    [['Age', '0']],
    [['via', '1.1 x']],
    [['X-Cache', 'MISS from x']],
    [['CF-Cache-Status', 'DYNAMIC']],
    [['Cache-Status', 'x; hit']],
    [['X-Cache-Hits', '0']],
    [['Cache-Control', 'private, max-age=60']],
    [['Cache-Control', 'max-age=0, s-maxage="60"']],
    [
      ['Date', 'Sat, 28 Nov 2026 10:00:00 GMT'],
      ['Expires', 'Sat, 28 Nov 2026 10:00:01 GMT'],
    ],
    [['Expires', 'Sat, 28 Nov 2026 10:00:01 GMT']],
  ])('is awaited where an answer has %s', (...headers) => {
    const step = stepFor([answered(plain), answered(...headers)], false, usualCaches());
    expect(step).toEqual({ sign: expect.stringMatching(/^(?:an answer has |caches may keep an answer)/) });
  });

  test.each<readonly Header[]>([
    [],
    [plain],
    [['Cache-Control', 'no-store, max-age=60']],
    [
      ['Cache-Control', 'max-age=0'],
      ['Expires', 'Sat, 28 Nov 2126 10:00:01 GMT'],
    ],
    [
      ['Date', 'Sat, 28 Nov 2026 10:00:00 GMT'],
      ['Expires', 'Sat, 28 Nov 2026 10:00:00 GMT'],
    ],
    [['Expires', '-1']],
    [['X-Cached-By', 'x']],
  ])('is reported at once where no answer has more than %s', (...headers) => {
    expect(stepFor([answered(...headers), answered(plain)], false, usualCaches())).toBe('report');
  });

  test('is awaited where equal reads differed, once in a run', () => {
    const caches = usualCaches();
    expect(stepFor([answered()], true, caches)).toEqual({ sign: 'equal reads differed' });
    caches.noteEnd(false);
    expect(stepFor([answered()], true, caches)).toBe('report');
    caches.noteEnd(true);
    expect(stepFor([answered(VIA)], true, caches)).toBe('leave-open');
    expect(stepFor([answered()], false, caches)).toBe('report');
    expect(stepFor([answered(VIA)], true, UNAWAITED_CACHES)).toBe('report');
  });
});

describe('a run waits', () => {
  afterEach(() => void vi.useRealTimers());

  test('a minute, and says so once for all differences that wait together', async () => {
    vi.useFakeTimers();
    const said: string[] = [];
    const caches = usualCaches((what) => said.push(what));
    let isOver = false;
    const waiting = Promise.all([caches.forget('as x differs'), caches.forget('as y differs')]).then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(60_999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(said).toEqual(['a minute, until caches have no earlier answer, as x differs']);
  });
});

test.each([
  ['the embedded server', { target: null }],
  ['the profile quick', { profile: 'quick' }],
  ['--fail-fast', { failFast: true }],
  ['a time limit of two minutes', { limits: { ...usual.limits, maxTimeSeconds: 120 } }],
] as const)('a run does not wait: %s', (_what, changed) => {
  const caches = [NO_CACHES, UNAWAITED_CACHES];
  expect(caches).not.toContain(cachesOf(usual));
  expect(cachesOf({ ...usual, ...changed })).toBe('target' in changed ? NO_CACHES : UNAWAITED_CACHES);
});
