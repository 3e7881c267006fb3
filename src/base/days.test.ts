import { expect, test } from 'vitest';
import { dayText, momentText } from './days.ts';

test('moments and days are shown as people read them; other texts stay', () => {
  expect(momentText('2026-11-28T07:56:03.105Z')).toBe('28 Nov 2026, 07:56 UTC');
  expect(momentText('2026-01-02T03:04:05Z')).toBe('2 Jan 2026, 03:04 UTC');
  expect([dayText('2026-12-31'), dayText('2026-13-31'), momentText('yesterday')]).toEqual([
    '31 Dec 2026',
    '2026-13-31',
    'yesterday',
  ]);
});
