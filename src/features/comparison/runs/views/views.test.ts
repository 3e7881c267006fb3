import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { checkedJson } from '../../../../base/schemas/validate.ts';
import { palette } from '../../../../views/terminal/palette.ts';
import { observed, recorded, resultsOf } from '../diff.fixture.ts';
import { diffResults } from '../diff.ts';
import { markdownDiff } from './markdown.ts';
import { htmlDiff } from './page.tsx';
import { terminalDiff } from './terminal.ts';

/** What a hostile target may put wherever it decides a text. */
const hostile =
  '<script>alert(1)</script><img src=x onerror=alert(1)> `` ` [x](http://evil.example) @team\n# h | \u001b[31m\u202Edlrow\u0007';

const files = { oldFile: 'old.json', newFile: `new ${hostile}.json` };
const id = 'http.status@Get_Inventory/soap11';

function hostileDiff() {
  const said = { message: hostile, location: hostile, expected: hostile, actual: hostile, cause: hostile };
  const finding = { ...said, requirements: [hostile], reproduce: { command: hostile, curl: `curl ${hostile}` } };
  const still = 'http.status@McatCodes/soap11';
  const old = resultsOf({
    verdicts: { [still]: 'fail', 'record.field-order@McatCodes/soap11': 'fail' },
    findings: { 'record.field-order@McatCodes/soap11': finding },
    observations: [observed('McatCodes/soap11', { server: 'x' }), observed('McatCodes/http-get', {}, hostile)],
    exchanges: [recorded('McatCodes/http-get', '<a/>')],
  });
  const now = resultsOf({
    verdicts: { [id]: 'fail', [still]: 'fail', 'http.status@McatCodes/http-get': 'inconclusive' },
    findings: { [id]: finding, [still]: { actual: hostile } },
    observations: [observed('McatCodes/soap11', { server: hostile, [hostile]: true })],
    exchanges: [recorded('McatCodes/http-get', '<a/>', [[`X-${hostile}`, hostile]])],
  });
  const inconclusive = now.inconclusive.map((one) => ({ ...one, reason: hostile }));
  const fields = now.coverage.fields.map((field) => ({ ...field, path: hostile }));
  const changed = { ...now, inconclusive, warnings: [hostile], target: `http://x.example/${hostile}` };
  return diffResults(old, { ...changed, coverage: { ...now.coverage, fields } }, files);
}

const diff = hostileDiff();

test('the diff of a hostile target has it in every part', () => {
  const { failures, evidence, observations, fields, wire, warnings, notes } = diff;
  const parts = [failures.new, failures.fixed, failures.still, evidence.lost, observations.changed, observations.went];
  const holds = [...parts, fields.came, wire.changes, warnings.came, notes].map((part) =>
    JSON.stringify(part).includes('alert(1)'),
  );
  expect(holds).toEqual(holds.map(() => true));
  expect(htmlDiff(diff)).toContain('<dt>new failure</dt>');
});

test('on a terminal no text of a target can move the cursor or turn the reading order', () => {
  const text = terminalDiff(diff, palette(false));
  expect(text).toContain('<script>');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(text).not.toMatch(/^# h/m);
});

test('in Markdown every text of a target is in code', () => {
  const text = markdownDiff(diff);
  expect(text).toContain('<script>');
  // What is left without code blocks and code spans (CommonMark) is ours alone.
  const ours = text
    .replaceAll(/^ *(`{3,}).*\n[\s\S]*?^ *\1 *$/gm, '')
    .replaceAll(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
  expect(ours).not.toMatch(/script|alert|evil|@team|onerror|dlrow/);
  expect(text).not.toMatch(/^# h/m);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('in HTML every text of a target is text', () => {
  const text = htmlDiff(diff);
  expect(text).toContain('&lt;script');
  expect(text).not.toMatch(/<script|<img/);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(text).toContain("default-src 'none'");
});

test('as JSON it is what its schema says, and something else is refused', () => {
  const schema = new URL('../../../../../specs/schemas/diff.schema.json', import.meta.url);
  const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(JSON.parse(readFileSync(schema, 'utf8')));
  const data: unknown = JSON.parse(checkedJson('diff', diff));
  expect([validate(data), validate.errors]).toEqual([true, null]);
  expect(data).toMatchObject({
    $schema: expect.stringMatching(/diff\.schema\.json$/),
    ...JSON.parse(JSON.stringify(diff)),
  });
  expect(validate({ ...diff, outcome: 'fine' })).toBe(false);
});

test.each([
  ['terminal', (text: typeof diff) => terminalDiff(text, palette(false)), /^1 new failure in 1 cell/],
  ['markdown', markdownDiff, /^## ❌ Regressed\n\n\*\*1 new failure in 1 cell/],
  ['html', htmlDiff, /<h1>Regressed<\/h1><p>.*?<\/p><p>1 new failure in 1 cell/s],
] as const)('%s begins with the sentence', (_name, view, begin) => {
  expect(view(diff)).toMatch(begin);
});

test('each part is in each view', () => {
  const titles = [
    'New failures',
    'No longer judged',
    'Fields no longer seen',
    'Still failing',
    'Fixed',
    'Changed on the wire',
    'Observations that changed',
    'Observations no longer made',
    'New warnings',
  ];
  for (const text of [terminalDiff(diff, palette(false)), markdownDiff(diff), htmlDiff(diff)]) {
    expect(titles.filter((title) => !text.includes(title))).toEqual([]);
  }
});

test('a long list is cut and says how much is left', () => {
  const warnings = Array.from({ length: 300 }, (_, index) => `warning ${index}`);
  const long = diffResults(resultsOf(), { ...resultsOf(), warnings }, files);
  expect(terminalDiff(long, palette(false))).toContain('285 more in --format json');
  expect(markdownDiff(long)).toContain('250 more in the JSON');
  expect(htmlDiff(long)).toContain('100 more in the JSON');
});

test('a huge one still fits into a job summary of GitHub', () => {
  const operations = ['McatCodes', 'McatCode_check', 'Get_Inventory', 'GetMake_Restricted', 'Get_Recid_Images'];
  const bindings = ['soap11', 'soap12', 'http-get', 'http-post'];
  const cells = operations.flatMap((operation) => bindings.map((binding) => `${operation}/${binding}`));
  const ids = cells.flatMap((cell) => [`http.status@${cell}`, `record.field-order@${cell}`]);
  const curl = '€'.repeat(400_000);
  const finding = (cause: string) => ({ cause, reproduce: { command: 'x', curl } });
  const now = resultsOf({
    cells,
    verdicts: Object.fromEntries(ids.map((one) => [one, 'fail'] as const)),
    findings: Object.fromEntries(ids.map((one) => [one, finding(one)])),
  });
  const text = markdownDiff(diffResults(resultsOf({ cells }), now, files));
  expect(text).toMatch(/^## ❌ Regressed/);
  expect(text).toContain('**Cut here:**');
  expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
});

test('a slower cell is shown on one line, with what it was compared with', () => {
  const slow = resultsOf({ durations: { 'McatCodes/soap11': Array.from({ length: 10 }, () => 80) } });
  const text = terminalDiff(diffResults(resultsOf(), slow, files), palette(false));
  const line = 'p50 24 → 80 ms: +56 ms, × 3.33 (spread 5 ms); p95 29 → 80 ms; max 29 → 80 ms in McatCodes (soap11)';
  expect(text).toContain(`Slower beyond the spread (1)`);
  expect(text).toContain(`? ${line}\n`);
});

test('rules of operations that only one run was asked for are not lost', () => {
  const old = resultsOf({});
  const part = { ...old, cells: old.cells.filter(({ operation }) => operation === 'McatCodes') };
  const asked = { ...part, options: { ...part.options, operations: ['McatCodes'] } };
  expect(markdownDiff(diffResults(old, asked, files))).toContain('One run left out what the other judged');
  expect(markdownDiff(diffResults(old, part, files))).toContain('Evidence was lost');
});
