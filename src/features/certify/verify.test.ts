import { expect, test } from 'vitest';
import { canonicalJson, sha256 } from './canonical-json.ts';
import { sealed } from './envelope.ts';
import { evidenceOf, newKeys, program, type WholeRun, wholeRun } from './run.fixture.ts';
import { type Statement, statementOf } from './statement.ts';
import { verifyStatement } from './verify.ts';

const { privateKey, publicKey } = newKeys();
const order = 'record.field-order@Get_Inventory/soap12';
const known = [{ rule: 'record.field-order', operation: 'Get_Inventory', binding: 'soap12' as const }];

/** Evidence and the statement that a signer made of it, honest unless told otherwise. */
function signed(run: WholeRun = {}, forge: (statement: Statement) => unknown = (statement) => statement) {
  const { bytes: results, evidence } = evidenceOf(wholeRun(run));
  const statement = Buffer.from(sealed(canonicalJson(forge(statementOf(evidence))), privateKey));
  return { statement, results, keys: [publicKey] };
}

function reasonOf(presented: ReturnType<typeof signed>, by = program): string | null {
  const verification = verifyStatement(presented, by);
  return typeof verification === 'string' ? verification : null;
}

const honest = signed();

test('an honest statement verifies, with waivers too', () => {
  expect(verifyStatement(honest, program)).toMatchObject({ key: publicKey });
  expect(reasonOf(signed({ verdicts: { [order]: 'fail' }, known }))).toBeNull();
});

test('no byte of the results can be changed', () => {
  const { results } = honest;
  const places = [...Array(Math.ceil(results.length / 4999)).keys()].map((index) => index * 4999);
  const reasons = [...places, results.length - 1].map((at) => {
    const changed = Buffer.from(results);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return reasonOf({ ...honest, results: changed });
  });
  expect(places.length).toBeGreaterThan(100);
  expect([...new Set(reasons.map((reason) => reason?.replaceAll(/[0-9a-f]{64}/g, '#')))]).toEqual([
    'it is about results with the digest #, but those given have #: they were changed, or are of another run',
  ]);
});

test('no byte of the statement can be changed', () => {
  const { statement } = honest;
  const { payload } = JSON.parse(statement.toString());
  const [from, to] = [statement.indexOf(payload), statement.indexOf(payload) + payload.length];
  // Every byte of what is around the payload; of the payload, which one signature covers, one in so many.
  const places = [...statement.keys()].filter((at) => at < from + 8 || at > to - 8 || at % 997 === 0);
  const passed = places.filter((at) => {
    const changed = Buffer.from(statement);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return reasonOf({ ...honest, statement: changed }) === null;
  });
  expect(places.length).toBeGreaterThan(400);
  expect(passed).toEqual([]);
});

test('a statement and results of different runs do not go together', () => {
  const other = signed({ options: { seed: 2 } });
  expect(reasonOf({ ...honest, results: other.results })).toContain('they were changed, or are of another run');
});

const forgeries: readonly (readonly [string, WholeRun, (statement: Statement) => unknown, string])[] = [
  ['no object', {}, () => 1, 'its _type is no text'],
  ['a type that is not text', {}, (s) => ({ ...s, _type: { toString: 1 } }), 'its _type is no text'],
  [
    'another type',
    {},
    (s) => ({ ...s, _type: 'https://in-toto.io/Statement/v0.1' }),
    "its _type is 'https://in-toto.io/Statement/v0.1'",
  ],
  ['another predicate', {}, (s) => ({ ...s, predicateType: 'x' }), "its predicateType is 'x'"],
  ['no evidence', {}, (s) => withPredicate(s, { configuration: [] }), 'it names no results'],
  [
    'another target',
    {},
    (s) => ({ ...s, subject: [{ ...s.subject[0], uri: 'https://other.example' }] }),
    'subject[0].uri is "https://other.example", should be "https://host.example/path"',
  ],
  ['more subjects', {}, (s) => ({ ...s, subject: [...s.subject, s.subject[0]] }), 'subject[1] is {'],
  [
    'waivers kept quiet',
    { verdicts: { [order]: 'fail' }, known },
    (s) => withPredicate(s, { result: 'PASSED' }),
    'predicate.result is "PASSED", should be "WARNED"',
  ],
  [
    'a waiver taken out',
    { verdicts: { [order]: 'fail' }, known },
    (s) => withPredicate(s, { configuration: s.predicate.configuration.slice(0, -1) }),
    'predicate.configuration[6] is missing, should be {"name":"waivers"',
  ],
  [
    'a failure passed',
    { verdicts: { [order]: 'fail' }, known },
    (s) => withPredicate(s, { passedTests: [...s.predicate.passedTests, order] }),
    `] is "${order}", should be missing`,
  ],
  [
    'a last day that does not follow from the day of the run',
    {},
    (s) => withValidity(s, { validFor: '365d', lastDay: '2099-01-01' }),
    'predicate.configuration[6].annotations.lastDay is "2099-01-01", should be "2027-11-21"',
  ],
  [
    'a validity that certify does not give',
    {},
    (s) => withValidity(s, { validFor: '99999d', lastDay: '2300-01-01' }),
    'predicate.configuration[6] is {"annotations":',
  ],
  ['another member', {}, (s) => ({ ...s, more: 1 }), 'more is 1, should be missing'],
  [
    'a run that fails',
    { verdicts: { [order]: 'fail' } },
    (s) => s,
    `the results do not support it: the target is not conformant: ${order} fails`,
  ],
];

test.each(forgeries)('a signature does not make true what the results do not say: %s', (_name, run, forge, reason) => {
  expect(reasonOf(signed(run, forge))).toContain(reason);
});

test('a payload that is not canonical is refused, though signed', () => {
  const spaced = Buffer.from(sealed('{"a": 1}', privateKey));
  expect(reasonOf({ ...honest, statement: spaced })).toBe('its payload is not formatted as this suite writes it');
  expect(reasonOf({ ...honest, statement: Buffer.from(sealed('{', privateKey)) })).toContain('payload');
});

test("another version of the suite says that it can't judge, and which can", () => {
  expect(reasonOf(honest, { ...program, version: '0.2.0' })).toBe(
    "the results were written by getdata-conformance 0.1.0, this is 0.2.0, which can't judge what must be in them; use 0.1.0, or run it again",
  );
  const contract = (namespace: string) => ({ ...program.contract(namespace), digest: '0'.repeat(64) });
  expect(reasonOf(honest, { ...program, contract })).toMatch(
    /^the results were judged by the contract [0-9a-f]{64}, but this program has 0{64}/,
  );
});

/** The statement with a validity, its digest made as certify makes it but for the last day. */
function withValidity(statement: Statement, annotations: { validFor: string; lastDay: string }): unknown {
  const digest = { sha256: sha256(canonicalJson({ validFor: '365d', lastDay: '2027-11-21' })) };
  const validity = { name: 'validity', digest, mediaType: 'application/json', annotations };
  return withPredicate(statement, { configuration: [...statement.predicate.configuration, validity] });
}

function withPredicate(statement: Statement, changes: Partial<Statement['predicate']>): Statement {
  return { ...statement, predicate: { ...statement.predicate, ...changes } };
}
