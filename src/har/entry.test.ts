import { expect, test } from 'vitest';
import { readEntry } from './entry.ts';
import { browserEntry } from './foreign-har.fixture.ts';

test.each(['request', 'response'] as const)('header lines that no server takes are not read: of a %s', (side) => {
  const entry = browserEntry('McatCodes', 'soap11');
  expect(readEntry(entry)).toBeTypeOf('object');
  const lines = Array.from({ length: 3 }, (_, n) => ({ name: `X-${n}`, value: ' '.repeat(100_000) }));
  entry[side].headers = lines;
  expect(readEntry(entry)).toBe(
    `${side}.headers has more than 262144 characters; expected header lines of a real message`,
  );
  entry[side].headers = lines.slice(1);
  expect(readEntry(entry)).toBeTypeOf('object');
});
