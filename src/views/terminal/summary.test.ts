import { expect, test } from 'vitest';
import type { RuleVerdict } from '../../judge/rule-outcome.ts';
import { folded, type Imagined } from '../../results/folded.fixture.ts';
import { palette } from './palette.ts';
import { summaryText } from './summary.ts';
import { matrix } from './table.ts';

const plain = palette(false);
const NAME = 'http.status@Get_Inventory/soap12';
const fails: Readonly<Record<string, RuleVerdict>> = { [NAME]: 'fail' };
const whole = { operations: null } as const;

function printed(run: Imagined): readonly string[] {
  return summaryText(folded(run), ['reports/results.json'], plain, false).split('\n');
}

test.each<[string, Imagined, string]>([
  ['everything', { options: whole }, 'conformant (exit code 0)'],
  ['some operations', {}, 'conformant for what was selected (exit code 0)'],
  ['one binding', { options: { ...whole, bindings: ['soap11'] } }, 'conformant for what was selected (exit code 0)'],
  ['one rule', { options: { ...whole, rules: ['http.status'] } }, 'conformant for what was selected (exit code 0)'],
  [
    'cells that failed',
    { options: { ...whole, cells: ['McatCodes/soap11'] } },
    'conformant for what was selected (exit code 0)',
  ],
  [
    'a known failure',
    { options: whole, verdicts: fails, known: [{}] },
    'conformant but for 1 known failure (exit code 0)',
  ],
  [
    'two known failures in what was selected',
    {
      verdicts: { ...fails, 'http.status@McatCodes/soap11': 'fail' },
      known: [{}, { operation: 'McatCodes', binding: 'soap11' }],
    },
    'conformant for what was selected, but for 2 known failures (exit code 0)',
  ],
  [
    'a known failure of a level that does not count',
    {
      options: whole,
      verdicts: { 'soap.must-understand@McatCodes/soap11': 'fail' },
      known: [{ rule: 'soap.must-understand', operation: 'McatCodes', binding: 'soap11' }],
    },
    'conformant (exit code 0)',
  ],
  [
    'a stale entry and nothing else',
    { options: whole, known: [{}] },
    'non-conformant only by the baseline: 1 line of known.json does not hold (exit code 1)',
  ],
  [
    'a stale entry and a finding',
    { options: whole, verdicts: { 'http.status@McatCodes/soap11': 'fail' }, known: [{}] },
    'non-conformant (exit code 1)',
  ],
  [
    'an expired entry',
    { options: whole, verdicts: fails, known: [{ expires: '2020-01-01' }] },
    'non-conformant (exit code 1)',
  ],
])('of %s the last line says so', (_case, run, line) => {
  expect(printed(run).at(-1)).toBe(`http://t.example: ${line}`);
});

test('the line before counts what is known and what it hid', () => {
  const beside: Readonly<Record<string, RuleVerdict>> = { 'record.coverage@Get_Inventory/soap12': 'inconclusive' };
  expect(printed({ verdicts: { ...fails, ...beside }, known: [{}] }).at(-2)).toBe(
    '8 of 8 cells judged, 1 required and 0 recommended findings of 1 cause, 1 of them known, 1 rule not judged because of them, 0 requests in 1.0 s',
  );
});

test('known failures are separate from findings, with owner, reason and last day; cells that have no others say known', () => {
  const lines = printed({
    verdicts: { ...fails, 'http.status@Get_Inventory/soap11': 'fail', 'http.status@McatCodes/soap11': 'fail' },
    known: [{ expires: '2030-06-30' }, { binding: 'soap11', expires: '2030-06-30' }, { operation: 'McatCode_check' }],
  });
  const findings = lines.slice(lines.indexOf('Findings, grouped by cause'), lines.indexOf('Known failures'));
  expect(findings.join('\n')).toContain('http.status (required) in McatCodes (soap11)');
  expect(findings.join('\n')).not.toContain('Get_Inventory');
  const known = lines.slice(lines.indexOf('Known failures') + 2);
  expect(known.slice(0, 2)).toEqual([
    '~ http.status in Get_Inventory (soap12, soap11) (known: Jo, T-1, until 2030-06-30)',
    '- 1 of known.json has no verdict in this run',
  ]);
  expect(lines.find((line) => line.includes('│ Get_Inventory'))?.match(/FAIL, known/g)).toHaveLength(2);
  expect(lines.find((line) => line.includes('│ McatCodes'))).not.toContain('known');
});

test('a cell in which something new fails next to what is known does not say known', () => {
  const lines = printed({ verdicts: { ...fails, 'http.answer@Get_Inventory/soap12': 'fail' }, known: [{}] });
  const row = lines.find((line) => line.includes('│ Get_Inventory'));
  expect([row?.includes('FAIL'), row?.includes('known')]).toEqual([true, false]);
});

test('entries that do not hold come first, each with its line', () => {
  const lines = printed({ verdicts: fails, known: [{}, { binding: 'soap13' }, { binding: 'http-get' }] });
  const known = lines.slice(lines.indexOf('Known failures') + 2);
  expect(known.slice(0, 3).map((line) => line.slice(0, 60))).toEqual([
    '✗ known.json line 5: http.status@Get_Inventory/soap13 matche',
    '✗ known.json line 6: http.status@Get_Inventory/http-get now ',
    '~ http.status in Get_Inventory (soap12) (known: Jo, T-1)',
  ]);
});

test('a run without known failures does not mention them', () => {
  expect(printed({ verdicts: fails }).join('\n')).not.toMatch(/known/i);
  expect(printed({ verdicts: fails, known: [] }).join('\n')).not.toMatch(/known/i);
});

test('text of the file is made harmless for the terminal', () => {
  const text = printed({ verdicts: fails, known: [{ owner: '\u001b[31mJo', reason: 'a\u202Eb' }] }).join('\n');
  expect(text).toContain('known: \uFFFD[31mJo, a\uFFFDb');
});

test('a quiet end says why the run failed, and nothing of a right one', () => {
  const results = folded({ options: whole });
  const failure = { kind: 'suite', message: 'The suite itself failed: the worker died' } as const;
  const lines = (one: typeof results) => summaryText(one, ['r.json'], plain, true).split('\n');
  expect(lines(results)).toHaveLength(3);
  expect(lines({ ...results, failure }).slice(0, 2)).toEqual(['Warnings', `! ${failure.message}`]);
});

test('a cell that passes with a recommended finding has its mark', () => {
  const lines = printed({ options: whole, verdicts: { 'soap.must-understand@McatCodes/soap11': 'fail' } });
  expect(lines.filter((line) => line.includes('✓ pass !'))).toEqual([
    expect.stringContaining('McatCodes'),
    '✓ pass !: only recommended rules are broken there',
  ]);
  const longest = lines.filter((line) => line.startsWith('│')).map(({ length }) => length);
  expect(Math.max(...longest)).toBeLessThanOrEqual(80);
});

test('the matrix fits 80 columns with every verdict', () => {
  const { cells } = folded({ options: whole });
  const verdicts = ['pass', 'fail', 'inconclusive', 'not-reached', 'skipped'] as const;
  const mixed = cells.map((cell, at) => ({ ...cell, verdict: verdicts[at % verdicts.length] ?? 'pass' }));
  const lines = matrix(mixed, plain, ({ binding }) => binding === 'soap12').split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(lines.at(-1)).toBe('…: not reached');
  expect(lines.join('\n')).toMatch(/✗ known.*\n/);
});

test('the seed is named where the user does not know it, and a run can be told it', () => {
  const text = (seedGiven: boolean, drawn: { readonly seedDrawn?: true } = {}) =>
    summaryText({ ...folded({}), ...drawn }, [], plain, false, undefined, seedGiven);
  expect(text(false)).toMatch(/^Seed \d+: add --seed \d+ to send the same calls again\.$/m);
  expect(text(true)).not.toContain('add --seed');
  expect(text(false, { seedDrawn: true })).not.toContain('add --seed');
});
