import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import { markdownSummary } from '../views/markdown/summary.ts';
import { palette } from '../views/terminal/palette.ts';
import { summaryText } from '../views/terminal/summary.ts';
import { judgeKnown, nextBaseline, staleEntries } from './baseline.ts';
import { folded, type Imagined, knownFailures } from './folded.fixture.ts';
import { checkResults } from './read.ts';
import { breakingOf } from './verdict.ts';

const contract = loadContract(defaultNamespace());
const NAME = 'http.status@Get_Inventory/soap12';
const fails = { [NAME]: 'fail' } as const;
const day = '2026-05-01';

test.each<[string, Imagined, string, string, number]>([
  ['fails as expected', { verdicts: fails, known: [{}] }, 'known', 'conformant', 0],
  ['fails on its last day', { verdicts: fails, known: [{ expires: day }] }, 'known', 'conformant', 0],
  ['fails after its last day', { verdicts: fails, known: [{ expires: '2026-04-30' }] }, 'expired', 'non-conformant', 1],
  ['passes', { known: [{}] }, 'passes', 'non-conformant', 1],
  ['passes, expired', { known: [{ expires: '2020-01-01' }] }, 'passes', 'non-conformant', 1],
  ['comes and goes, and fails', { verdicts: fails, known: [{ expires: day, flaky: true }] }, 'known', 'conformant', 0],
  ['comes and goes, and passes', { known: [{ expires: day, flaky: true }] }, 'flaky', 'conformant', 0],
  [
    'comes and goes, and passes after its last day',
    { known: [{ expires: '2026-04-30', flaky: true }] },
    'passes',
    'non-conformant',
    1,
  ],
  ['is of no rule', { known: [{ rule: 'http.statuss' }] }, 'nothing', 'non-conformant', 1],
  ['is of no operation', { known: [{ operation: 'Get_Inventry' }] }, 'nothing', 'non-conformant', 1],
  ['is of no binding', { known: [{ binding: 'soap13' }] }, 'nothing', 'non-conformant', 1],
  [
    'is of a rule that is not for that binding',
    { known: [{ rule: 'http.root-element' }] },
    'nothing',
    'non-conformant',
    1,
  ],
  ['is of an operation not selected', { known: [{ operation: 'McatCode_check' }] }, 'not-judged', 'conformant', 0],
  ['is of a binding not selected', { options: { bindings: ['soap11'] }, known: [{}] }, 'not-judged', 'conformant', 0],
  ['is of a rule not selected', { options: { rules: ['http.answer'] }, known: [{}] }, 'not-judged', 'conformant', 0],
  [
    'is of a cell not run again',
    { options: { cells: ['Get_Inventory/soap11'] }, known: [{}] },
    'not-judged',
    'conformant',
    0,
  ],
  [
    'is expired and not selected',
    { known: [{ operation: 'McatCode_check', expires: '2020-01-01' }] },
    'not-judged',
    'conformant',
    0,
  ],
  ['is inconclusive', { verdicts: { [NAME]: 'inconclusive' }, known: [{}] }, 'not-judged', 'inconclusive', 3],
  ['is not reached', { verdicts: { [NAME]: 'not-reached' }, known: [{}] }, 'not-judged', 'inconclusive', 3],
  ['is skipped', { verdicts: { [NAME]: 'skipped' }, known: [{}] }, 'not-judged', 'conformant', 0],
])('a known failure that %s', (_case, run, state, verdict, exitCode) => {
  const results = folded(run);
  checkResults(results);
  expect(results.baseline?.entries.map((entry) => entry.state)).toEqual([state]);
  expect([results.verdict, results.exitCode]).toEqual([verdict, exitCode]);
  expect(results.findings.map(({ known }) => known)).toEqual(run.verdicts === fails ? [state === 'known'] : []);
});

test('accepted differences of two servers in the file are not part of what a run says', () => {
  const accepted = { difference: 'wsdl element A: gone', operation: null, binding: null, owner: 'Jo', reason: 'T-2' };
  const file = { ...knownFailures([{}]), differences: [{ ...accepted, expires: null, line: 9 }] };
  const { entries, ...others } = judgeKnown(file, { outcomes: [], contract, day });
  expect([entries.map(({ line }) => line), others]).toEqual([[4], { file: 'known.json' }]);
});

test('the day is that of UTC, whatever the clock on the wall says', () => {
  const state = (startedAt: string) =>
    folded({ verdicts: fails, known: [{ expires: day }], startedAt }).baseline?.entries[0]?.state;
  expect([state('2026-05-01T23:59:59-01:00'), state('2026-05-02T01:00:00+02:00')]).toEqual(['expired', 'known']);
});

test('a new failure breaks the run, in another cell or of another rule', () => {
  for (const name of ['http.status@Get_Inventory/soap11', 'http.answer@Get_Inventory/soap12']) {
    const results = folded({ verdicts: { ...fails, [name]: 'fail' }, known: [{}] });
    expect([results.verdict, results.exitCode]).toEqual(['non-conformant', 1]);
    expect(results.findings.filter(({ known }) => !known).map(({ id }) => id)).toEqual([name]);
  }
});

test('a cell that fails as expected stays one that fails, and its rules without a verdict do not open the run', () => {
  const beside = {
    'record.coverage@Get_Inventory/soap12': 'inconclusive',
    'value.int@Get_Inventory/soap12': 'not-reached',
  } as const;
  const results = folded({ verdicts: { ...fails, ...beside }, known: [{}] });
  expect(results.totals.cells).toMatchObject({ fail: 1, pass: 7 });
  expect(results.verdict).toBe('conformant');
  const elsewhere = { 'record.coverage@Get_Inventory/soap11': 'inconclusive' } as const;
  expect(folded({ verdicts: { ...fails, ...elsewhere }, known: [{}] }).verdict).toBe('inconclusive');
});

test('a run in which every cell fails as expected has shown nothing right', () => {
  const options = { cells: ['Get_Inventory/soap12'] };
  expect(folded({ verdicts: fails, known: [{}], options }).verdict).toBe('inconclusive');
});

test('what breaks a run is counted: new findings of a level that counts, and stale entries', () => {
  const { findings, baseline } = folded({
    verdicts: { ...fails, 'http.status@McatCodes/soap11': 'fail', 'soap.must-understand@McatCodes/soap12': 'fail' },
    known: [{}, { binding: 'soap11' }],
  });
  expect(breakingOf(findings, baseline, 'required')).toBe(2);
  expect(breakingOf(findings, baseline, 'recommended')).toBe(3);
  expect(breakingOf(findings, null, 'required')).toBe(1);
});

test.each([
  [{ known: [{}] }, `known.json line 4: ${NAME} now passes; delete the line`],
  [
    { verdicts: fails, known: [{ expires: '2020-01-01' }] },
    `known.json line 4: ${NAME} still fails after its last day, 2020-01-01; fix it or give the line a later day`,
  ],
  [
    { known: [{ rule: 'http.statuss' }] },
    "known.json line 4: http.statuss@Get_Inventory/soap12 matches nothing: there is no rule 'http.statuss', the nearest is 'http.status'; correct the line or delete it",
  ],
  [
    { known: [{ binding: 'soap13' }] },
    "known.json line 4: http.status@Get_Inventory/soap13 matches nothing: there is no binding 'soap13', the nearest is 'soap11'; correct the line or delete it",
  ],
  [
    { known: [{ operation: 'Get_Invntory' }] },
    "known.json line 4: http.status@Get_Invntory/soap12 matches nothing: there is no operation 'Get_Invntory', the nearest is 'Get_Inventory'; correct the line or delete it",
  ],
  [
    { known: [{ rule: 'soap.response-element', binding: 'http-get' }] },
    'known.json line 4: soap.response-element@Get_Inventory/http-get matches nothing: soap.response-element judges nothing in a cell Get_Inventory/http-get; delete the line',
  ],
])('for %j the error says what is wrong, with the line to delete', (run: Imagined, sentence) => {
  expect(staleEntries(folded(run)).map((entry) => entry.sentence)).toEqual([sentence]);
});

test('known failures that come and go are counted, and stay in the file', () => {
  const known = [
    { expires: day, flaky: true },
    { expires: day, flaky: true, binding: 'soap11' },
  ] as const;
  const results = folded({ verdicts: fails, known });
  expect(summaryText(results, [], palette(false), false)).toContain(
    '\n~ 2 failures known to come and go: 1 failed, 1 passed\n',
  );
  expect(markdownSummary(results)).toContain('2 failures known to come and go: 1 failed, 1 passed');
  const { entries } = nextBaseline(results, knownFailures(known), { owner: 'x', reason: 'y', expires: null }, contract);
  expect(entries).toEqual(results.baseline?.entries);
});

test('a run with known failures of another rule set says how to be judged by the same rules', () => {
  const warningsBy = (ruleSet: string) =>
    folded({ options: { ruleSet }, known: [], baselineSet: '2026.11' }).warnings.filter((one) =>
      one.includes('rule set'),
    );
  expect(warningsBy('2026.11')).toEqual([]);
  expect(warningsBy('2031.01')).toEqual([
    'The known failures are of the rule set 2026.11, this run is judged by 2031.01: --rule-set 2026.11 judges by the same rules.',
  ]);
});
