import { expect, test } from 'vitest';
import { choicesIn, combinable } from '../calls/spelling/trait.ts';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import { probingOf } from '../rules/check.ts';
import { rulesFor } from '../rules/rules.ts';
import { traitCoverage } from './coverage.ts';
import type { CellSummary } from './outcome.ts';

const contract = loadContract(defaultNamespace());

const summary = (spellings: CellSummary['spellings'], binding: CellSummary['binding'] = 'soap11'): CellSummary => ({
  kind: 'cell',
  operation: 'Get_Video_Links',
  binding,
  requests: 0,
  durations: [],
  fields: [],
  parameters: {},
  headerValues: [],
  statuses: {},
  withData: 0,
  exchanges: [],
  ...(spellings === undefined ? {} : { spellings }),
});

test('traits are counted over each binding, and each pair of two dimensions once', () => {
  const [soap, ...others] = traitCoverage(
    [summary({ 'cdata no-declaration accept-any': 2, typed: 1 }), summary({ 'no-declaration cdata': 1 })],
    contract,
  );
  expect([soap?.binding, others]).toEqual(['soap11', []]);
  const times = Object.fromEntries((soap?.traits ?? []).map((one) => [one.trait, one.times]));
  expect(times).toMatchObject({ cdata: 3, 'no-declaration': 3, 'accept-any': 2, typed: 1, standalone: 0 });
  expect(soap?.pairs.sent).toBe(3);
  const cell = { operation: contract.operations.find(({ name }) => name === 'Get_Video_Links'), binding: 'soap11' };
  const sizes = rulesFor(cell as never, contract).flatMap((rule) =>
    choicesIn('soap11', combinable(probingOf(rule)?.dimensions ?? [])).map(({ choices }) => choices.length),
  );
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const within = sizes.reduce((sum, size) => sum + size * size, 0);
  expect(soap?.pairs.possible).toBe((all * all - within) / 2);
  expect(times['plus-sign']).toBeUndefined();
});

test('where spellings were not recorded there is nothing to say', () => {
  expect(traitCoverage([summary(undefined)], contract)).toEqual([]);
});
