import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestResult } from 'allure-js-commons';
import { beforeAll, expect, test } from 'vitest';
import { command, echoingServer, faultyServer, resultsOf } from '../../cli/command.fixture.ts';
import { hostileFinding, sampleFinding, sampleResults } from '../../results/results.fixture.ts';
import type { Results } from '../../results/results.ts';
import { type AllureFolder, allureOf, attachedTo, labelOf, readAllure } from '../../views/allure/allure.fixture.ts';

let results: Results;
let run: AllureFolder;
let sampled: AllureFolder;

/** Files that another tool has in the folder. */
const THEIRS = '11111111-2222-3333-4444-555555555555';
const others = [`${THEIRS}-result.json`, `${THEIRS}-attachment.txt`, `${THEIRS}-globals.json`, 'executor.json'];

// A cell that fails, one that passes, one whose answers are larger than the limit (inconclusive) and one that is not called.
beforeAll(async () => {
  const server = await faultyServer('fields-swapped', { operation: 'Get_Inventory', binding: 'soap12' });
  const operations = 'Get_Universal_Seat_Cover,Get_Inventory,McatCodes,Add_toCart';
  const limits = ['--profile', 'quick', '--max-body', '3000'];
  const flags = ['--operations', operations, '--bindings', 'soap12', ...limits];
  const ended = await command(['run', server.url, ...flags, '--seed', '3', '--reporter', 'allure']);
  await server.close();
  results = resultsOf(ended);
  run = readAllure(join(ended.folder, 'reports/allure-results'));
});

// A known failure, a hostile one and an entry that must go, into a folder that another tool uses, with its test plan.
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-allure-'));
  const theirs = {
    labels: [{ name: 'framework', value: 'vitest' }],
    attachments: [{ source: `${THEIRS}-attachment.txt` }],
  };
  for (const name of others) writeFileSync(join(folder, name), JSON.stringify(theirs));
  const plan = join(mkdtempSync(join(tmpdir(), 'getdata-plan-')), 'testplan.json');
  writeFileSync(plan, JSON.stringify({ version: '1.0', tests: [{ id: '1', selector: 'another test' }] }));
  const known = {
    rule: 'record.field-order',
    operation: 'Get_Inventory',
    binding: 'soap12',
    owner: 'Ann',
    line: 3,
  } as const;
  const passes = { rule: 'http.status', operation: 'Get_Inventory', binding: 'soap11', owner: 'Bob', line: 9 } as const;
  const entries = [
    { ...known, reason: 'fixed in 2.1, see https://issues.example/GD-7.', expires: null, state: 'known' },
    { ...passes, reason: 'old', expires: null, state: 'passes' },
  ] as const;
  const findings = [sampleFinding({ rule: known.rule, known: true }), hostileFinding({ rule: 'xml.characters' })];
  const results = sampleResults(findings, { incomplete: true, baseline: { file: 'known.json', entries } });
  sampled = await allureOf(results, { folder, env: { ALLURE_TESTPLAN_PATH: plan } });
});

function isOurs(one: TestResult): boolean {
  return labelOf(one, 'framework')[0] === 'getdata-conformance';
}

function testOf({ tests }: AllureFolder, fullName: string): TestResult {
  const found = tests.filter((one) => one.fullName === fullName);
  expect(found).toHaveLength(1);
  return found[0] as TestResult;
}

test('allure-findings writes only the tests that failed, and none if nothing fails', async () => {
  const format = 'allure-findings';
  const { tests } = await allureOf(results, { format });
  expect(tests.map(({ status }) => status)).toEqual(results.findings.map(() => 'failed'));
  const failed = run.tests.filter(({ status }) => status === 'failed');
  const named = (some: readonly TestResult[]) =>
    some.map(({ fullName, historyId }) => [fullName, historyId]).toSorted();
  expect(named(tests)).toEqual(named(failed));
  expect((await allureOf({ ...results, findings: [] }, { format })).tests).toEqual([]);
});

test('each rule of each cell is one test, with its verdict', () => {
  const { pass, fail, inconclusive, 'not-reached': notReached, skipped, ...others } = results.totals.rules;
  const notApplicable = others['not-applicable'];
  const count = (wanted: string): number => run.tests.filter(({ status }) => status === wanted).length;
  expect(Math.min(pass, fail, inconclusive, notReached, skipped)).toBeGreaterThan(0);
  expect(count('passed')).toBe(pass);
  expect(count('failed')).toBe(fail);
  expect(count('skipped')).toBe(inconclusive + notReached + notApplicable + skipped);
  expect(run.tests).toHaveLength(pass + fail + inconclusive + notReached + notApplicable + skipped);
  const kinds = run.tests.filter(({ status }) => status === 'skipped').map((one) => one.statusDetails.message ?? '');
  expect(kinds.filter((text) => text.startsWith('inconclusive, not passed: '))).toHaveLength(inconclusive);
  expect(kinds.filter((text) => text.startsWith('not reached, not passed: '))).toHaveLength(notReached);
  expect(kinds.filter((text) => text.startsWith('skipped: '))).toHaveLength(skipped);
});

test('a broken rule shows where it belongs, what is wrong and how to see it again', () => {
  const broken = testOf(run, 'Get_Inventory/soap12/record.field-order');
  expect(broken.name).toBe('record.field-order: Fields are in the order of the table.');
  expect(labelOf(broken, 'epic')).toEqual(['soap12']);
  expect(labelOf(broken, 'feature')).toEqual(['Get_Inventory']);
  expect(labelOf(broken, 'story')).toEqual(['record.field-order']);
  expect(labelOf(broken, 'severity')).toEqual(['critical']);
  expect(labelOf(broken, 'tag')).toEqual(['required', 'record']);
  expect(broken.links).toContainEqual({
    url: '../report.html#requirement-records.Inventory_Response.fields',
    name: 'records.Inventory_Response.fields',
    type: 'tms',
  });
  expect(broken.description).toContain('`records.Inventory_Response.fields` Inventory&#95;Response has these fields');
  expect(broken.statusDetails).toMatchObject({
    message: expect.stringMatching(/^required: <Response_Code> comes after <Inventory_List>/),
    expected: '<Response_Code> before <Inventory_List>',
    trace: expect.stringMatching(/^at \/Get_InventoryResponse.*\nagain: getdata-conformance replay reports/),
  });
  expect(broken.parameters).toContainEqual({ name: 'seed', value: '3', excluded: true });
  expect(broken.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(['target', 'profile', 'ItemNo']));
  expect(broken.steps.map(({ name, status }) => `${name?.split(' ')[0]} ${status}`)).toEqual([
    'send passed',
    'receive passed',
    'curl undefined',
    'judge failed',
  ]);
});

test('the exchange is attached as text: of what fails, and one of each cell', () => {
  const [request = '', response = '', curl = ''] = attachedTo(testOf(run, 'Get_Inventory/soap12/record.field-order'));
  expect(run.files.get(request)).toMatch(/^POST http:\/\/127[^\n]*getData\.asmx\nContent-Type: .*\n\n<\?xml/s);
  expect(run.files.get(response)).toMatch(/^HTTP\/1\.1 200 OK\n.*\n\n<\?xml.*<\/soap:Envelope>$/s);
  expect(run.files.get(curl)).toMatch(/^curl .*getData\.asmx'$/s);
  const withFiles = run.tests.filter((one) => attachedTo(one).length > 0).map(({ fullName }) => fullName);
  expect(withFiles.toSorted()).toEqual([
    'Get_Inventory/soap12/http.answer',
    'Get_Inventory/soap12/record.field-order',
    'Get_Universal_Seat_Cover/soap12/wsdl.valid',
    'McatCodes/soap12/http.answer',
  ]);
  const named = run.tests.flatMap(attachedTo);
  expect([...run.files.keys()].filter((name) => name.includes('-attachment')).toSorted()).toEqual(named.toSorted());
  expect(JSON.stringify(run.tests).match(/"type":"text\/(?!plain)/)).toBeNull();
});

test('tests keep their order and the time of the run', () => {
  const times = run.tests.map(({ start }) => start ?? 0);
  expect(Math.min(...times)).toBe(Date.parse(results.startedAt));
  expect(new Set(times).size).toBe(run.tests.length);
  const cell = results.cells[0];
  const inCell = run.tests.filter(
    (one) => labelOf(one, 'epic')[0] === cell?.binding && labelOf(one, 'feature')[0] === cell?.operation,
  );
  const sorted = inCell.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0));
  expect(sorted.flatMap((one) => labelOf(one, 'story'))).toEqual(cell?.rules.map(({ rule }) => rule));
});

test('history ids are the same in every run and folder, and nothing shows where the suite is installed', async () => {
  const again = await allureOf({ ...results, seed: 4, target: 'http://other.example' });
  const idsOf = ({ tests }: AllureFolder): readonly unknown[] =>
    tests.map(({ fullName, historyId, testCaseId }) => [fullName, historyId, testCaseId]).toSorted();
  expect(idsOf(again)).toEqual(idsOf(run));
  expect(new Set(run.tests.map(({ historyId }) => historyId)).size).toBe(run.tests.length);
  // Allure 3 makes the history id of the test case's and the parameters that are not excluded.
  expect(run.tests.flatMap(({ parameters }) => parameters).every(({ excluded }) => excluded === true)).toBe(true);
  const here = fileURLToPath(new URL('../../..', import.meta.url));
  for (const [name, text] of run.files) {
    expect(text, name).not.toContain(here);
    expect(text, name).not.toContain('node_modules');
    expect(text, name).not.toContain('recorded.js');
  }
});

test('the environment and the categories are written', () => {
  const environment = run.files.get('environment.properties') ?? '';
  expect(environment).toMatch(/^verdict=non-conformant$/m);
  expect(environment).toMatch(/^seed=3$/m);
  const categories: readonly { messageRegex: string; matchedStatuses: string[] }[] = JSON.parse(
    run.files.get('categories.json') ?? '',
  );
  const unmatched = run.tests
    .filter(({ status }) => status !== 'passed')
    .filter(({ status = 'broken', statusDetails: { message = '' } }) => {
      const of = categories.filter(({ matchedStatuses }) => matchedStatuses.includes(status));
      return of.filter(({ messageRegex }) => new RegExp(`^(?:${messageRegex})$`).test(message)).length !== 1;
    });
  expect(unmatched.map(({ statusDetails }) => statusDetails.message)).toEqual([]);
});

test('no secret is in any file, though the target sends them all back', async () => {
  const server = await echoingServer();
  const secrets = { GETDATA_DEALER_ID: 'dealer-7f3a91', GETDATA_API_KEY: 'k3y-5e1c44', GETDATA_PASSWORD: 'pw-90ab12' };
  const flags = ['--operations', 'Get_Video_Links', '--profile', 'quick', '--header', 'X-Token: t0ken-66d2aa'];
  const ended = await command(['run', server.url, ...flags, '--reporter', 'allure'], secrets);
  await server.close();
  const { files, tests } = readAllure(join(ended.folder, 'reports/allure-results'));
  expect(tests.filter(({ status }) => status === 'failed').length).toBeGreaterThan(0);
  const texts = [...files.values()].join('\n');
  expect(texts).toContain('${GETDATA_API_KEY}');
  for (const secret of [...Object.values(secrets), 't0ken-66d2aa']) expect(texts).not.toContain(secret);
});

test('a known failure is muted, with its owner and issue', () => {
  const shown = testOf(sampled, 'Get_Inventory/soap12/record.field-order');
  expect(shown.status).toBe('failed');
  expect(shown.statusDetails).toMatchObject({ known: true, muted: true });
  expect(shown.statusDetails.message).toMatch(/^known failure \(Ann: fixed in 2\.1/);
  expect(labelOf(shown, 'owner')).toEqual(['Ann']);
  expect(labelOf(shown, 'tag')).toContain('known');
  const url = 'https://issues.example/GD-7';
  expect(shown.links).toContainEqual({ url, name: url, type: 'issue' });
});

test('what breaks a run apart from its rules is an error of the run as a whole', () => {
  const sentences = [
    'The run was cut short: what was not reached has no verdict.',
    'known.json line 9: http.status@Get_Inventory/soap11 now passes; delete the line',
  ];
  const globals = [...sampled.files].filter(([name]) => name.endsWith('-globals.json') && !name.startsWith(THEIRS));
  const messages = globals.flatMap(([, text]) => JSON.parse(text).errors).map(({ message }) => message);
  expect(messages.toSorted()).toEqual(sentences.map((sentence) => `getdata-conformance: ${sentence}`));
  for (const sentence of sentences) expect(sampled.files.get('environment.properties')).toContain(sentence);
});

test("a test plan of the user's own tests leaves none out", () => {
  expect(sampled.tests.filter(isOurs)).toHaveLength(4);
});

test('hostile text stays text: nothing controls a terminal, runs in a browser or becomes markup of ours', () => {
  const { files } = sampled;
  const shown = testOf(sampled, 'Get_Inventory/soap12/xml.characters');
  expect(shown.description).not.toContain('alert(');
  expect(shown.description).not.toContain('evil.example');
  expect(labelOf(shown, 'ALLURE_ID')).toEqual([]);
  const { name: _name, ...data } = shown;
  expect(JSON.stringify(data)).not.toMatch(/\\u(?:00[01]|[dD][89a-fA-F])|[\p{Cc}\p{Cf}\p{Surrogate}]/u);
  const [request = '', response = ''] = attachedTo(shown);
  for (const name of [request, response]) {
    expect(name).toMatch(/\.txt$/);
    expect(files.get(name)).not.toMatch(/[^\P{Cc}\n\t]|[\p{Cf}\p{Surrogate}]/u);
    expect(files.get(name)).toContain('<script>alert(1)</script>');
    expect(files.get(name)).toContain('\\u{202e}txt.exe');
  }
});

test('files of an earlier run are removed, files of others stay', async () => {
  const { files, tests } = await allureOf(sampleResults([]), { folder: sampled.folder });
  expect(tests.filter(isOurs)).toHaveLength(2);
  expect([...files.keys()].filter((name) => name.includes('-attachment'))).toEqual([`${THEIRS}-attachment.txt`]);
  expect([...files.keys()].filter((name) => name.endsWith('-globals.json'))).toEqual([`${THEIRS}-globals.json`]);
  expect([...files.keys()]).toEqual(expect.arrayContaining(others));
});
