import { expect, test } from 'vitest';
import { contract } from '../../../reference/client.fixture.ts';
import type { Evidence } from '../../../rules/evidence.ts';
import { type Exchange, unsent } from '../../../wire/http/exchange.ts';
import { createCellTally } from './cell-tally.ts';
import type { AnswerDifference } from './difference.ts';

const [operation] = contract().operations;
const exchange: Exchange = unsent({ method: 'GET', path: '/', headers: [], body: null }, 'no');
const evidence = { reading: { success: false } } as Evidence;
const pair = { evidence: { a: evidence, b: evidence }, exchanges: { a: exchange, b: exchange } };
const line = { subject: 'header server', change: 'x → y', location: null, a: 'x', b: 'y', whole: false, level: null };

test.each([
  ['form', 'nothing-compared'],
  ['spelling', 'same'],
] as const)('a cell with a difference of %s that was not looked at again is %s', async (kind, state) => {
  if (operation === undefined) throw new Error('no operation');
  const tally = createCellTally({ operation, binding: 'soap11' }, { kinds: ['form', 'spelling'], failOn: 'form' });
  const difference: AnswerDifference = { ...line, kind };
  const found = await tally.check([difference], pair, async () => null);
  expect(found).toEqual([{ difference, why: 'not asked again' }]);
  expect(tally.compared()).toMatchObject({ state, calls: 1 });
});
