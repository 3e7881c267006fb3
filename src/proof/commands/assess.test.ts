import { expect, test } from 'vitest';
import { readEvidence } from '../../features/certify/evidence.ts';
import { bytesOf, program, type WholeRun, wholeRun } from '../../features/certify/run.fixture.ts';
import type { RuleVerdict } from '../../judge/rule-outcome.ts';
import { type ProfileName, profiles } from '../../options/model.ts';
import type { Results } from '../../results/results.ts';
import { rules } from '../../rules/rules.ts';
import { bom, first, known, type Loose, objectionTo, order } from './assess.fixture.ts';

test('nothing is objected to in a whole conformant run', () => {
  expect(wholeRun().verdict).toBe('conformant');
  expect(objectionTo({})).toBeNull();
});

test('recommended findings and unjudged recommended rules do not prevent a certificate', () => {
  expect(objectionTo({ verdicts: { [bom]: 'fail' } })).toBeNull();
  expect(objectionTo({ verdicts: { [bom]: 'inconclusive' } })).toBeNull();
});

test('cells of another run than the last are not certified', () => {
  const old = (results: Loose<Results>) => {
    for (const cell of results.cells.slice(0, 1)) cell.ranAt = '2026-11-01T00:00:00.000Z';
  };
  expect(objectionTo({}, old)).toContain('only a part of the cells was called in the last run (--rerun-failed)');
});

test('known failures are accepted only with waivers', () => {
  const run = { verdicts: { [order]: 'fail' }, known } as const;
  expect(wholeRun(run).verdict).toBe('conformant');
  expect(objectionTo(run)).toBe(
    `known failures were accepted (${order}); --with-waivers certifies and names them, as WARNED`,
  );
  expect(objectionTo(run, () => {}, true)).toBeNull();
});

test('what a waived failure left nothing to judge is accepted in its cell, and not elsewhere', () => {
  const coverage = 'record.coverage@Get_Inventory/soap12';
  const unseen = (results: Loose<Results>) => {
    for (const field of results.coverage.fields) {
      if (field.operation === 'Get_Inventory' && field.binding === 'soap12') field.seen = false;
    }
  };
  const run = {
    verdicts: { [order]: 'fail', [coverage]: 'inconclusive', 'xsd.valid@Get_Inventory/soap12': 'not-reached' },
    known,
  } as const;
  expect(objectionTo(run, unseen, true)).toBeNull();
  expect(objectionTo({ ...run, known: [] }, unseen, true)).toBe(`the target is not conformant: ${order} fails`);
  const elsewhere = { ...run.verdicts, 'xsd.valid@Get_Inventory/soap11': 'not-reached' } as const;
  expect(objectionTo({ ...run, verdicts: elsewhere }, unseen, true)).toContain(
    'xsd.valid@Get_Inventory/soap11 is not-reached',
  );
  const optional = {
    verdicts: { [bom]: 'fail', [coverage]: 'inconclusive' },
    known: [{ ...known[0], rule: 'xml.bom' }],
  } as const;
  expect(objectionTo(optional, unseen, true)).toContain(`${coverage} is inconclusive`);
});

const asked: readonly (readonly [string, WholeRun['options'] & object, string])[] = [
  ['operations', { operations: ['Get_Inventory'] }, 'filtered by --operations'],
  ['bindings', { bindings: ['soap11'] }, 'filtered by --bindings'],
  ['rules', { rules: ['http.status'] }, 'filtered by --rules'],
  ['cells', { cells: ['Get_Inventory/soap11'] }, 'filtered by --rerun-failed'],
  ['no writes', { includeWrites: false }, '--include-writes'],
  ['quick', { profile: 'quick' satisfies ProfileName }, '--profile standard'],
  ['few runs', { runs: profiles.standard.runs - 1 }, 'is fewer random calls'],
  ['namespace of the WSDL', { namespaceFrom: 'wsdl' }, 'run it with --namespace'],
  ['insecure', { route: { tls: { insecure: true }, proxy: null } }, 'run it without --insecure'],
  ['allowed to be inconclusive', { allowInconclusive: true }, '--allow-inconclusive'],
];

test.each(asked)('a run with too narrow settings is refused: %s', (_name, options, sentence) => {
  expect(objectionTo({ options })).toContain(sentence);
});

test('as many runs as standard makes, a thorough run and a stricter level are enough', () => {
  expect(objectionTo({ options: { runs: 15 } })).toBeNull();
  expect(objectionTo({ options: { profile: 'thorough', failOn: 'recommended' } })).toBeNull();
});

/** Every rule of a cell's records and values, not reached. */
function whole(operation: string, binding: string): Readonly<Record<string, RuleVerdict>> {
  const inner = rules.filter(({ layer }) => layer === 'record' || layer === 'value');
  return Object.fromEntries(inner.map(({ id }) => [`${id}@${operation}/${binding}`, 'not-reached'] as const));
}

const runs: readonly (readonly [string, WholeRun, string])[] = [
  ['broken', { verdicts: { [order]: 'fail' } }, `the target is not conformant: ${order} fails`],
  ['broken twice', { verdicts: { [order]: 'fail', 'http.status@McatCodes/soap11': 'fail' } }, ' and 1 more fail'],
  ['inconclusive', { verdicts: { [order]: 'inconclusive' } }, `${order} is inconclusive`],
  ['not reached', { verdicts: { [order]: 'not-reached' } }, `${order} is not-reached`],
  [
    'held to more than is required',
    { verdicts: { [bom]: 'fail' }, options: { failOn: 'recommended' } },
    'the run is non-conformant; only a conformant one is certified',
  ],
  ['skipped', { verdicts: { [bom]: 'skipped' } }, `${bom} was skipped`],
  [
    'a whole cell waived',
    {
      verdicts: { ...whole('Get_Inventory', 'soap12'), 'http.status@Get_Inventory/soap12': 'fail' },
      known: [{ ...known[0], rule: 'http.status' }],
    },
    'Get_Inventory/soap12 showed no record that could be judged',
  ],
  ['fixed', { known }, 'now passes; delete the line'],
  ['expired', { verdicts: { [order]: 'fail' }, known: [{ ...known[0], expires: '2026-04-30' }] }, 'not conformant'],
];

test.each(runs)('a run with less than all is refused: %s', (_name, run, sentence) => {
  expect(objectionTo(run, () => {}, true)).toContain(sentence);
});

const changes: readonly (readonly [string, (results: Loose<Results>) => void, string])[] = [
  ['cut short', (r) => (r.incomplete = true), 'cut short'],
  ['suite failed', (r) => (r.verdict = 'error'), 'suite itself failed'],
  [
    'suite failed, verdict changed',
    (r) => (r.failure = { kind: 'suite', message: 'x' }),
    'failure is {"kind":"suite","message":"x"}, should be null',
  ],
  ['a cell missing', (r) => r.cells.splice(5, 1), 'cells.Get_Video_Links_by_Make/soap12 is missing, should be {'],
  ['a cell twice', (r) => r.cells.push(first(r.cells)), 'cells.Get_Video_Links/soap11 again is {'],
  ['a rule missing', (r) => first(r.cells).rules.splice(0, 1), 'soap11.rules.http.answer is missing, should be {'],
  [
    'a rule twice',
    (r) => first(r.cells).rules.push(first(first(r.cells).rules)),
    'soap11.rules.http.answer again is {',
  ],
  ['a rule unknown', (r) => (first(first(r.cells).rules).rule = 'my.rule'), 'is missing'],
  [
    'a rule too many',
    (r) => first(r.cells).rules.push({ ...first(first(r.cells).rules), rule: 'my.rule' }),
    'soap11.rules.my.rule is {',
  ],
  [
    'another level',
    (r) => (first(first(r.cells).rules).level = 'observed'),
    'soap11.rules.http.answer.level is "observed", should be "required"',
  ],
  ['a pass of nothing', (r) => (first(first(r.cells).rules).judged = 0), 'passed, but judged nothing'],
  [
    'a verdict changed',
    (r) => (first(r.cells).verdict = 'inconclusive'),
    'soap11.verdict is "inconclusive", should be "pass"',
  ],
  ['a cell unasked', (r) => (first(r.cells).requests = 0), 'was sent no request'],
  ['totals of cells', (r) => (r.totals.cells.pass = 81), 'totals.cells.pass is 81, should be 80'],
  ['totals of rules', (r) => (r.totals.rules.fail = 1), 'totals.rules.fail is 1, should be 0'],
  ['totals of findings', (r) => (r.totals.findings.recommended = 1), 'totals.findings.recommended is 1, should be 0'],
  ['requests', (r) => (first(r.cells).requests = 50_000), 'the cells count 50237 requests, the run 40240'],
  [
    'verdict',
    (r) => (r.verdict = 'inconclusive'),
    'their own rules and findings: verdict is "inconclusive", should be "conformant"',
  ],
  ['exit code', (r) => (r.exitCode = 3), 'exitCode is 3, should be 0'],
  ['date', (r) => (r.startedAt = '2026-11-31T12:00:00.000Z'), 'not a date as run writes it'],
  ['no target', (r) => (r.target = ''), 'not an http or https address'],
  ['a target of another kind', (r) => (r.target = 'file:///etc'), 'not an http or https address'],
  ['an endless target', (r) => (r.target = `https://h.example/${'a'.repeat(5_000)}`), 'not an http or https address'],
  ['another target', (r) => (r.target = 'https://other.example'), 'was not with https://other.example/'],
  ['a field twice', (r) => r.coverage.fields.push(first(r.coverage.fields)), 'coverage.fields[604] is {'],
  [
    'list of the inconclusive',
    (r) =>
      r.inconclusive.push({
        operation: 'McatCodes',
        binding: 'soap11',
        rule: 'http.status',
        reason: 'z',
        reasonCode: 'nothing-to-judge',
      }),
    'inconclusive[0] is {"operation":"McatCodes",',
  ],
  ['a field unseen', (r) => (neededField(r).seen = false), 'was never seen with a value'],
  [
    'a field unseen and excused',
    (r) => Object.assign(neededField(r), { seen: false, needed: false }),
    'was never seen with a value',
  ],
  ['a field missing', (r) => r.coverage.fields.shift(), 'was never seen with a value'],
  [
    'a field missing that need not be seen',
    (r) =>
      r.coverage.fields.splice(
        r.coverage.fields.findIndex(({ needed }) => !needed),
        1,
      ),
    'coverage.fields[',
  ],
  [
    'a field of no record',
    (r) => r.coverage.fields.push({ ...first(r.coverage.fields), path: 'Video.My' }),
    'coverage.fields[604] is {',
  ],
  ['a parameter never sent', (r) => (first(r.coverage.parameters).values = 0), 'was never sent'],
  [
    'a clause changed',
    (r) => (first(r.coverage.requirements).verdict = 'untestable'),
    'coverage.requirements[0].verdict is "untestable", should be "pass"',
  ],
  ['an unknown key', (r) => Object.assign(r, { more: 1 }), 'not results of this version'],
  [
    'a finding put in',
    (r) => Object.assign(r, { findings: wholeRun({ verdicts: { [bom]: 'fail' } }).findings }),
    `cells.${bom.slice(8)}.rules.xml.bom.verdict is "pass", should be "fail"`,
  ],
];

test.each(changes)('results that were changed are refused: %s', (_name, change, sentence) => {
  expect(objectionTo({}, change)).toContain(sentence);
});

test('a clause that only unjudged recommended rules are based on has no evidence', () => {
  const clauses = wholeRun().coverage.requirements;
  const levels = new Map(wholeRun().cells.flatMap(({ rules }) => rules.map(({ rule, level }) => [rule, level])));
  const soft = clauses.find(({ rules }) => rules.length > 0 && rules.every((rule) => levels.get(rule) !== 'required'));
  if (soft === undefined) throw new Error('every clause has a required rule: this test has nothing to show');
  const verdicts = Object.fromEntries(
    wholeRun().cells.flatMap(({ operation, binding }) =>
      soft.rules.map((rule) => [`${rule}@${operation}/${binding}`, 'inconclusive'] as const),
    ),
  );
  expect(objectionTo({ verdicts })).toBe(`no rule passed that is based on the clause ${soft.id}`);
});

test('results that are not formatted as run formats them are refused: which of two equal names counts is not defined', () => {
  const text = bytesOf(wholeRun()).toString();
  const twice = text.replace('"verdict": "conformant",', '"verdict": "non-conformant",\n  "verdict": "conformant",');
  expect(JSON.parse(twice).verdict).toBe('conformant');
  expect(readEvidence(Buffer.from(twice), program)).toContain('not formatted as run writes them');
  expect(readEvidence(Buffer.from('{'), program)).toBe('the results are not JSON');
});

function neededField(results: Loose<Results>) {
  return first(results.coverage.fields.filter(({ needed }) => needed));
}
