import { expect, test } from 'vitest';
import type { RuleVerdict } from '../judge/rule-outcome.ts';
import type { RuleResult } from './outcome.ts';
import { cellVerdict, exitCodeOf, leftToMerge, runVerdict } from './verdict.ts';

const decision = {
  cells: [{ verdict: 'pass' }],
  breaking: 0,
  complete: true,
  failedItself: false,
  allowInconclusive: false,
} as const;

test.each([
  ['everything passed', {}, 'conformant', 0],
  ['a rule was broken', { breaking: 1 }, 'non-conformant', 1],
  ['a cell is open', { cells: [{ verdict: 'pass' }, { verdict: 'inconclusive' }] }, 'inconclusive', 3],
  ['a cell was not reached', { cells: [{ verdict: 'pass' }, { verdict: 'not-reached' }] }, 'inconclusive', 3],
  [
    'a cell passed without a comparison',
    { cells: [{ verdict: 'pass', rules: [{ rule: 'r', level: 'required', verdict: 'not-reached', judged: 0 }] }] },
    'inconclusive',
    3,
  ],
  [
    'a cell is open but that is allowed',
    { cells: [{ verdict: 'pass' }, { verdict: 'inconclusive' }], allowInconclusive: true },
    'conformant',
    0,
  ],
  ['nothing was judged', { cells: [] }, 'inconclusive', 3],
  ['everything was skipped', { cells: [{ verdict: 'skipped' }] }, 'inconclusive', 3],
  ['the run was cut short', { complete: false }, 'inconclusive', 3],
  ['the run was cut short after a finding', { complete: false, breaking: 1 }, 'non-conformant', 1],
  ['the suite itself failed', { failedItself: true, breaking: 1 }, 'error', 5],
] as const)('where %s the run is as it should be', (_case, change, verdict, exitCode) => {
  const actual = runVerdict({ ...decision, ...change });
  expect([actual, exitCodeOf(actual)]).toEqual([verdict, exitCode]);
});

test.each([
  ['it has no cell', { cells: [] }, true],
  ['all of it was skipped', { cells: [{ verdict: 'skipped' }] }, true],
  ['all that fails in it is known', { cells: [{ verdict: 'fail' }] }, true],
  ['a cell is open', { cells: [{ verdict: 'inconclusive' }] }, false],
  ['a cell is open and that is allowed', { cells: [{ verdict: 'inconclusive' }], allowInconclusive: true }, true],
  ['it was cut short', { cells: [], complete: false }, false],
  ['a rule was broken', { cells: [{ verdict: 'fail' }], breaking: 1 }, false],
  ['the suite itself failed', { cells: [], failedItself: true }, false],
  ['a cell passed', {}, false],
] as const)('a shard is left to merge or not where %s', (_case, change, left) => {
  expect(leftToMerge({ ...decision, ...change })).toBe(left);
});

function result(verdict: RuleVerdict, level: RuleResult['level'] = 'required'): RuleResult {
  return {
    kind: 'rule',
    rule: 'r',
    level,
    operation: 'o',
    binding: 'soap11',
    verdict,
    judged: 1,
    reason: null,
    finding: null,
  };
}

test.each([
  ['pass', [result('pass'), result('pass')]],
  ['fail', [result('pass'), result('fail'), result('inconclusive')]],
  ['pass', [result('pass'), result('fail', 'recommended')]],
  ['inconclusive', [result('pass'), result('inconclusive'), result('not-reached')]],
  ['not-reached', [result('pass'), result('not-reached')]],
  ['pass', [result('pass'), { ...result('not-reached'), reasonCode: 'not-comparable' }]],
  ['inconclusive', [{ ...result('not-reached'), reasonCode: 'not-comparable' }]],
  ['skipped', [result('skipped'), result('skipped')]],
  ['inconclusive', []],
  ['inconclusive', [result('inconclusive', 'recommended'), result('not-reached', 'recommended')]],
] as const)('a cell is %s by its rules', (verdict, results) => {
  expect(cellVerdict(results, 'required')).toBe(verdict);
});

test('a cell that was given up with a rule of any level left is not reached', () => {
  const left = [result('pass'), result('not-reached', 'recommended')];
  expect([cellVerdict(left, 'required', 'given-up'), cellVerdict(left, 'required')]).toEqual(['not-reached', 'pass']);
  expect(cellVerdict([result('pass')], 'required', 'given-up')).toBe('pass');
});

test('a recommended rule breaks a cell if the user chose so', () => {
  expect(cellVerdict([result('pass'), result('fail', 'recommended')], 'recommended')).toBe('fail');
});
