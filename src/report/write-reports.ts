import { join } from 'node:path';
import type { Contract } from '../contract/model.ts';
import { harText } from '../har/write.ts';
import type { Results } from '../results/results.ts';
import { writeWhole } from '../results/write.ts';
import { ctrfJson } from './ctrf.ts';
import { type GithubStep, tellGithub } from './github.ts';
import { htmlReport } from './html/report.tsx';
import { junitXml } from './junit.ts';
import { markdownSummary } from './markdown/summary.ts';

/** One way to show results: a file made from results.json alone. */
export interface View {
  /** Name of the file in the reports folder. */
  readonly file: string;
  readonly text: (results: Results, contract: Contract) => string;
}

/** The views that are one file each, by their names for `--reporter` and `--format`. */
export const views = {
  html: { file: 'report.html', text: htmlReport },
  junit: { file: 'junit.xml', text: junitXml },
  markdown: { file: 'summary.md', text: (results) => markdownSummary(results) },
  ctrf: { file: 'ctrf.json', text: ctrfJson },
  har: { file: 'exchanges.har', text: harText },
} as const satisfies Readonly<Record<string, View>>;

/** The names for `--reporter` and `--format`: views of one file, a folder, and the step of a GitHub job. */
export const reporterNames = [...(Object.keys(views) as (keyof typeof views)[]), 'allure', 'github'] as const;
export type ReporterName = (typeof reporterNames)[number];

/** Name of Allure's folder in the reports folder. */
export const ALLURE_FOLDER = 'allure-results';

/** The reports that were written. */
export interface WrittenReports {
  /** Paths, in the order of the names. */
  readonly files: readonly string[];
  /** What the user should know, one sentence each. */
  readonly notes: readonly string[];
  /** Reports that could not be written, one sentence each; the others are written all the same. */
  readonly troubles: readonly string[];
}

/**
 * Writes the reports of these names.
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
    // Loaded when needed: it loads vitest, which no other report uses.
    const { writeAllure } = await import('./allure/allure.ts');
    await writeAllure(results, contract, folder);
    return { files: [folder], notes: [], troubles: [] };
  }
  const { file, text }: View = views[name];
  const path = placeOf(file);
  await writeWhole(path, text(results, contract));
  return { files: [path], notes: [], troubles: [] };
}
