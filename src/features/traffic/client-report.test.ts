import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { clientRules } from '../../rules/client/rules.ts';
import { parseXml } from '../../xml/parse.ts';
import { childElements } from '../../xml/tree.ts';
import { clientReport } from './client-report.ts';
import { createTrafficLog } from './log.ts';
import { writeClientReport } from './session.ts';
import { exchangeOf } from './traffic.fixture.ts';

const contract = loadContract(defaultNamespace());
const right = '/getData.asmx/Get_Inventory?Application_ID=APP-1&ItemNo=SC-1001';
const wrong = right.replace('ItemNo', 'itemno');
const unknown = '/getData.asmx/Get_<script>Nothing?a=1';

/** The report of these requests of one client. */
function reportOf(paths: readonly string[], expected: readonly string[] = [], client = '<b>zeep</b>') {
  const log = createTrafficLog({ contract, origin: () => 'http://127.0.0.1:8080' });
  for (const path of paths) log.add(exchangeOf(path, { client }));
  const times = { startedAt: '2026-01-02T03:04:05.000Z', durationMs: 4200 };
  return clientReport(log.summary(), { target: 'http://127.0.0.1:8080', expected, ...times }, contract);
}

test.each([
  ['nothing', [], [], 'inconclusive', 3],
  ['the WSDL alone', ['/getData.asmx?wsdl'], [], 'inconclusive', 3],
  ['what was expected', [right], ['Get_Inventory'], 'conformant', 0],
  ['less than expected', [right], ['Get_Inventory', 'McatCodes'], 'inconclusive', 3],
  ['what is wrong, and less than expected', [right, wrong], ['McatCodes'], 'non-conformant', 1],
  ['an unknown operation', [unknown], [], 'non-conformant', 1],
] as const)('the verdict on %s', (_, paths, expected, verdict, exitCode) => {
  expect(reportOf(paths, expected)).toMatchObject({ verdict, exitCode });
});

test('a right call that the server refuses is not the one that was expected', () => {
  const log = createTrafficLog({ contract, origin: () => 'http://127.0.0.1:8080' });
  const session = { target: 'http://127.0.0.1:8080', startedAt: '2026-01-02T03:04:05.000Z', durationMs: 1 };
  const verdict = () => clientReport(log.summary(), { ...session, expected: ['Get_Inventory'] }, contract).verdict;
  log.add(exchangeOf(right, { status: 500 }));
  expect(verdict()).toBe('inconclusive');
  log.add(exchangeOf(right));
  expect(verdict()).toBe('conformant');
});

test('one rule of one client in one cell is one finding, with its first request', () => {
  const { findings } = reportOf([right, wrong, wrong]);
  const [finding] = findings.filter(({ rule }) => rule === 'client.parameters');
  expect(finding).toMatchObject({ count: 2, operation: 'Get_Inventory', binding: 'http-get', level: 'required' });
  expect(finding?.example?.curl).toContain(`'http://127.0.0.1:8080${wrong}'`);
});

test('the files hold what the report says, and no markup of a client', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const report = reportOf(
    [right, wrong, unknown, unknown.replace('Nothing', 'Something')],
    ['Get_Inventory', 'McatCodes'],
  );
  const files = await writeClientReport(report, contract, folder);
  expect(files).toEqual(['client.json', 'client.html', 'client.junit.xml'].map((name) => join(folder, name)));
  const [json = '', html = '', junit = ''] = files.map((file) => readFileSync(file, 'utf8'));
  expect(JSON.parse(json)).toMatchObject(report);
  expect(html).toContain('&lt;b>zeep');
  expect(html).toContain('<dt>expected operation not seen</dt>');
  expect(html).not.toMatch(/<b>zeep|<script/);
  const xml = parseXml(junit);
  const suites = xml.kind === 'document' ? childElements(xml.document.root) : [];
  const failed = suites.map(({ attributes }) => [
    attributes.find(({ name }) => name === 'name')?.value,
    attributes.find(({ name }) => name === 'failures')?.value,
  ]);
  expect(failed).toEqual([
    ['clients', '2'],
    ['Get_Inventory/http-get', '1'],
  ]);
  const { fix } = report.findings.find(({ rule }) => rule === 'client.parameters') ?? {};
  expect(junit).toContain(`expected: ItemNo\nactual: 'itemno'\nfix: ${fix}\nagain: curl`);
  expect(junit.match(/<testcase/g)?.length).toBeGreaterThan(
    clientRules.filter(({ bindings }) => bindings?.includes('http-get') !== false).length,
  );
});
