import { appendFile, stat } from 'node:fs/promises';
import type { Results } from '../results/results.ts';
import { annotations } from './annotations.ts';
import { MOST_SUMMARY } from './markdown/bounded.ts';
import { markdownSummary } from './markdown/summary.ts';

/** The step of a GitHub Actions job that we run in. */
export interface GithubStep {
  /** Of GITHUB_STEP_SUMMARY; null where it is not set. */
  readonly summaryFile: string | null;
  /** Prints workflow commands, so that the runner reads them. */
  readonly command: (text: string) => void;
  /** The target's name, where there are several targets. */
  readonly name?: string;
  /** Bytes of the summary that others need. */
  readonly spare?: number;
}

/** In fewer bytes a summary is no use. */
const LEAST_SUMMARY = 2_000;

/** Files that were written, and what the user should know, one sentence each. */
export interface GithubTold {
  readonly files: readonly string[];
  readonly notes: readonly string[];
}

/** Prints the annotations and appends the Markdown summary to the step's file, to which other commands write too. */
export async function tellGithub(
  results: Results,
  { summaryFile, command, name, spare = 0 }: GithubStep,
): Promise<GithubTold> {
  command(annotations(results, name));
  if (summaryFile === null) {
    const note =
      'GITHUB_STEP_SUMMARY is not set, so there is no job summary; --reporter markdown writes one to a file.';
    return { files: [], notes: [note] };
  }
  const room = MOST_SUMMARY - spare - (await sizeOf(summaryFile)) - 1;
  if (room < LEAST_SUMMARY)
    return { files: [], notes: ['The job summary of this step is full, so ours is not in it.'] };
  await appendFile(summaryFile, `\n${markdownSummary(results, room, name)}`);
  return { files: [summaryFile], notes: [] };
}

/** Bytes that other commands and targets have written to a step's summary. */
export async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    // It is made when something is appended.
    return 0;
  }
}
