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
  const many = Array.from({ length: 1_001 }, () => ({ name: 'a', value: 'b' }));
  const tooMuch = `${side}.headers has more than 262144 characters; expected header lines of a real message`;
  const tooMany = `${side}.headers has more than 1000 lines; expected header lines of a real message`;
  const withLines = (headers: unknown) => answerOf({ ...entry, [side]: { ...entry[side], headers } });
  expect(withLines(lines)).toBe(tooMuch);
  expect(withLines(Object.fromEntries(lines.map(({ name, value }) => [name, value])))).toBe(tooMuch);
  expect(withLines(many)).toBe(tooMany);
  expect(withLines(lines.slice(1))).toBeTypeOf('object');
  expect(withLines(many.slice(1))).toBeTypeOf('object');
});

test('bodies where HTTP Toolkit keeps them are read', () => {
  const golden = browserEntry('Get_Inventory', 'soap11');
  const { content, ...response } = golden.response;
  const { postData, ...request } = golden.request;
  const moved = {
    ...golden,
    request: { ...request, _content: postData },
    response: { ...response, _content: content },
  };
  const read = (entry: object) => JSON.stringify(readEntry(entry, () => 'no file', false));
  expect(read(moved)).toBe(read(golden));
});
