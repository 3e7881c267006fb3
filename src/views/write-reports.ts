import { closeSync, constants, existsSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt, thrownText } from '../base/error.ts';
import type { Contract } from '../contract/model.ts';
import type { Results } from '../results/results.ts';
import { writeWhole } from '../results/write.ts';
import { asInvoked } from './finding-lines.ts';
import type { GithubStep } from './github.ts';
import type { Link } from './html/page.tsx';

/** One way to show results: a file made only from results.json. */
interface View {
  readonly file: string;
  /** The text is made with links to files beside it, which only pages have. */
  readonly load: () => Promise<(results: Results, contract: Contract, links: readonly Link[]) => string>;
}

/** The views that are one file each, by their names for `--reporter` and `--format`. */
export const views = {
  html: { file: 'report.html', load: async () => (await import('./html/report.tsx')).htmlReport },
  junit: { file: 'junit.xml', load: async () => (await import('./junit.ts')).junitXml },
  markdown: {
    file: 'summary.md',
    load: async () => {
      const { markdownSummary } = await import('./markdown/summary.ts');
      return (results) => markdownSummary(results);
    },
  },
  ctrf: { file: 'ctrf.json', load: async () => (await import('./ctrf.ts')).ctrfJson },
  har: { file: 'exchanges.har', load: async () => (await import('../results/har/write.ts')).harText },
  events: { file: 'events.jsonl', load: async () => (await import('./events.ts')).eventLines },
} as const satisfies Readonly<Record<string, View>>;

/** The names for `--reporter` and `--format`: views of one file, a folder, and the step of a GitHub job. */
const viewNames = Object.keys(views) as (keyof typeof views)[];
export const reporterNames = [...viewNames, 'allure', 'allure-findings', 'github'] as const;
export type ReporterName = (typeof reporterNames)[number];

/** In the beginning of each report that this suite writes. */
const SIGN = /getdata[- ]conformance/i;
const BEGINNING = 64 * 1024;

/** The reports of one file that are in a folder and that this suite wrote. */
export function ownReports(folder: string): readonly (keyof typeof views)[] {
  const isOwn = (name: keyof typeof views): boolean => {
    const file = openSync(join(folder, views[name].file), constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const buffer = Buffer.alloc(BEGINNING);
      return SIGN.test(buffer.toString('utf8', 0, readSync(file, buffer)));
    } finally {
      closeSync(file);
    }
  };
  // What is not there, a folder, or what can't be read, is not ours.
  return viewNames.filter((name) => attempt(() => isOwn(name), false));
}

export const ALLURE_FOLDER = 'allure-results';

export function isAllure(name: ReporterName): name is 'allure' | 'allure-findings' {
  return name === 'allure' || name === 'allure-findings';
}

/**
 * Writes the reports of these names. @param placeOf - where each goes @param tool - how the user started this program
 * @param late - aborts when those that take long are to be left out @returns the paths in order, notes for the user,
 * reports that were left out, and those that could not be written
 */
export async function writeReports(
  names: readonly ReporterName[],
  results: Results,
  contract: Contract,
  github: GithubStep,
  placeOf: (name: string) => string,
  tool?: string,
  late: AbortSignal = new AbortController().signal,
) {
  const files: string[] = [];
  const leftOut: string[] = [];
  const notes: string[] = [];
  const troubles: string[] = [];
  // A path of this machine does not belong in a file.
  const isNpx = tool?.startsWith('npx ') === true;
  const findings = isNpx ? results.findings.map((one) => asInvoked(one, tool)) : results.findings;
  const shown = { ...results, findings };
  const write = async (name: ReporterName): Promise<void> => {
    if (name === 'github') {
      const { tellGithub } = await import('./github.ts');
      const told = await tellGithub(shown, github);
      files.push(...told.files);
      notes.push(...told.notes);
    } else if (isAllure(name)) {
      const folder = placeOf(ALLURE_FOLDER);
      const { writeAllure } = await import('./allure/allure.ts');
      const isWritten = await writeAllure(shown, contract, folder, name === 'allure-findings', late);
      if (isWritten) files.push(folder);
      else leftOut.push(name);
    } else {
      const { file, load }: View = views[name];
      const text = await load();
      const place = placeOf(file);
      await writeWhole(place, text(shown, contract, linksBeside(place, names)));
      files.push(place);
    }
  };
  for (const name of names) {
    try {
      await write(name);
    } catch (error) {
      troubles.push(`the ${name} report could not be written: ${thrownText(error)}`);
    }
  }
  return { files, notes, leftOut, troubles };
}

/** Links from a report to the results and the other reports of its folder. */
function linksBeside(place: string, names: readonly ReporterName[]): readonly Link[] {
  const others = viewNames.filter((name) => names.includes(name)).map((name) => views[name].file);
  const beside = (file: string): string => join(dirname(place), file);
  // That of the fleet of which the run is one.
  const league: readonly Link[] = existsSync(beside('../league.html')) ? [['../league.html', 'All servers']] : [];
  const results = ['results.json'].filter((file) => existsSync(beside(file)));
  const own = [...results, ...others].filter((file) => beside(file) !== place).map((file): Link => [file, file]);
  return [...league, ...own];
}

/** The place of reports that go into one folder. */
export function inFolder(folder: string): (name: string) => string {
  return (name) => join(folder, name);
}
