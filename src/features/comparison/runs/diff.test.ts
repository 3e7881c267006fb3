import { expect, test } from 'vitest';
import { checkResults } from '../../../results/read.ts';
import { type Made, observed, resultsOf } from './diff.fixture.ts';
import { diffResults } from './diff.ts';

const files = { oldFile: 'old.json', newFile: 'new.json' };

function diffOf(old: Made, now: Made, options: Partial<Parameters<typeof diffResults>[2]> = {}) {
  return diffResults(resultsOf(old), resultsOf(now), { ...files, ...options });
}

const status = 'http.status@Get_Inventory/soap11';

test('the results these tests are made of are results', () => {
  expect(() => checkResults(resultsOf({ verdicts: { [status]: 'fail' } }))).not.toThrow();
});

test('a run compared with itself has changed nothing', () => {
  const made: Made = { verdicts: { [status]: 'fail' }, observations: [observed('McatCodes/soap11', { status: 200 })] };
  const diff = diffOf(made, made);
  expect([diff.outcome, diff.exitCode, diff.notes]).toEqual(['unchanged', 0, []]);
  expect(diff.failures.still).toMatchObject([{ changes: [], cells: [{ id: status }] }]);
  expect(diff.summary).toBe(
    '0 new failures, 1 still failing; no observation changed; nothing slower beyond its spread.',
  );
});

test('failures of one cause are one new failure, with the smallest example and where it is', () => {
  const diff = diffOf({}, { verdicts: { [status]: 'fail', 'http.status@McatCodes/http-get': 'fail' } });
  expect([diff.outcome, diff.exitCode]).toEqual(['regressed', 1]);
  expect(diff.failures.new).toMatchObject([
    {
      rules: ['http.status'],
      counts: true,
      again: {
        command: `getdata-conformance replay new.json '${status}' --target http://target.example`,
        curl: 'curl -i x',
      },
      cells: [
        { id: status, before: 'pass', after: 'fail' },
        { id: 'http.status@McatCodes/http-get', before: 'pass', after: 'fail' },
      ],
    },
  ]);
  expect(diff.summary).toMatch(/^1 new failure in 2 cells; /);
});

test('another namespace is a regression, although every rule passes in it', () => {
  const renamed = { ...resultsOf(), namespace: 'urn:new' };
  const diff = diffResults(resultsOf(), renamed, files);
  expect([diff.outcome, diff.exitCode]).toEqual(['regressed', 1]);
  expect(diff.summary).toMatch(
    /^the namespace changed from http:\/\/dealer\.example\/webservices\/ to urn:new; no new/,
  );
});

test('what failed and passes is fixed, and that is not a regression', () => {
  const diff = diffOf({ verdicts: { [status]: 'fail' } }, {});
  expect([diff.outcome, diff.exitCode]).toEqual(['changed', 0]);
  expect(diff.failures).toMatchObject({ new: [], fixed: [{ again: null, cells: [{ id: status }] }], still: [] });
});

test('what still fails in another way is marked with what it says now', () => {
  const verdicts = { [status]: 'fail', 'http.status@McatCodes/soap11': 'fail' } as const;
  const diff = diffOf({ verdicts }, { verdicts, findings: { [status]: { actual: '503' } } });
  expect(diff.failures.still).toMatchObject([
    { changes: [{ what: 'actual', old: '500', new: '503' }], cells: [{ id: status }] },
    { changes: [], cells: [{ id: 'http.status@McatCodes/soap11' }] },
  ]);
  expect(diff.summary).toContain('2 still failing (1 differently)');
  expect([diff.outcome, diff.exitCode]).toEqual(['changed', 0]);
});

test.each([
  ['required', 'changed', 0],
  ['recommended', 'regressed', 1],
] as const)('at level %s a new recommended finding makes it %s', (failOn, outcome, exitCode) => {
  const diff = diffOf({}, { verdicts: { 'xml.bom@McatCodes/soap11': 'fail' } }, { failOn });
  expect([diff.outcome, diff.exitCode, diff.failures.new.length]).toEqual([outcome, exitCode, 1]);
});

test('a new failure that the baseline knows is listed and does not count', () => {
  const diff = diffOf({}, { verdicts: { [status]: 'fail' }, findings: { [status]: { known: true } } });
  expect([diff.outcome, diff.exitCode]).toEqual(['changed', 0]);
  expect(diff.failures.new).toMatchObject([{ counts: false, cells: [{ known: true }] }]);
});

test('a failure where nothing was judged before is new, and says so', () => {
  const diff = diffOf({ verdicts: { [status]: 'inconclusive' } }, { verdicts: { [status]: 'fail' } });
  expect(diff.exitCode).toBe(1);
  expect(diff.failures.new[0]?.cells).toMatchObject([{ before: 'inconclusive' }]);
  expect(diff.evidence.gained).toEqual([]);
});

test('a verdict without a finding counts too', () => {
  const now = resultsOf({ verdicts: { [status]: 'fail' } });
  const diff = diffResults(resultsOf(), { ...now, findings: [] }, files);
  expect(diff.exitCode).toBe(1);
  expect(diff.failures.new).toMatchObject([{ rules: ['http.status'], again: null, cells: [{ id: status }] }]);
});

test.each(['inconclusive', 'not-reached', 'skipped'] as const)(
  'a rule that passed and is %s has lost its evidence',
  (verdict) => {
    const diff = diffOf({}, { verdicts: { [status]: verdict, 'http.status@Get_Inventory/http-get': verdict } });
    expect([diff.outcome, diff.exitCode]).toEqual(['evidence-lost', 3]);
    expect(diff.evidence.lost).toMatchObject([
      { before: 'pass', after: verdict, counts: true, rules: ['http.status'], cells: [{}, {}] },
    ]);
    expect(diff.summary).toContain('1 rule no longer judged in 2 cells');
    const back = diffOf({ verdicts: { [status]: verdict } }, {});
    expect([back.exitCode, back.evidence.gained.length, back.evidence.lost]).toEqual([0, 1, []]);
  },
);

test('evidence of a level that does not count is not a reason to fail', () => {
  const now = { verdicts: { 'xml.bom@McatCodes/soap11': 'inconclusive' } } as const;
  expect(diffOf({}, now)).toMatchObject({ outcome: 'changed', exitCode: 0, evidence: { lost: [{ counts: false }] } });
  expect(diffOf({}, now, { failOn: 'recommended' }).exitCode).toBe(3);
});

test('why a rule is not reached is what fails in the same cell', () => {
  const order = 'record.field-order@Get_Inventory/soap11';
  const { evidence } = diffOf({}, { verdicts: { [status]: 'fail', [order]: 'not-reached' } });
  expect(evidence.lost).toMatchObject([
    { rules: ['record.field-order'], reason: 'blocked by what fails there: http.status' },
  ]);
});

test('a cell that is gone is one loss of all its rules, and a new one is not a loss', () => {
  const most = ['Get_Inventory/soap11', 'Get_Inventory/http-get', 'McatCodes/soap11'];
  const gone = diffOf({}, { cells: most });
  expect([gone.outcome, gone.exitCode]).toEqual(['evidence-lost', 3]);
  expect(gone.cells).toEqual({ came: [], went: [{ operation: 'McatCodes', binding: 'http-get' }] });
  expect(gone.evidence.lost).toMatchObject([{ after: 'absent', rules: [{}, {}, {}], cells: [{}] }]);
  expect(gone.fields.went).toEqual([]);
  expect(diffOf({ cells: most }, {})).toMatchObject({
    exitCode: 0,
    cells: { came: [{ operation: 'McatCodes', binding: 'http-get' }], went: [] },
  });
});

test('a run in which the suite itself failed proves nothing', () => {
  const diff = diffResults(resultsOf(), { ...resultsOf(), verdict: 'error' }, files);
  expect([diff.outcome, diff.exitCode]).toEqual(['evidence-lost', 3]);
});

test('fields that are no longer seen, or newly seen, come with their cells', () => {
  const went = diffOf({}, { unseen: ['McatCode.Description'] }).fields;
  expect(went).toMatchObject({ came: [], went: [{ path: 'McatCode.Description', needed: true, cells: [{}, {}] }] });
  const came = diffOf({ unseen: ['McatCode.Description'] }, {}).fields;
  expect(came).toMatchObject({ came: [{ path: 'McatCode.Description' }], went: [] });
});

test('observations that changed alike are one entry, key by key', () => {
  const cells = ['McatCodes/soap11', 'McatCodes/http-get'];
  const old = cells.map((cell) => observed(cell, { status: 500, fault: 'Client', server: false }));
  const now = cells.map((cell) => observed(cell, { status: 500, fault: null, server: true }));
  const { observations, summary } = diffOf({ observations: old }, { observations: now });
  expect(observations.changed).toMatchObject([
    {
      probe: 'observe.no-match',
      title: expect.any(String),
      changes: [
        { what: 'fault', old: 'Client', new: 'none' },
        { what: 'server', old: 'false', new: 'true' },
      ],
      ids: [{}, {}],
      cells: [{}, {}],
    },
  ]);
  expect(summary).toContain('2 observations changed');
  expect(diffOf({ observations: old }, {}).observations).toMatchObject({ changed: [], came: [], went: [{}] });
  expect(diffOf({}, { observations: old }).observations).toMatchObject({ changed: [], came: [{}], went: [] });
});

test('new warnings and those that are gone are listed', () => {
  const now = { ...resultsOf(), warnings: ['every answer was 401'] };
  expect(diffResults(resultsOf(), now, files).warnings.came).toEqual(['every answer was 401']);
  expect(diffResults(now, resultsOf(), files).warnings.went).toEqual(['every answer was 401']);
});

test('a server that is slower everywhere is reported so, without an effect on the exit code', () => {
  const slow = (results: ReturnType<typeof resultsOf>) => ({
    ...results,
    cells: results.cells.map((cell) => ({ ...cell, latencyMs: { p50: 60, p95: 400, max: 400 } })),
  });
  const operations = ['McatCodes', 'Get_Inventory', 'McatCode_check', 'Get_Recid_Images'];
  const old = resultsOf({ cells: operations.flatMap((name) => [`${name}/soap11`, `${name}/http-get`]) });
  const diff = diffResults(old, slow(old), files);
  expect([diff.outcome, diff.exitCode]).toEqual(['changed', 0]);
  expect(diff.summary).toMatch(/; slower as a whole \(p50 of the middle cell \+36 ms, × 2\.5\)\.$/);
});

test('runs of two rule sets are compared by the rules of both', () => {
  const old = { ...resultsOf(), ruleSet: '2026.11' };
  const strict = { rule: 'test.strict', level: 'required', verdict: 'fail', judged: 1 } as const;
  const cells = old.cells.map((cell) => ({ ...cell, rules: [...cell.rules, strict] }));
  const diff = diffResults(old, { ...old, cells, ruleSet: '2031.01' }, files);
  expect([diff.outcome, diff.exitCode, diff.failures.new]).toEqual(['unchanged', 0, []]);
  expect([diff.old.ruleSet, diff.new.ruleSet]).toEqual(['2026.11', '2031.01']);
  expect(diff.notes).toContainEqual(expect.objectContaining({ about: 'rule set', old: '2026.11', new: '2031.01' }));
  expect(diffResults(old, { ...old, cells }, files).exitCode).toBe(1);
});

test('what the WSDLs say differently is a change, with the clients that it breaks', () => {
  const of = (field: string): Made => ({ outline: `type McatCode\n element ${field} type=xs:int` });
  const diff = diffOf(of('Mcat'), of('Code'));
  expect([diff.outcome, diff.exitCode]).toEqual(['changed', 0]);
  expect(diff.wsdl).toMatchObject([
    { subject: 'element Mcat', change: 'renamed: Mcat → Code', places: ['type McatCode'] },
  ]);
  expect(diff.wsdl[0]?.breaks).toContain('zeep');
  expect(diff.summary).toContain('; 1 change of the WSDL, 1 breaks generated clients; ');
  expect(diffOf(of('Mcat'), {}).wsdl).toEqual([]);
});
