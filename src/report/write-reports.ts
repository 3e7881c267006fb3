import { join } from 'node:path';
import type { Contract } from '../contract/model.ts';
import type { Results } from '../results/results.ts';
import { writeWhole } from '../results/write.ts';
import { type GithubStep, tellGithub } from './github.ts';
import { type View, views } from './views.ts';

/** Every way to report, as `--reporter` and `--format` name them: a file each, a folder, and GitHub's own step. */
export const reporterNames = [...(Object.keys(views) as (keyof typeof views)[]), 'allure', 'github'] as const;
export type ReporterName = (typeof reporterNames)[number];

/** Name of Allure's folder in the reports folder. */
export const ALLURE_FOLDER = 'allure-results';

/** What came of the reports asked for. */
export interface WrittenReports {
  /** Paths, in the order asked. */
  readonly files: readonly string[];
  /** What the user should know, one sentence each. */
  readonly notes: readonly string[];
  /** Reports that could not be made, one sentence each; the others are written all the same. */
  readonly troubles: readonly string[];
}

/**
 * Writes results in the ways asked for.
 * @param placeOf - where the file or folder of that name goes
 */
export async function writeReports(
  names: readonly ReporterName[],
  results: Results,
  contract: Contract,
  github: GithubStep,
  placeOf: (name: string) => string,
): Promise<WrittenReports> {
  const all: WrittenReports[] = [];
  for (const name of names) {
    try {
      all.push(await written(name, results, contract, github, placeOf));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      all.push({ files: [], notes: [], troubles: [`the ${name} report could not be written: ${reason}`] });
    }
  }
  return {
    files: all.flatMap(({ files }) => files),
    notes: all.flatMap(({ notes }) => notes),
    troubles: all.flatMap(({ troubles }) => troubles),
  };
}

/** The place of reports that go into one folder. */
export function inFolder(folder: string): (name: string) => string {
  return (name) => join(folder, name);
}

async function written(
  name: ReporterName,
  results: Results,
  contract: Contract,
  github: GithubStep,
  placeOf: (name: string) => string,
): Promise<WrittenReports> {
  if (name === 'github') return { ...(await tellGithub(results, github)), troubles: [] };
  if (name === 'allure') {
    const folder = placeOf(ALLURE_FOLDER);
    // Loaded late: it brings vitest, of no use to the other reports.
    const { writeAllure } = await import('./allure/allure.ts');
    await writeAllure(results, contract, folder);
    return { files: [folder], notes: [], troubles: [] };
  }
  const { file, text }: View = views[name];
  const path = placeOf(file);
  await writeWhole(path, text(results, contract));
  return { files: [path], notes: [], troubles: [] };
}
