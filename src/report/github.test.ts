import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hostileFinding, sampleFinding, sampleResults } from '../results/results.fixture.ts';
import { tellGithub } from './github.ts';

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

test('where the step has a summary of almost a mebibyte, ours is cut to what is left, or left out', async () => {
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
  expect(told.notes).toEqual(['The job summary of this step is full, so ours is not in it.']);
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
