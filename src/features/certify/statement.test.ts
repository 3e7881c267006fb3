import { createHash } from 'node:crypto';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { objection } from './assess.ts';
import { canonicalJson } from './canonical-json.ts';
import { evidenceOf, type WholeRun, wholeRun } from './run.fixture.ts';
import type { ResourceDescriptor } from './statement.ts';
import { statementOf } from './statement.ts';
import { statementText } from './statement-text.ts';

const order = 'record.field-order@Get_Inventory/soap12';
const bom = 'xml.bom@Get_Inventory/soap12';
const known = [{ rule: 'record.field-order', operation: 'Get_Inventory', binding: 'soap12' as const }];

function made(run: WholeRun = {}) {
  const { bytes, evidence } = evidenceOf(wholeRun(run));
  return { bytes, evidence, statement: statementOf(evidence) };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

// Written from in-toto/attestation, spec/v1 (statement.md, resource_descriptor.md, digest_set.md) and
// spec/predicates/test-result.md, version 0.1.
const strings = { type: 'array', items: { type: 'string' }, uniqueItems: true };
const digest = {
  type: 'object',
  required: ['sha256'],
  properties: { sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' } },
};
const descriptor = {
  type: 'object',
  additionalProperties: false,
  anyOf: [{ required: ['uri'] }, { required: ['digest'] }, { required: ['content'] }],
  properties: {
    name: { type: 'string' },
    uri: { type: 'string', pattern: '^[a-z][a-z0-9+.-]*:' },
    digest,
    content: { type: 'string' },
    downloadLocation: { type: 'string' },
    mediaType: { type: 'string' },
    annotations: { type: 'object' },
  },
};
const schema = {
  type: 'object',
  required: ['_type', 'subject', 'predicateType', 'predicate'],
  additionalProperties: false,
  properties: {
    _type: { const: 'https://in-toto.io/Statement/v1' },
    subject: { type: 'array', minItems: 1, items: { ...descriptor, required: ['digest'] } },
    predicateType: { const: 'https://in-toto.io/attestation/test-result/v0.1' },
    predicate: {
      type: 'object',
      required: ['result', 'configuration'],
      additionalProperties: false,
      properties: {
        result: { enum: ['PASSED', 'WARNED', 'FAILED'] },
        configuration: { type: 'array', items: descriptor },
        url: { type: 'string' },
        passedTests: strings,
        warnedTests: strings,
        failedTests: strings,
      },
    },
  },
};

test.each([{}, { verdicts: { [order]: 'fail' }, known } as const])(
  'it is a Statement v1 with a Test Result v0.1',
  (run) => {
    const validate = new Ajv({ strict: false }).compile(schema);
    validate(JSON.parse(canonicalJson(made(run).statement)));
    expect(validate.errors).toBeNull();
  },
);

test('the subject is the target: its address, with a digest over a document that is carried', () => {
  const [subject, ...others] = made().statement.subject;
  expect(others).toEqual([]);
  const content = Buffer.from(subject?.content ?? '', 'base64').toString();
  expect(subject).toMatchObject({ uri: 'https://host.example/path', digest: { sha256: sha256(content) } });
  expect(JSON.parse(content)).toEqual({
    target: 'https://host.example/path',
    namespace: 'http://dealer.example/webservices/',
    wsdlSha256: 'a'.repeat(64),
    certificateSha256: 'b'.repeat(64),
  });
  expect(subject?.annotations).toMatchObject({
    wsdl: { digest: { sha256: 'a'.repeat(64) } },
    tlsCertificate: { digest: { sha256: 'b'.repeat(64) } },
  });
});

test('the configuration says what judged, by what, how, and what the evidence is', () => {
  const { statement, bytes, evidence } = made();
  const named = new Map(statement.predicate.configuration.map((one) => [one.name, one]));
  expect([...named.keys()]).toEqual(['suite', 'contract', 'rule set', 'seed', 'options', 'results.json']);
  expect(named.get('suite')?.uri).toBe('pkg:npm/getdata-conformance@0.1.0');
  expect(named.get('contract')?.digest?.sha256).toBe(evidence.contract.digest);
  expect(named.get('results.json')?.digest?.sha256).toBe(sha256(bytes));
  expect(carried(named.get('seed'))).toBe('1');
  expect(JSON.parse(carried(named.get('options')))).toMatchObject({ profile: 'standard', includeWrites: true });
});

test('the statement says that the suite drew the seed, and a terminal shows where it did not', () => {
  const drawn = made({ options: { seedDrawn: true } });
  const seed = drawn.statement.predicate.configuration.find(({ name }) => name === 'seed');
  expect(seed?.annotations).toEqual({ seedDrawn: true });
  const lines = (of: typeof drawn) => statementText(of.statement, of.evidence.results, 'k');
  expect(lines(drawn)).toContain('\nseed: 1, drawn by the suite\n');
  expect(lines(made())).toContain('\n! seed: 1, not drawn by `run --certify`: ');
});

/** What a descriptor carries, its digest checked. */
function carried(one: ResourceDescriptor | undefined): string {
  const content = Buffer.from(one?.content ?? '', 'base64').toString();
  expect(one?.digest?.sha256).toBe(sha256(content));
  return content;
}

test('every rule of every cell is in one list', () => {
  const { statement, evidence } = made({ verdicts: { [bom]: 'fail' } });
  const { result, passedTests, warnedTests, failedTests } = statement.predicate;
  const tests = evidence.results.cells.flatMap(({ operation, binding, rules }) =>
    rules.map(({ rule }) => `${rule}@${operation}/${binding}`),
  );
  expect([...passedTests, ...warnedTests].toSorted()).toEqual(tests.toSorted());
  expect({ result, warnedTests, failedTests }).toEqual({ result: 'PASSED', warnedTests: [bom], failedTests: [] });
});

test('with waivers it warns, and names each with owner, reason and last day', () => {
  const unjudged = 'xsd.valid@Get_Inventory/soap12';
  const { predicate } = made({ verdicts: { [order]: 'fail', [unjudged]: 'not-reached' }, known }).statement;
  expect([predicate.result, predicate.warnedTests]).toEqual(['WARNED', [order, unjudged]]);
  const waivers = [{ test: order, owner: 'Jo', reason: 'T-1', expires: null }];
  const listed = predicate.configuration.find(({ name }) => name === 'waivers');
  expect(listed?.annotations).toEqual({ waivers, unjudged: [unjudged] });
  const waiver = `{"expires":null,"owner":"Jo","reason":"T-1","test":"${order}"}`;
  expect(listed?.digest?.sha256).toBe(sha256(`{"unjudged":["${unjudged}"],"waivers":[${waiver}]}`));
});

test('canonical JSON is that of RFC 8785', () => {
  // RFC 8785, sections 3.2.2 (spelling) and 3.2.3 (sorting).
  const value = { '\u20ac': 1, '\r': 2, ö: [56, { d: true, '10': null, '1': [] }], '': '\u000f\n"\\\u20ac$' };
  expect(canonicalJson(value)).toBe('{"":"\\u000f\\n\\"\\\\€$","\\r":2,"ö":[56,{"1":[],"10":null,"d":true}],"€":1}');
});

test('a known failure that comes and goes makes a certificate WARNED also where it passed', () => {
  const known = [{ rule: 'http.status', binding: 'soap12', expires: '2026-12-31', flaky: true }] as const;
  const results = wholeRun({ known });
  expect(results.verdict).toBe('conformant');
  const { evidence } = evidenceOf(results);
  expect(objection(evidence, false)).toContain('--with-waivers certifies and names them');
  expect(objection(evidence, true)).toBeNull();
  const statement = statementOf(evidence);
  expect(statement.predicate.result).toBe('WARNED');
  expect(statementText(statement, results, 'k')).toContain(
    'waived: http.status@Get_Inventory/soap12 (comes and goes), Jo: T-1, until 2026-12-31\n',
  );
});

test('a statement names the rule set and what was excluded from it', () => {
  const { evidence, statement } = made();
  expect(objection(evidence, false)).toBeNull();
  const text = JSON.stringify(statement);
  expect(text).toContain('{"name":"rule set",');
  expect(text).toContain('"annotations":{"ruleSet":"2026.11","excluded":[]}');
});
