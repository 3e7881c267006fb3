import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { validate } from 'ctrf';
import { expect, test } from 'vitest';
import { HOSTILE, hostileFinding, sampleFinding, sampleResults } from '../results/results.fixture.ts';
import type { Results } from '../results/results.ts';
import { ctrfJson, nameUuid } from './ctrf.ts';

interface CtrfTest {
  readonly id: string;
  readonly testId: string;
  readonly name: string;
  readonly status: string;
  readonly rawStatus: string;
  readonly message?: string;
  readonly trace?: string;
}

function testsOf(results: Results): readonly CtrfTest[] {
  return JSON.parse(ctrfJson(results)).results.tests;
}

function testOf(results: Results, testId: string): CtrfTest | undefined {
  return testsOf(results).find((one) => one.testId === testId);
}

const ID = 'record.field-order@Get_Inventory/soap12';

test.each([
  ['a conformant run', sampleResults([])],
  ['a finding', sampleResults([sampleFinding()])],
  ['a hostile target', sampleResults([hostileFinding()], { target: HOSTILE, warnings: [HOSTILE] })],
  ['a suite that failed', sampleResults([], { verdict: 'error', exitCode: 5 })],
])('%s is valid against the published schema, formats included', (_name, results) => {
  const schema = new URL('../../node_modules/ctrf/dist/ctrf-schema-0.0.json', import.meta.url);
  const ajv = new Ajv({ allErrors: true });
  addFormats.default(ajv);
  const check = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')));
  const report = JSON.parse(ctrfJson(results));
  check(report);
  expect(check.errors).toBeNull();
  expect(validate(report)).toMatchObject({ valid: true });
});

test('the sums are those of the tests, and the run is a test of its own', () => {
  const { results } = JSON.parse(ctrfJson(sampleResults([sampleFinding()])));
  expect(results.tests).toHaveLength(4);
  expect(results.summary).toMatchObject({
    tests: 4,
    passed: 2,
    failed: 2,
    skipped: 0,
    pending: 0,
    other: 0,
    suites: 3,
  });
  expect(results.summary.stop - results.summary.start).toBe(1_500);
});

test.each([
  ['a finding', sampleResults([sampleFinding()]), 'failed', 'failed'],
  ['a known failure', sampleResults([sampleFinding({ known: true })]), 'other', 'known'],
  ['a recommended finding', sampleResults([sampleFinding({ level: 'recommended' })]), 'other', 'tolerated'],
] as const)('%s is reported as it is', (_name, results, status, rawStatus) => {
  expect(testOf(results, ID)).toMatchObject({ status, rawStatus, trace: expect.stringContaining('it comes after') });
});

test.each(['inconclusive', 'not-reached', 'skipped'] as const)(
  'a rule that is %s is not a pass, nor is the run',
  (verdict) => {
    const { cells } = sampleResults([]);
    const open = cells.map((cell) => ({ ...cell, rules: cell.rules.map((rule) => ({ ...rule, verdict })) }));
    const results = sampleResults([], { verdict: 'inconclusive', exitCode: 3, cells: open });
    expect(testsOf(results).map(({ status }) => status)).not.toContain('passed');
    expect(testOf(results, 'http.status@Get_Inventory/soap12')).toMatchObject({ rawStatus: verdict });
  },
);

test('one rule in one cell has one id in every run, a different one from every other', () => {
  const ids = (results: Results): readonly string[] => testsOf(results).map(({ id }) => id);
  const first = sampleResults([sampleFinding()]);
  const later = sampleResults([sampleFinding({ message: 'otherwise' })], {
    startedAt: '2031-01-02T03:04:05.678Z',
    seed: 8,
  });
  expect(ids(first)).toEqual(ids(later));
  expect(new Set(ids(first)).size).toBe(4);
  expect(ctrfJson(first)).toBe(ctrfJson(first));
});

test('a hostile target is text without control characters or half characters', () => {
  const text = ctrfJson(sampleResults([hostileFinding()], { target: HOSTILE }));
  expect(text).not.toMatch(/\\u(?:00[01]|[dD][89a-fA-F])|[^\P{Cc}\n]|[\p{Cf}\p{Surrogate}]/u);
});

test('the name-based UUID of RFC 9562, appendix A.4', () => {
  expect(nameUuid('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  );
});
