import { expect, test } from 'vitest';
import { inProcess } from '../../proof/mutants/in-process.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { contract, quickRun } from '../../reference/variations/target.fixture.ts';
import { harvest } from '../plan/harvest.ts';
import { openClient } from '../send/client.ts';
import { field, over, runOf } from './run-operation.fixture.ts';

const NOWHERE = 'http://127.0.0.1:9';

/** The bindings in which an operation contradicts the lists of a server that changes its descriptions. */
async function contradicting(applies: Mutation['applies']) {
  const changed: Mutation = {
    applies,
    result: (value) => field(value, 'Description', (text) => [...`${text}`].toReversed().join('')),
  };
  const options = quickRun(NOWHERE);
  const pools = await harvest(inProcess(openClient(NOWHERE, contract, options), [changed]), options);
  const { findings } = await runOf('McatCode_check', [changed], { pools });
  return findings.filter(({ rule }) => rule === 'data.same-record').map(({ binding }) => binding);
}

test('a binding is held against its own lists: of one that is damaged as a whole, binding.same-records speaks', async () => {
  expect(await contradicting(over('http-get'))).toEqual([]);
});

test('an operation that differs from the lists of its own binding contradicts them', async () => {
  const damaged: Mutation['applies'] = (operation, binding) => operation === 'McatCode_check' && binding === 'http-get';
  expect(await contradicting(damaged)).toEqual(['http-get']);
});

test('the lists and the call that contradicts them are sent there and back, as two servers may take turns', async () => {
  let sent = '';
  const applies: Mutation['applies'] = (operation, binding) => {
    if (binding === 'http-get' && /^McatCode/.test(operation)) sent += operation === 'McatCodes' ? 'L' : 'C';
    return operation === 'McatCode_check' && binding === 'http-get';
  };
  expect(await contradicting(applies)).toEqual(['http-get']);
  expect(sent).toMatch(/LCCL/);
});
