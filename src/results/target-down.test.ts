import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import { completeOptions } from '../options/run-options.ts';
import { selectedCells } from '../options/selected-cells.ts';
import type { ReasonCode } from '../rules/judgement.ts';
import { rulesFor, selectedRules } from '../rules/rules.ts';
import { foldResults } from './fold.ts';
import type { CellSummary, RuleResult } from './outcome.ts';
import { checkResults } from './read.ts';
import { runRecord } from './run-record.fixture.ts';
import { type RunRecord, shardRecordOf } from './run-record.ts';

/** A run of one cell in which no rule had anything to judge, for this reason. */
function record(code: ReasonCode, text: string, summary: Partial<CellSummary>): RunRecord {
  const contract = loadContract(defaultNamespace());
  const options = {
    ...completeOptions({ flags: { target: 'http://t.example' }, env: {}, config: null, randomSeed: 1 }),
    operations: ['McatCodes'],
    bindings: ['soap11'],
  } as const;
  const cells = selectedCells(contract, options);
  const rules = selectedRules(null, contract);
  const ruleResults = cells.flatMap((cell) =>
    rulesFor(cell, contract, rules).map(({ id, level }): RuleResult => {
      const place = { rule: id, level, operation: cell.operation.name, binding: cell.binding };
      return { kind: 'rule', ...place, verdict: 'not-reached', judged: 0, reason: { code, text }, finding: null };
    }),
  );
  const whole: CellSummary = {
    kind: 'cell',
    operation: 'McatCodes',
    binding: 'soap11',
    requests: 7,
    durations: [],
    fields: [],
    parameters: {},
    headerValues: [],
    statuses: { '200': 1 },
    withData: 1,
    exchanges: [],
    ...summary,
  };
  return runRecord({
    options,
    contract,
    cells,
    rules,
    ruleResults,
    summaries: [whole],
    durationMs: 1,
    requestsBefore: 5,
  });
}

const sentence = 'The target stopped answering after 12 requests (gone): what was not reached has no verdict.';

test('a target that went down makes the run an incomplete error with exit code 4', () => {
  const results = foldResults(record('target-down', 'the target stopped answering', { targetDown: 'gone' }));
  expect([results.verdict, results.exitCode, results.incomplete]).toEqual(['error', 4, true]);
  expect(results.warnings).toContain(sentence);
  expect(() => checkResults(results)).not.toThrow();
});

test('what a run that was cut short did not reach has the same word', () => {
  const { ruleResults: _none, summaries: _nor, ...rest } = record('unknown', '', {});
  const results = foldResults({ ...rest, ruleResults: [], summaries: [], interrupted: true });
  expect([results.verdict, results.exitCode, results.incomplete]).toEqual(['inconclusive', 3, true]);
  expect(results.cells).toMatchObject([{ verdict: 'not-reached', reason: 'the run was cut short' }]);
  expect(() => checkResults(results)).not.toThrow();
});

test('so does one that went down before any cell was called', () => {
  const { ruleResults: _none, summaries: _nor, ...rest } = record('unknown', '', {});
  const results = foldResults({ ...rest, ruleResults: [], summaries: [], targetDown: 'gone' });
  expect([results.verdict, results.exitCode, results.incomplete]).toEqual(['error', 4, true]);
  expect(results.warnings).toContain(sentence.replace('12', '5'));
  const [cell] = results.cells;
  expect([cell?.verdict, cell?.reason]).toEqual(['not-reached', 'the target stopped answering']);
  expect(cell?.rules.length).toBeGreaterThan(20);
  expect(new Set(cell?.rules.map(({ verdict, reason }) => `${verdict} ${reason}`))).toEqual(
    new Set(['not-reached undefined']),
  );
});

test('one that was never reached has its own sentence, no verdict in any cell, and writes are still skipped', () => {
  const { ruleResults: _none, summaries: _nor, ...rest } = record('unknown', '', {});
  const cells = selectedCells(rest.contract, { operations: ['McatCodes', 'Add_toCart'], bindings: null, cells: null });
  const dead = { targetDown: 'gone', unreachable: 'Nobody is there.' };
  const results = foldResults({ ...rest, cells, ruleResults: [], summaries: [], ...dead });
  expect([results.verdict, results.exitCode, results.incomplete]).toEqual(['error', 4, true]);
  expect(results.warnings[0]).toBe('Nobody is there.');
  expect(results.warnings.join()).not.toContain('stopped answering');
  expect(results.totals.cells).toMatchObject({ 'not-reached': 4, skipped: 4, inconclusive: 0 });
  expect(new Set(results.cells.map(({ reason }) => reason))).toEqual(
    new Set(["the target can't be reached", undefined]),
  );
  expect(() => checkResults(results)).not.toThrow();
});

test('a rule that a broken layer left nothing says so, and its cell does not', () => {
  const [cell] = foldResults(record('earlier-layer', 'an earlier layer left nothing to judge', {})).cells;
  expect(cell).not.toHaveProperty('reason');
  expect(cell?.rules[0]).toMatchObject({ verdict: 'not-reached', reason: 'an earlier layer left nothing to judge' });
});

test('a failure of the suite itself outdoes it', () => {
  const results = foldResults({
    ...record('target-down', 'the target stopped answering', { targetDown: 'gone' }),
    errors: ['oops'],
  });
  expect([results.verdict, results.exitCode]).toEqual(['error', 5]);
});

test('a target that asked to wait is not a failure, and its cell given up is named', () => {
  const given = record('given-up', 'the cell was given up after 5 exchanges in a row without an answer', {
    backedOff: 3,
  });
  const results = foldResults({ ...given, backedOffBefore: 1 });
  expect([results.verdict, results.exitCode, results.findings]).toEqual(['inconclusive', 3, []]);
  expect(results.warnings).toContain(
    'The target asked 4 times to slow down (429, or 503 with Retry-After): lower the load with --rate.',
  );
  expect(results.warnings.join('\n')).toMatch(/^1 cell was given up, with no answer, .*: McatCodes\/soap11\.$/m);
});

test('a cell that was given up when only recommended rules were left keeps its run from being conformant', () => {
  const given = record('given-up', 'the cell was given up after 14 MB of answers', {});
  const ruleResults = given.ruleResults.map((one): RuleResult => {
    return one.level === 'required' ? { ...one, verdict: 'pass', judged: 1, reason: null } : one;
  });
  const { cells, verdict, exitCode } = foldResults({ ...given, ruleResults });
  expect([cells[0]?.verdict, verdict, exitCode]).toEqual(['not-reached', 'inconclusive', 3]);
});

test('a target that was away for a time is named in a warning, in that of a merged run too', () => {
  const outages = [
    { ms: 1750, why: 'it answers with status 503', again: 7, lost: 1 },
    { ms: 0, why: 'gone', again: 1, lost: 0 },
    { ms: 0, why: 'gone', again: 1, lost: 0 },
  ];
  const before = [{ ms: 250, why: 'gone', again: 2, lost: 0 }];
  const given = { ...record('given-up', 'the cell was given up', { outages }), outages: before };
  expect(foldResults(given).warnings).toContain(
    'The target did not take some requests (gone, it answers with status 503), and answered nothing at all for 0.3 s, 1.8 s. Sent again: 11; not sent again: 1. If it takes few requests at once, lower --concurrency or give --rate.',
  );
  expect(shardRecordOf(given).outages).toEqual([...before, ...outages]);
});
