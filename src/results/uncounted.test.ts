import { expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import { completeOptions } from '../options/run-options.ts';
import { selectedCells } from '../options/selected-cells.ts';
import { newestRuleSet } from '../rules/rule-sets.ts';
import { rules, rulesFor } from '../rules/rules.ts';
import { htmlReport } from '../views/html/report.tsx';
import { markdownSummary } from '../views/markdown/summary.ts';
import { palette } from '../views/terminal/palette.ts';
import { summaryText } from '../views/terminal/summary.ts';
import { foldResults } from './fold.ts';
import { ruleResult } from './outcome.ts';
import { checkResults } from './read.ts';
import { HOSTILE, sampleFinding } from './results.fixture.ts';
import { runRecord } from './run-record.fixture.ts';
import { mergedRecord } from './shards/merge.ts';

const contract = loadContract('http://dealer.example/webservices/');
const [known] = rules;
if (known === undefined) throw new Error('there is no rule');
/** In no set, and so newer than all of them. */
const newer = { ...known, id: 'test.newer' };

/** A run in which every rule passes but the new one, which fails in one cell and passes in others. */
function run(operations: readonly string[], judgedBy = [...rules, newer]) {
  const flags = { target: 'http://t.example', operations: operations.join(',') };
  const options = completeOptions({ flags, env: {}, config: null, randomSeed: 1 });
  const cells = selectedCells(contract, options);
  const ruleResults = cells.flatMap((cell) =>
    rulesFor(cell, contract, judgedBy).map((rule) => {
      const place = { rule: rule.id, operation: cell.operation.name, binding: cell.binding, message: HOSTILE };
      const fails = rule === newer && place.operation === 'McatCodes' && cell.binding === 'soap12';
      const outcome = { verdict: fails ? 'fail' : 'pass', judged: 1, reason: null } as const;
      return ruleResult(rule, cell, outcome, fails ? sampleFinding(place) : null);
    }),
  );
  return foldResults(runRecord({ options, contract, cells, rules: judgedBy, ruleResults }));
}

test('a rule that is in no set changes nothing but the list of those that do not count', () => {
  const { uncounted, ...rest } = run(['McatCodes']);
  expect(rest).toEqual(run(['McatCodes'], [...rules]));
  checkResults({ uncounted, ...rest });
  expect([rest.verdict, rest.ruleSet]).toEqual(['conformant', newestRuleSet]);
  expect(uncounted?.map(({ rule, since, cells }) => [rule, since, cells.map(({ verdict }) => verdict)])).toEqual([
    ['test.newer', 'unpublished', ['pass', 'fail', 'pass', 'pass']],
  ]);
  expect(uncounted?.[0]?.findings.map(({ id }) => id)).toEqual(['test.newer@McatCodes/soap12']);
});

test('where no rule that counts was selected, nothing is conformant', () => {
  expect(run(['McatCodes'], [newer]).verdict).toBe('inconclusive');
});

test('merged shards have the rules that do not count of all of them', () => {
  const files = [['Get_Inventory'], ['McatCodes']].map((operations, at) => {
    const results = run(operations);
    const record = {
      interrupted: false,
      errors: [],
      requestsBefore: 1,
      backedOffBefore: 0,
      outages: [],
      targetDown: null,
      unreachable: null,
      cells: [],
    };
    return { file: `${at}.json`, results, record, shard: { index: at + 1, count: 2 } };
  });
  const [first, ...others] = files;
  if (first === undefined) throw new Error('there is no shard');
  const merged = mergedRecord([first, ...others], contract, null).ruleResults.filter(({ rule }) => rule === newer.id);
  expect(merged.map(({ operation, verdict }) => [operation, verdict])).toEqual([
    ...Array.from({ length: 4 }, () => ['Get_Inventory', 'pass']),
    ...['pass', 'fail', 'pass', 'pass'].map((verdict) => ['McatCodes', verdict]),
  ]);
  expect(merged.flatMap(({ finding }) => finding?.id ?? [])).toEqual(['test.newer@McatCodes/soap12']);
});

test('every view shows them apart, with no text of a target as markup', () => {
  const results = run(['McatCodes']);
  const title = `New since ${newestRuleSet}, not counted`;
  const line = 'test.newer (required, since unpublished): fails in 1 of 4 cells; test.newer@McatCodes/soap12: ';
  const [text, page, markdown] = [
    summaryText(results, [], palette(false), false),
    htmlReport(results, contract),
    markdownSummary(results),
  ];
  for (const view of [text, page, markdown]) {
    expect(view).toContain(title);
    expect(view).toContain(line);
  }
  expect(page).not.toContain('<script>alert(1)');
  expect(text).not.toContain('\u001b');
});
