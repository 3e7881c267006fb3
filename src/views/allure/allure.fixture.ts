import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { command } from '../../cli/command.fixture.ts';
import type { Results } from '../../results/results.ts';

/** What Allure reads of a folder. */
export interface AllureFolder {
  readonly folder: string;
  readonly tests: readonly TestResult[];
  /** Every file's text, by its name. */
  readonly files: ReadonlyMap<string, string>;
}

/** Reads a folder of allure-results. */
export function readAllure(folder: string): AllureFolder {
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const tests = [...files].filter(([name]) => name.endsWith('-result.json')).map(([, text]) => JSON.parse(text));
  return { folder, tests, files };
}

interface Written {
  readonly folder?: string;
  readonly format?: 'allure' | 'allure-findings';
  readonly env?: NodeJS.ProcessEnv;
}

/** `report --format allure` on these results, into a folder that may already have files. */
export async function allureOf(results: Results, written: Written = {}): Promise<AllureFolder> {
  const { folder = mkdtempSync(join(tmpdir(), 'getdata-allure-')), format = 'allure', env = {} } = written;
  const file = join(mkdtempSync(join(tmpdir(), 'getdata-results-')), 'results.json');
  writeFileSync(file, JSON.stringify(results));
  const { code, err } = await command(['report', file, '--format', format, '--out', folder], env);
  if (code !== 0) throw new Error(err);
  return readAllure(folder);
}

/** The values of one label. */
export function labelOf({ labels }: TestResult, name: string): readonly string[] {
  return labels.filter((label) => label.name === name).map(({ value }) => value);
}

/** Names of the files attached to a test, at any depth of its steps. */
export function attachedTo(test: TestResult): readonly string[] {
  return [...JSON.stringify(test).matchAll(/"source":"([^"]+)"/g)].flatMap(([, name]) => name ?? []);
}
