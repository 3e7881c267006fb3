import { expect, test } from 'vitest';
import { readExchange } from '../../../judge/read.ts';
import { contract } from '../../../reference/client.fixture.ts';
import type { Evidence } from '../../../rules/evidence.ts';
import type { Exchange } from '../../../wire/http/exchange.ts';
import { both } from '../pairs.ts';
import { createCellTally } from './cell-tally.ts';

const known = contract();
const [operation] = known.operations;

/** A refusal with a header line. */
function answer(name: string, value: string): Exchange {
  const response = {
    status: 500,
    reason: '',
    version: '1.1',
    headers: [[name, value]],
    body: new Uint8Array(),
  } as const;
  return {
    request: { method: 'GET', path: '/', headers: [], body: null },
    outcome: { kind: 'response', response: { ...response, complete: true, surplus: 0 } },
    durationMs: 1,
  };
}

test.each([
  ['form', 'x', 'y', 'nothing-compared'],
  ['spelling', 'Close', 'close', 'same'],
] as const)('a cell with a difference of %s that was not looked at again is %s', async (kind, a, b, state) => {
  if (operation === undefined) throw new Error('no operation');
  const cell = { operation, binding: 'soap11' } as const;
  const exchanges = { a: answer('Connection', a), b: answer('Connection', b) };
  const evidence = both((side) => ({ reading: readExchange(exchanges[side], cell), contract: known }) as Evidence);
  const kinds = ['form', 'spelling'] as const;
  const tally = createCellTally(cell, { kinds, failOn: 'form' });
  const judge = { judge: () => [] } as never;
  const comparing = { kinds, rules: [], judge, redact: String };
  const { found } = await tally.check(evidence, comparing, async () => null);
  expect(found).toMatchObject([{ difference: { kind }, why: 'not asked again' }]);
  expect(tally.compared()).toMatchObject({ state, calls: 1 });
});
