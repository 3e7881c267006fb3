import { expect, test } from 'vitest';
import type { Call } from '../wire/soap/call.ts';
import type { CallSource } from './pools.ts';
import { shortestPiece, shrinkCall } from './shrink.ts';

const source: CallSource = {
  operation: {
    name: 'Op',
    effect: 'read',
    header: null,
    parameters: [
      { name: 'A', type: 'string', credential: false, decides: false, example: 'aa' },
      { name: 'B', type: 'int', credential: false, decides: false, example: '5' },
    ],
    result: { kind: 'single', record: 'R', httpRoot: 'R' },
    feeds: {},
    requirements: [],
  },
  contract: {} as CallSource['contract'],
  pools: { values: { A: ['foo'] }, rows: [] },
};

function call(A: string, B: string): Call {
  return { operation: 'Op', values: { A, B }, header: null };
}

test('a fault of one character is shrunk to that character, and the other parameter goes back to its base value', async () => {
  const smallest = await shrinkCall(
    source,
    call('Hello & world', '-93245'),
    async ({ values }) => values.A?.includes('&') ?? false,
    200,
  );
  expect(smallest.values).toEqual({ A: '&', B: '5' });
});

test('a fault of negative ints is shrunk to -1', async () => {
  const smallest = await shrinkCall(source, call('Hello', '-93245'), async ({ values }) => Number(values.B) < 0, 200);
  expect(smallest.values).toEqual({ A: 'foo', B: '-1' });
});

test('a fault of long text is shrunk to the shortest text that shows it', async () => {
  const smallest = await shrinkCall(
    source,
    call('x'.repeat(300), '7'),
    async ({ values }) => (values.A ?? '').length > 256,
    400,
  );
  expect(smallest.values.A).toHaveLength(257);
});

test('no more calls are tried than the budget allows', async () => {
  let tried = 0;
  await shrinkCall(
    source,
    call('x'.repeat(300), '7'),
    async () => {
      tried += 1;
      return true;
    },
    10,
  );
  expect(tried).toBeLessThanOrEqual(11);
});

test.each([
  [40, 'odd'],
  [3, 'ch odd'],
])('of a text, the shortest piece that fails within %i tries', async (budget, expected) => {
  const tried: string[] = [];
  await shortestPiece(
    'a text of which odd is only one 🚗 word',
    async (piece) => {
      if (!piece.includes('odd')) return false;
      tried.push(piece);
      return true;
    },
    budget,
  );
  expect(tried.at(-1)).toBe(expected);
});
