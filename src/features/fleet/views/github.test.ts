import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findings, fleetOf, gone, left, ran } from '../fold.fixture.ts';
import { tellGithubFleet } from './markdown.ts';

const report = fleetOf(ran('north', findings(1)), ran('south'), ran('gone', [], gone), left('west'));

function newStep(text: string | null) {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-github-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const summaryFile = join(folder, 'step_summary');
  if (text !== null) writeFileSync(summaryFile, text);
  const printed: string[] = [];
  const step = { summaryFile, command: (line: string) => void printed.push(line) };
  return { step, printed, text: () => readFileSync(summaryFile, 'utf8') };
}

test('the report of the fleet is where the summaries of its targets begin, and links to nothing', async () => {
  const { step, text } = newStep('mine\n\n## north\n\n## south\n');
  expect(await tellGithubFleet(report, step, 5)).toEqual({ files: [step.summaryFile], notes: [] });
  expect(text()).toMatch(/^mine\n\n## GetData conformance of a fleet\n[\s\S]+\n\n## north\n\n## south\n$/);
  expect(text()).toMatch(/^\| 1\. \| `south` \| `http:\/\/south\.example` \| conformant \|/m);
  expect(text()).not.toContain('](');
});

test('where no run wrote a summary, or there is no file, the fleet is still reported', async () => {
  const { step, text } = newStep(null);
  await tellGithubFleet(report, step, 0);
  expect(text()).toMatch(/^\n## GetData conformance of a fleet\n/);
  expect(await tellGithubFleet(report, { ...step, summaryFile: null }, 0)).toEqual({
    files: [],
    notes: [expect.stringContaining('GITHUB_STEP_SUMMARY is not set')],
  });
});

test('what is there and can not be read is not taken for an empty summary', async () => {
  const { step } = newStep(null);
  mkdirSync(step.summaryFile);
  await expect(tellGithubFleet(report, step, 0)).rejects.toThrow('EISDIR: illegal operation on a directory, read');
});

test('a target that has no results has an annotation, since no run made one', async () => {
  const { step, printed } = newStep(null);
  await tellGithubFleet(report, step, 0);
  expect(printed).toEqual(['::error title=west%3A GetData conformance%3A not run::the fleet ended before its run\n']);
});

test('a full summary is left as it is, and one that is almost full is filled only up to the limit', async () => {
  const full = newStep('x'.repeat(1024 * 1024));
  const { notes } = await tellGithubFleet(report, full.step, 0);
  expect(notes).toEqual(['The job summary of this step is full, so the report of the fleet is not in it.']);
  expect(full.text()).toHaveLength(1024 * 1024);
  const many = fleetOf(...Array.from({ length: 300 }, (_, index) => ran(`n${index}`)));
  const almost = newStep('x'.repeat(1024 * 1024 - 10_000));
  await tellGithubFleet(many, almost.step, 0);
  const bytes = Buffer.byteLength(almost.text());
  expect(bytes).toBeLessThanOrEqual(1024 * 1024);
  expect(almost.text()).toContain('**Cut here:**');
});
