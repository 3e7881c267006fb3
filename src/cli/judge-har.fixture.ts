import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { browserEntry, foreignHar, type LooseEntry } from '../results/har/foreign-har.fixture.ts';
import { readResults } from '../results/read.ts';
import { cli, newFolder } from './cli.fixture.ts';

export async function judge(har: unknown, ...more: readonly string[]) {
  const folder = newFolder();
  writeFileSync(join(folder, 'x.har'), typeof har === 'string' ? har : JSON.stringify(har));
  const ended = await cli(['judge', 'x.har', ...more], { folder });
  return { ...ended, folder };
}

/** What a judgement of these entries found; fails where there was none. */
export async function results(entries: readonly unknown[], ...more: readonly string[]) {
  const { folder, err } = await judge(foreignHar(entries), '--reports', 'new', ...more);
  expect(err).toBe('');
  return readResults(folder, 'new/results.json');
}

/** An entry with its response changed. */
export function answered(entry: LooseEntry, changes: object, content: object = {}): LooseEntry {
  return { ...entry, response: { ...entry.response, ...changes, content: { ...entry.response.content, ...content } } };
}

export const soap = browserEntry('McatCodes', 'soap11');

export const get = browserEntry('McatCodes', 'http-get');

export const http1 = { httpVersion: 'HTTP/1.1' };

export const typed = { name: 'Content-Type', value: 'text/xml; charset=utf-8' };

export const other = {
  ...get,
  request: { ...get.request, url: 'https://cdn.example/app.js' },
};
