import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contract, recordedRun } from '../features/offline/recorded-run.fixture.ts';
import { selectedCells } from '../options/selected-cells.ts';
import { defectNamed } from '../reference/defects/defects.ts';
import { harText } from '../results/har/write.ts';
import { sampleFinding } from '../results/results.fixture.ts';
import type { Results } from '../results/results.ts';
import { rules } from '../rules/rules.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { cellsOf, findingIds, judge, judgeResults, probing, verdicts } from './judge.fixture.ts';

test('a conformant run still passes, and rules that send requests of their own are skipped', async () => {
  const before = await recordedRun({
    cells: cellsOf('GetSubmodel_VehicleType', 'McatCodes', 'Add_toCart'),
    probing: true,
  });
  expect(before.verdict).toBe('conformant');
  const { exitCode, out, results } = await judgeResults(before);
  expect(verdicts(results)).toEqual(verdicts(before));
  expect(
    new Set(
      results.cells.flatMap((cell) => cell.rules.filter(({ rule }) => probing.has(rule)).map(({ verdict }) => verdict)),
    ),
  ).toEqual(new Set(['skipped']));
  expect([exitCode, results.verdict, results.findings]).toEqual([0, 'conformant', []]);
  expect(results.target).toBe(before.target);
  expect(results.warnings[0]).toMatch(/^Judged offline from old: nothing was sent/);
  expect(out).toContain('No rule that can be judged here got another verdict.');
  const end = `(exit code 0), as far as recorded: ${probing.size} of ${rules.length} rules need traffic`;
  expect(out.trimEnd().split('\n').at(-1)).toContain(end);
});

test('what stands for a secret in an answer breaks no rule; a rule that it leaves nothing to judge is left open', async () => {
  const before = await recordedRun({ cells: cellsOf('McatCodes'), options: { credentials: { DealerID: '210' } } });
  expect(JSON.stringify(before)).toContain('<Mcat>${GETDATA_DEALER_ID}</Mcat>');
  const { exitCode, results } = await judgeResults(before);
  expect([exitCode, results.findings]).toEqual([3, []]);
  expect(new Set(results.inconclusive.map(({ rule }) => rule))).toEqual(new Set(['value.int', 'xsd.valid']));
  const har = await judge(harText(before));
  // Of a HAR, which is a part of all calls, that is not counted.
  expect([har.exitCode, har.results?.findings]).toEqual([0, []]);
  expect(har.out).toMatch(/^- McatCodes: .*value\.int/m);
});

test('a difference between bindings in a rare call is found again: the answers of the others are kept with it', async () => {
  const defect = defectNamed('ampersand-refused-in-one-binding');
  const cells = selectedCells(contract, { operations: null, bindings: null, cells: null });
  const cell = cells.find((one) => defect?.cells(one, contract) === true);
  if (defect === undefined || cell === undefined) throw new Error('there is no such defect');
  const before = await recordedRun({ cells: [cell], defect, options: { profile: 'standard', runs: 0 } });
  expect(findingIds(before)).toContain(`binding.parity@${cell.operation.name}/${cell.binding}`);
  const { results } = await judgeResults(before);
  expect(findingIds(results)).toEqual(findingIds(before));
});

test('the refusal that a rule provoked is not judged as that of a plain call', async () => {
  const before = await recordedRun({ cells: cellsOf('McatCodes') });
  const finding = before.exchanges.flatMap(({ operation, binding, call, exchange }) => {
    const { response } = exchange;
    if (binding !== 'soap11' || 'trouble' in response) return [];
    const refused = { ...exchange, response: { ...response, status: 500, reason: 'Refused' } };
    const id = `soap.fault@${operation}/${binding}`;
    return [{ ...sampleFinding({ rule: 'soap.fault', operation, binding }), id, call, exchange: refused }];
  });
  expect(finding.map(({ rule }) => probing.has(rule))).toEqual([true]);
  expect((await judgeResults({ ...before, findings: finding })).results.findings).toEqual([]);
  const har = await judge(harText({ ...before, findings: finding }));
  expect(har.results?.findings).toEqual([]);
});

test('a rule that failed and needs traffic keeps the judgement from passing', async () => {
  const defect = defectNamed('must-understand-ignored');
  if (defect === undefined) throw new Error('there is no such defect');
  const cells = cellsOf('McatCodes').filter(({ binding }) => binding === 'soap11');
  const before = await recordedRun({ cells, defect, probing: true, options: { failOn: 'recommended' } });
  const { results, out } = await judgeResults(before);
  const [cell] = results.cells;
  expect(cell?.rules.find(({ rule }) => rule === 'soap.must-understand')?.verdict).toBe('inconclusive');
  expect(out).toContain('? failed then, needs traffic: soap.must-understand in McatCodes (soap11)');
});

test('what passed then and fails now, and the other way round, is listed', async () => {
  const cells = cellsOf('McatCodes').filter(({ binding }) => binding === 'http-get');
  const healthy = await recordedRun({ cells });
  const text = JSON.stringify(healthy);
  const broken: Results = JSON.parse(text.replaceAll('<Active>true</Active>', '<Active>TRUE</Active>'));
  const now = await judgeResults(broken);
  expect(now.exitCode).toBe(1);
  expect(now.out).toContain('✗ passed then, fails now: value.boolean in McatCodes (http-get)');
  const then: Results = JSON.parse(
    text.replaceAll(
      '"rule":"value.boolean","level":"required","verdict":"pass"',
      '"rule":"value.boolean","level":"required","verdict":"fail"',
    ),
  );
  expect((await judgeResults(then)).out).toContain('✓ failed then, passes now: value.boolean in McatCodes (http-get)');
});

test('a body that was cut is not judged, and what it had shown has no evidence', async () => {
  const cells = cellsOf('McatCodes').filter(({ binding }) => binding === 'http-get');
  const whole = await recordedRun({ cells });
  const cut: Results = JSON.parse(JSON.stringify(whole).replaceAll('"truncated":false', '"truncated":true'));
  const { exitCode, out } = await judgeResults(cut);
  expect(exitCode).toBe(3);
  expect(out).toContain('- exchange 1 (McatCodes/http-get): its body was cut');
  expect(out).toContain('? judged then, no evidence here: xml.well-formed in McatCodes (http-get)');
});

test('a cell that was not called is skipped as it was', async () => {
  const before = await recordedRun({ cells: cellsOf('McatCodes') });
  const skipped = before.cells.map((cell, index) =>
    index === 0
      ? {
          ...cell,
          verdict: 'skipped' as const,
          rules: cell.rules.map((one) => ({ ...one, verdict: 'skipped' as const })),
        }
      : cell,
  );
  const { results } = await judgeResults({ ...before, cells: skipped });
  expect(results.cells.map(({ verdict }) => verdict)).toEqual(['skipped', 'pass', 'pass', 'pass']);
});

test('the file that is judged is never overwritten', async () => {
  const folder = newFolder();
  const text = JSON.stringify(await recordedRun({ cells: cellsOf('McatCodes') }));
  writeFileSync(join(folder, 'results.json'), text);
  const { exitCode, err } = await cli(['judge', 'results.json', '--reports', '.'], { folder });
  expect([exitCode, err]).toEqual([
    2,
    'error: --reports names the folder of results.json, which would be overwritten; expected another\n',
  ]);
  expect(readFileSync(join(folder, 'results.json'), 'utf8')).toBe(text);
});

test.each([
  ['', /^error: old is not JSON: /],
  ['[]', 'error: old is neither a results.json nor a HAR; expected an object'],
  ['{"schemaVersion": 3}', 'error: old has schemaVersion 3; this version reads 1'],
  ['{"schemaVersion": 1, "log": {}}', 'error: old is not a results file of this version: '],
])('%j is one sentence and exit 2', async (text, sentence) => {
  const { exitCode, out, err } = await judge(text);
  expect([exitCode, out]).toEqual([2, '']);
  expect(err).toMatch(sentence);
  expect(err.trim().split('\n')).toHaveLength(1);
});

test('a file that is missing, a folder or a device is one sentence and exit 2', async () => {
  expect((await cli(['judge', 'none.har'])).err).toBe("error: none.har can't be read: there is no such file\n");
  expect((await cli(['judge', '.'])).err).toBe("error: . can't be read: it is a folder\n");
  const folder = newFolder();
  writeFileSync(join(folder, 'results.json'), '');
  expect((await cli(['judge', '.'], { folder })).err).toBe(
    "error: . can't be read: it is a folder; name a file in it: results.json\n",
  );
  expect((await cli(['judge', '/dev/zero'])).err).toBe("error: /dev/zero can't be read: it is not a regular file\n");
});

test('flags of a HAR are refused for results, and bad values named', async () => {
  const text = JSON.stringify(await recordedRun({ cells: cellsOf('McatCodes') }));
  expect((await judge(text, '--namespace', 'urn:x')).err).toMatch(/--namespace is for a HAR/);
  expect((await judge(text, '--base-url', 'http://h')).err).toMatch(/--base-url is for a HAR/);
  expect((await judge(text, '--fail-on', 'recommnded')).err).toMatch(/did you mean 'recommended'/);
});
