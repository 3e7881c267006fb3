import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HOSTILE, hostileFinding, sampleFinding, sampleResults } from '../results/results.fixture.ts';
import { annotations, tellGithub } from './github.ts';
import { staleBaseline } from './stale-baseline.fixture.ts';

async function stepFile(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'getdata-github-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'step_summary');
  writeFileSync(file, text);
  return file;
}

test('the summary is appended to what the step has written, and annotations are printed', async () => {
  const file = await stepFile('mine\n');
  const printed: string[] = [];
  const told = await tellGithub(sampleResults([sampleFinding()]), {
    summaryFile: file,
    command: (text) => printed.push(text),
  });
  expect(told).toEqual({ files: [file], notes: [] });
  expect(readFileSync(file, 'utf8')).toMatch(/^mine\n\n## ❌ GetData conformance/);
  expect(printed.join('')).toMatch(/^::error title=record\.field-order/);
});

test('where the step has a summary of almost a mebibyte, this report is cut to what is left, or left out', async () => {
  const findings = Array.from({ length: 40 }, (_, index) => hostileFinding({ rule: `r.${index}`, cause: `${index}` }));
  const results = sampleResults(findings);
  const file = await stepFile('x'.repeat(1024 * 1024 - 50_000));
  await tellGithub(results, { summaryFile: file, command: () => {} });
  const bytes = readFileSync(file).byteLength;
  expect(bytes).toBeLessThanOrEqual(1024 * 1024);
  expect(bytes).toBeGreaterThan(1024 * 1024 - 10_000);
  const full = await stepFile('x'.repeat(1024 * 1024));
  const told = await tellGithub(results, { summaryFile: full, command: () => {} });
  expect([told.files, readFileSync(full).byteLength]).toEqual([[], 1024 * 1024]);
  expect(told.notes).toEqual(['The job summary of this step is full, so this report is not in it.']);
});

test('one of several targets is named in the heading and in every annotation, and leaves room for others', async () => {
  const printed: string[] = [];
  const named = { command: (text: string) => printed.push(text), name: 'north', spare: 200_000 };
  const file = await stepFile('x'.repeat(1024 * 1024 - 220_000));
  const findings = Array.from({ length: 400 }, (_, index) => hostileFinding({ rule: `r.${index}`, cause: `${index}` }));
  await tellGithub({ ...sampleResults(findings), warnings: ['w'] }, { ...named, summaryFile: file });
  expect(readFileSync(file, 'utf8')).toContain('\n## ❌ GetData conformance of `north`: non-conformant\n');
  expect(readFileSync(file).byteLength).toBeLessThanOrEqual(1024 * 1024 - 200_000);
  const lines = printed.join('').trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.filter((line) => !/^::(?:error|warning) title=north%3A /.test(line))).toEqual([]);
});

test('outside of a job one sentence says that there is no summary', async () => {
  const { files, notes } = await tellGithub(sampleResults([]), { summaryFile: null, command: () => {} });
  expect([files, notes]).toEqual([[], [expect.stringContaining('GITHUB_STEP_SUMMARY is not set')]]);
});

/** Reads workflow commands as GitHub's runner does (actions/runner, ActionCommand.TryParseV2). */
function read(text: string) {
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== '')
    .map((line) => {
      const [, kind = '', properties = '', data = ''] = /^::(\w+)(?: (.*?))?::(.*)$/.exec(line) ?? [];
      const unescaped = (escaped: string): string =>
        [
          ['%0D', '\r'],
          ['%0A', '\n'],
          ['%3A', ':'],
          ['%2C', ','],
          ['%25', '%'],
        ].reduce((whole, [code = '', character = '']) => whole.replaceAll(code, character), escaped);
      const pairs = properties
        .split(',')
        .map((pair) => [pair.slice(0, pair.indexOf('=')), unescaped(pair.slice(pair.indexOf('=') + 1))]);
      return { kind, ...Object.fromEntries(pairs), message: unescaped(data) };
    });
}

function manyFindings(count: number) {
  return Array.from({ length: count }, (_, index) => sampleFinding({ rule: `rule.${index}` }));
}

test('a cause is one error with what, where, expected, actual and the command', () => {
  const same = { cause: 'one' };
  const results = sampleResults([sampleFinding(same), sampleFinding({ ...same, binding: 'soap11' })]);
  expect(read(annotations(results))).toEqual([
    {
      kind: 'error',
      title: 'record.field-order in Get_Inventory/soap12 and 1 more',
      message:
        "Fields are in the order of the table.\nexpected <Response_Code> before <Inventory_List>\nactual it comes after\nat /Get_InventoryResponse (line 1, column 690)\ngetdata-conformance replay reports/results.json 'record.field-order@Get_Inventory/soap12'",
    },
  ]);
});

test('a shard that leaves its verdict to merge is green and has none', () => {
  const open = { verdict: 'inconclusive', exitCode: 0, leftToMerge: true } as const;
  expect(annotations({ ...sampleResults([]), ...open })).toBe('');
  expect(read(annotations({ ...sampleResults([]), ...open, exitCode: 3, leftToMerge: false }))).toHaveLength(1);
});

test('percent, line ends, colons and commas are escaped as the runner reads them', () => {
  const finding = sampleFinding({ rule: 'a,b:c%', message: '100 %, a: b\nc%0A' });
  const [line = ''] = annotations(sampleResults([finding])).split('\n');
  expect(line).toMatch(/^::error title=a%2Cb%3Ac%25 in Get_Inventory\/soap12::100 %25, a: b%0Ac%250A%0Aexpected/);
});

test('a conformant run has none; what is known is a notice, what is only recommended a warning', () => {
  expect(annotations(sampleResults([]))).toBe('');
  const kinds = (changes: Parameters<typeof sampleFinding>[0]) =>
    read(annotations(sampleResults([sampleFinding(changes)]))).map(({ kind }) => kind);
  expect(kinds({ known: true })).toEqual(['notice']);
  expect(kinds({ level: 'recommended' })).toEqual(['warning']);
});

test('missing evidence, a failed suite and a known failure that does not hold are errors', () => {
  const reason = {
    operation: 'Get_Inventory',
    binding: 'soap12',
    rule: 'http.status',
    reason: 'nothing came',
    reasonCode: 'nothing-to-judge',
  } as const;
  const open = sampleResults([], { verdict: 'inconclusive', exitCode: 3, inconclusive: [reason] });
  expect(read(annotations(open))).toEqual([
    expect.objectContaining({ kind: 'error', message: expect.stringContaining('http.status: nothing came (soap12)') }),
  ]);
  expect(read(annotations(sampleResults([], { verdict: 'error', exitCode: 5 })))).toMatchObject([{ kind: 'error' }]);
  const stale = sampleResults([], { baseline: staleBaseline });
  expect(read(annotations(stale))).toMatchObject([
    { kind: 'error', message: expect.stringContaining('known.json line 3') },
  ]);
});

test('a target that could not be reached is one error', () => {
  const warnings = ['refused\n::error::x', 'another'];
  const results = sampleResults([], { verdict: 'error', exitCode: 4, incomplete: true, warnings });
  expect(annotations(results)).toBe(
    '::error title=GetData conformance%3A target not reached::refused%0A: :error::x\n::warning title=GetData conformance::another\n',
  );
});

test('ten of a kind are shown; if there are more, the tenth counts the rest', () => {
  expect(read(annotations(sampleResults(manyFindings(10))))).toHaveLength(10);
  const lines = read(annotations(sampleResults(manyFindings(25), { warnings: ['one'] })));
  expect(lines.map(({ kind }) => kind)).toEqual([...Array(10).fill('error'), 'warning']);
  expect(lines[9]).toMatchObject({ message: '16 more of these are in the report.' });
});

test('a hostile target adds no command, property or line of its own, and is bounded', () => {
  const finding = hostileFinding({
    rule: HOSTILE,
    message: `::error::x\r\n::stop-commands::y\n${'z'.repeat(100_000)}`,
  });
  const text = annotations(sampleResults([finding], { warnings: [`::add-mask::a\r::b ##[error]`] }));
  const lines = text.split(/[\r\n\u2028\u2029]/).filter((line) => line !== '');
  expect(lines.map((line) => line.slice(0, 15))).toEqual(['::error title=<', '::warning title']);
  expect(read(text).map((command) => Object.keys(command))).toEqual([
    ['kind', 'title', 'message'],
    ['kind', 'title', 'message'],
  ]);
  expect(text.length).toBeLessThan(10_000);
});
