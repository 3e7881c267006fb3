import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import { nextBaseline } from './baseline.ts';
import { folded, knownFailure, knownFailures } from './folded.fixture.ts';

const contract = loadContract(defaultNamespace());
const given = { owner: 'Ann', reason: 'new', expires: '2030-01-01' };
const results = folded({
  verdicts: {
    'http.status@Get_Inventory/soap12': 'fail',
    'http.status@McatCodes/soap12': 'fail',
    'soap.must-understand@McatCodes/soap12': 'fail',
    'http.status@McatCodes/soap11': 'inconclusive',
  },
});

test('where nothing was known, every finding gets an entry, recommended ones too', () => {
  const { entries, kept, dropped } = nextBaseline(results, null, given, contract);
  expect(entries).toEqual([
    { rule: 'http.status', operation: 'Get_Inventory', binding: 'soap12', ...given },
    { rule: 'http.status', operation: 'McatCodes', binding: 'soap12', ...given },
    { rule: 'soap.must-understand', operation: 'McatCodes', binding: 'soap12', ...given },
  ]);
  expect([kept, dropped]).toEqual([[], []]);
});

test('what still fails or has no verdict keeps owner, reason and expiry; what passes or matches nothing goes', () => {
  const before = knownFailures([
    { expires: '2020-01-01' },
    { operation: 'McatCodes', binding: 'soap11' },
    { operation: 'McatCode_check' },
    { binding: 'http-get' },
    { binding: 'soap13' },
  ]);
  const { entries, kept, dropped, added } = nextBaseline(results, before, given, contract);
  expect(kept.map(({ state, expires, owner }) => [state, expires, owner])).toEqual([
    ['expired', '2020-01-01', knownFailure.owner],
    ['not-judged', null, knownFailure.owner],
    ['not-judged', null, knownFailure.owner],
  ]);
  expect(dropped.map(({ state, binding }) => [state, binding])).toEqual([
    ['passes', 'http-get'],
    ['nothing', 'soap13'],
  ]);
  expect(added.map(({ rule, operation, owner }) => [rule, operation, owner])).toEqual([
    ['http.status', 'McatCodes', 'Ann'],
    ['soap.must-understand', 'McatCodes', 'Ann'],
  ]);
  expect(entries).toEqual([...kept, ...added]);
});
