import { expect, test } from 'vitest';
import { nothingAttached } from './attached.ts';
import { readEntry } from './entry.ts';
import { browserEntry } from './foreign-har.fixture.ts';

/** Why an entry, or its answer, is not read; else the answer. */
function answerOf(entry: ReturnType<typeof browserEntry>) {
  const read = readEntry(entry, nothingAttached, false);
  return typeof read === 'string' ? read : read.response;
}

test.each(['request', 'response'] as const)('header lines that no server takes are not read: of a %s', (side) => {
  const entry = browserEntry('McatCodes', 'soap11');
  expect(answerOf(entry)).toBeTypeOf('object');
  const lines = Array.from({ length: 3 }, (_, n) => ({ name: `X-${n}`, value: ' '.repeat(100_000) }));
  entry[side].headers = lines;
  expect(answerOf(entry)).toBe(
    `${side}.headers has more than 262144 characters; expected header lines of a real message`,
  );
  entry[side].headers = lines.slice(1);
  expect(answerOf(entry)).toBeTypeOf('object');
});
