import { expect, test } from 'vitest';
import { bindingNames } from '../../../contract/operations.ts';
import { contract } from '../../../reference/client.fixture.ts';
import { unsent } from '../../../wire/http/exchange.ts';
import { recorded } from '../runs/diff.fixture.ts';
import { createGroups } from './groups.ts';

const [operation] = contract().operations;
const line = { kind: 'form', subject: 'header server', location: null, whole: false, level: null } as const;
const difference = { ...line, change: 'x → y', a: 'x', b: 'y' };

function sentOver(at: number) {
  const binding = bindingNames[at];
  if (operation === undefined || binding === undefined) throw new Error('no cell');
  const exchange = unsent({ method: 'GET', path: '/', headers: [], body: null }, 'no');
  const { exchange: shown } = recorded('McatCodes/http-get', '<a/>', []);
  const both = { exchanges: { a: exchange, b: exchange }, record: () => ({ a: shown, b: shown }) };
  return { cell: { operation, binding }, call: null, ...both };
}

test('what varies in more cells than it differs in, by either server, is told once, as what varies', () => {
  const groups = createGroups({ redact: (text) => text, failOn: 'form' });
  groups.add({ difference, why: null }, sentOver(0));
  groups.add({ difference, why: 'a varies' }, sentOver(1));
  expect(groups.differences()).toHaveLength(1);
  groups.add({ difference, why: 'b varies' }, sentOver(2));
  expect(groups.differences()).toEqual([]);
  expect(groups.unstable().map(({ why }) => why)).toEqual(['a varies', 'b varies']);
});

test('what turns out to vary in a cell no longer differs there', () => {
  const groups = createGroups({ redact: (text) => text, failOn: 'form' });
  for (const at of [0, 1]) groups.add({ difference, why: null }, sentOver(at));
  groups.add({ difference, why: 'both vary' }, sentOver(1));
  expect(groups.differences().map(({ cells }) => cells.length)).toEqual([1]);
});
