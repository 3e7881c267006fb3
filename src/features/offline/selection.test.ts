import { expect, test } from 'vitest';
import { selectedCells } from '../../options/selected-cells.ts';
import { patience } from '../../patience.fixture.ts';
import { foldResults } from '../../results/fold.ts';
import { verdictLimit } from '../../results/verdict.ts';
import { everyBinding } from '../../rules/rule.ts';
import { rules } from '../../rules/rules.ts';
import { createSchemaValidator } from '../../xml/schema.ts';
import { judgeOffline } from './judge-offline.ts';
import { foldJudged, resultsSource } from './judge-source.ts';
import { contract, recordedRun, runRecord } from './recorded-run.fixture.ts';

/** With fields that echo a parameter, with a header, with numbers as parameters, booleans and longs. */
const operations = ['Get_Inventory', 'GetSubmodel_VehicleType', 'McatCode_check', 'Get_BasevevehicleLinks'];
const CONFORMANT = 'conformant for what was selected';
const selections = everyBinding.flatMap((first, at) =>
  everyBinding.slice(at).map((second) => [...new Set([first, second])].join(',')),
);

test.each(selections)('over only %s a right server is conformant, in a run and offline', async (selected) => {
  const bindings = everyBinding.filter((name) => selected.includes(name));
  const options = { operations: operations.slice(0, 3), bindings };
  const results = await recordedRun({ cells: selectedCells(contract, { ...options, cells: null }), options });
  expect([`${results.verdict}${verdictLimit(results)}`, results.exitCode]).toEqual([CONFORMANT, 0]);
  const skipped = results.cells.flatMap((cell) => cell.rules.filter(({ verdict }) => verdict === 'skipped'));
  expect(skipped.every(({ reasonCode }) => reasonCode === 'not-selected')).toBe(true);
  const validator = await createSchemaValidator();
  const source = resultsSource(results, 'results.json', {}, (text) => text);
  const plan = { ...source, bindings, validator, command: () => '' };
  expect(foldJudged(judgeOffline(source.recordings, plan), plan, source.origin, '0.0.0').verdict).toBe('conformant');
  validator.dispose();
});

test(
  'with each rule selected by itself a right server is conformant',
  async () => {
    const all = { bindings: null, cells: null, operations } as const;
    const record = await runRecord({ cells: selectedCells(contract, all), options: all, probing: true });
    const others = rules.flatMap((rule) => {
      const options = { ...record.options, rules: [rule.id] };
      const ruleResults = record.ruleResults.filter((one) => one.rule === rule.id);
      const cells = selectedCells(contract, options);
      const results = foldResults({ ...record, options, cells, rules: [rule], ruleResults });
      const found = `${results.verdict}${verdictLimit(results)}`;
      return found === CONFORMANT ? [] : [`${rule.id}: ${found}`];
    });
    expect(others).toEqual([]);
  },
  patience(60_000),
);

test('a selection in which nothing can be judged says so', async () => {
  const options = { operations, bindings: ['soap11'], rules: ['binding.parity'] } as const;
  const cells = selectedCells(contract, { ...options, cells: null });
  const { verdict, warnings } = await recordedRun({ cells, options });
  expect([verdict, warnings]).toEqual(['inconclusive', [expect.stringContaining('Nothing that was selected')]]);
});
