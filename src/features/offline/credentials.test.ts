import { expect, test } from 'vitest';
import { selectedCells } from '../../options/selected-cells.ts';
import { foldResults } from '../../results/fold.ts';
import type { Results } from '../../results/results.ts';
import { summarize } from '../../results/summarize.ts';
import { markdownSummary } from '../../views/markdown/summary.ts';
import { palette } from '../../views/terminal/palette.ts';
import { summaryText } from '../../views/terminal/summary.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import { createSchemaValidator } from '../../xml/schema.ts';
import { judgeOffline } from './judge-offline.ts';
import { foldJudged, resultsSource } from './judge-source.ts';
import { contract, recordedRun, runRecord } from './recorded-run.fixture.ts';

const operations = ['Get_Inventory', 'Get_Year_Restricted'];
const cells = selectedCells(contract, { operations, bindings: null, cells: null });
const options = { operations };

async function judgedAgain(results: Results): Promise<Results> {
  const validator = await createSchemaValidator();
  const source = resultsSource(results, 'results.json', {}, (text) => text);
  const plan = { ...source, bindings: null, validator, command: () => '' };
  const again = foldJudged(judgeOffline(source.recordings, plan), plan, source.origin, '0.0.0');
  validator.dispose();
  return again;
}

test('without credentials a server that checks them is inconclusive for one reason, said first', async () => {
  const results = await recordedRun({ cells, options, checkCredentials: true, probing: true });
  for (const one of [results, await judgedAgain(results)]) {
    expect([one.verdict, one.findings.filter(({ level }) => level === 'required')]).toEqual(['inconclusive', []]);
    const blocked = one.inconclusive.filter(({ reasonCode }) => reasonCode === 'credentials');
    expect(new Set(one.inconclusive.map(({ operation }) => operation))).toEqual(new Set(['Get_Year_Restricted']));
    expect(new Set(blocked.map(({ reason }) => reason)).size).toBe(1);
    const [first = ''] = one.warnings;
    expect(first).toMatch(/DealerID not given.*GETDATA_DEALER_ID.*credentials\.dealerId.*Get_Year_Restricted\.$/);
    for (const text of [summaryText(one, [], palette(false), false), markdownSummary(one)]) {
      expect(text.split('not given, a placeholder was sent')).toHaveLength(2);
      // Before the matrix, which a log has in words.
      expect(text.split(first)[0]).not.toMatch(/soap12|all bindings|operations?:/);
    }
  }
});

test('with the right credentials the server is conformant, and given ones that it answers with 401 are named', async () => {
  const credentials = { DealerID: 'D1001', APIKEY: 'key-1001', Password: 'secret-1001' };
  const record = await runRecord({ cells, options: { ...options, credentials }, checkCredentials: true });
  const { verdict, warnings } = foldResults(record);
  expect([verdict, warnings]).toEqual(['conformant', []]);
  // Get_Inventory takes none: if it were refused too, the target would want an authentication of its own.
  const summaries = record.summaries.map((one) =>
    one.operation === 'Get_Inventory' ? one : { ...one, statuses: { '401': 3 } },
  );
  expect(foldResults({ ...record, summaries }).warnings[0]).toMatch(/DealerID refused\).*4 cells/);
});

test('given credentials that every operation which takes them answers with an error are named too', async () => {
  const three = [...operations, 'GetMake_Restricted'];
  const credentials = { DealerID: 'D1001' };
  const all = selectedCells(contract, { operations: three, bindings: null, cells: null });
  const record = await runRecord({ cells: all, options: { operations: three, credentials }, checkCredentials: true });
  const summaries = record.summaries.map((one) =>
    one.operation === 'Get_Inventory' ? one : { ...one, statuses: { '500': 3 } },
  );
  expect(foldResults({ ...record, summaries }).warnings[0]).toMatch(/DealerID refused\).*8 cells/);
  const one = summaries.map((cell) =>
    cell.operation === 'GetMake_Restricted' ? { ...cell, statuses: { '200': 3 } } : cell,
  );
  expect(foldResults({ ...record, summaries: one }).warnings.join()).not.toContain('refused');
});

test('one wrong credential that the refusal names is the reason, also if only one operation was selected', async () => {
  const credentials = { DealerID: 'D1001', APIKEY: 'key-1001', Password: 'wrong' };
  const [only = ''] = contract.operations
    .filter(({ parameters }) => parameters.some(({ name }) => name === 'Password'))
    .map(({ name }) => name);
  const mine = selectedCells(contract, { operations: [only], bindings: null, cells: null });
  const record = await runRecord({ cells: mine, options: { operations: [only], credentials }, checkCredentials: true });
  const { verdict, findings, warnings } = foldResults(record);
  expect([verdict, findings.filter(({ level }) => level === 'required')]).toEqual(['inconclusive', []]);
  expect(warnings[0]).toMatch(/\(Password refused\)/);
  const missing = record.summaries.map(({ credentialsNamed: _, ...one }) => one);
  expect(foldResults({ ...record, summaries: missing }).verdict).toBe('non-conformant');
});

test.each([
  ['Invalid or missing DealerID', ['DealerID']],
  ['Unknown dealer ID', ['DealerID']],
  ['{"error":"invalid DealerID","data":null}', ['DealerID']],
  ['The API key is wrong.', ['APIKEY']],
  ['Missing parameter: DealerID.', []],
  ['System.NullReferenceException at GetData.McatCodes(String DealerID, String Password)', []],
  ['Timeout expired. at GetData.McatCodes(String DealerID, String Password)', []],
])('the refusal %j names %j', (text, names) => {
  const operation = contract.operations.find(({ parameters }) => parameters.some(({ name }) => name === 'APIKEY'));
  if (operation === undefined) throw new Error('no operation takes an APIKEY');
  const response = { status: 500, reason: '', version: '1.1', headers: [], complete: true, surplus: 0 } as const;
  const request = { method: 'GET', path: '/', headers: [], body: null };
  const exchange: Exchange = {
    request,
    outcome: { kind: 'response', response: { ...response, body: Buffer.from(text) } },
    durationMs: 1,
  };
  const asked = { exchanges: () => [exchange], calls: () => [] };
  const summary = summarize({ operation, binding: 'http-get' }, asked, 1, [], [], []);
  expect(summary.credentialsNamed ?? []).toEqual(names);
});
