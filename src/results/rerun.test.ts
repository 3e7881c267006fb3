import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import type { RuleVerdict } from '../judge/rule-outcome.ts';
import { folded } from './folded.fixture.ts';
import { withRerun } from './rerun.ts';
import type { Results } from './results.ts';

const contract = loadContract(defaultNamespace());
const [fixed, still, elsewhere, open] = [
  'http.status@Get_Inventory/soap11',
  'http.status@Get_Inventory/soap12',
  'xml.bom@McatCodes/soap11',
  'http.status@McatCodes/http-get',
];
const known = [{ binding: 'soap12' }, { rule: 'xml.bom', operation: 'McatCodes', binding: 'soap11' }] as const;
const days = { first: '2026-05-01T12:00:00Z', second: '2026-05-02T12:00:00Z' };

/** Results of two operations. */
function ran(
  verdicts: Readonly<Record<string, RuleVerdict>>,
  startedAt: string,
  cells: readonly string[] | null = null,
) {
  return folded({ verdicts, known, startedAt, options: { cells } });
}

/** What follows from verdicts and findings. */
function derived({
  verdict,
  exitCode,
  incomplete,
  totals,
  baseline,
  findings,
  inconclusive,
  coverage,
  cells,
}: Results) {
  const verdicts = cells.map(({ operation, binding, verdict: own }) => [operation, binding, own]);
  const shown = findings.map(({ id, level, known: isKnown, cause }) => ({ id, level, isKnown, cause }));
  const { requirements } = coverage;
  return { verdict, exitCode, incomplete, totals, baseline, shown, inconclusive, requirements, verdicts };
}

test.each([
  ['fixed', { [still]: 'fail' }, 'conformant'],
  ['broken in another cell', { [still]: 'fail', [open]: 'fail' }, 'non-conformant'],
  ['open again', { [still]: 'fail', [open]: 'inconclusive' }, 'inconclusive'],
] as const)('a run joined with its rerun says what one run of all would say: %s', (_name, now, verdict) => {
  const before = { [fixed]: 'fail', [still]: 'fail', [elsewhere]: 'fail', [open]: 'inconclusive' } as const;
  const again = ['Get_Inventory/soap11', 'Get_Inventory/soap12', 'McatCodes/http-get'];
  const joined = withRerun(ran(before, days.first), ran(now, days.second, again), contract, 'reports/results.json');
  expect(derived(joined)).toEqual(derived(ran({ ...now, [elsewhere]: 'fail' }, days.second)));
  expect([joined.verdict, joined.options.cells]).toEqual([verdict, null]);
  expect(joined.cells.filter(({ ranAt }) => ranAt !== undefined)).toHaveLength(5);
});

test('a rerun that did not get to its end leaves the joined results without a verdict, and with its exit code', () => {
  const failure = { kind: 'target', message: 'the target stopped answering' } as const;
  const rerun = { ...ran({}, days.second, ['McatCodes/http-get']), verdict: 'error', exitCode: 4, failure } as const;
  const joined = withRerun(ran({ [open]: 'fail' }, days.first), rerun, contract, 'reports/results.json');
  expect(joined).toMatchObject({ verdict: 'error', exitCode: 4, failure });
});
