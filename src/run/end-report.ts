import type { Contract } from '../contract/model.ts';
import type { GithubStep } from '../report/github.ts';
import { palette, printable } from '../report/terminal/palette.ts';
import { summaryText } from '../report/terminal/summary.ts';
import { inFolder, type ReporterName, writeReports } from '../report/write-reports.ts';
import type { Results } from '../results/results.ts';
import { exitCodeOf } from '../results/verdict.ts';
import { writeResults } from '../results/write.ts';
import { WriteError } from '../results/write-error.ts';

/** Where the end of a run goes. */
export interface EndIo {
  readonly out: (text: string) => void;
  /** Absolute. */
  readonly reportsDir: string;
  /** What is written beside results.json. */
  readonly reporters: readonly ReporterName[];
  readonly github: GithubStep;
  readonly quiet: boolean;
  readonly color: boolean;
  /** Is told what the run came to, and the files that were written. */
  readonly ended?: (results: Results, files: readonly string[]) => void;
}

/**
 * Writes the reports and prints the end. A report that can't be made is the suite's failure, and loses no other; where
 * results.json itself can't be written, the terminal still has the summary.
 * @param textOf - what is printed at the end
 */
export async function endReport(
  results: Results,
  contract: Contract,
  io: EndIo,
  textOf: typeof summaryText = summaryText,
): Promise<number> {
  const saved = await saveResults(results, io.reportsDir);
  // The others would go to the same folder, all but what GitHub is told.
  const reporters = saved.path === null ? io.reporters.filter((name) => name === 'github') : io.reporters;
  const written = await writeReports(reporters, results, contract, io.github, inFolder(io.reportsDir));
  const files = [...(saved.path === null ? [] : [saved.path]), ...written.files];
  const troubles = [...(saved.trouble === null ? [] : [saved.trouble]), ...written.troubles];
  for (const note of written.notes) io.out(`${printable(note)}\n`);
  for (const trouble of troubles) io.out(`${printable(`error: the suite itself failed: ${trouble}`)}\n`);
  const ended =
    troubles.length === 0 ? results : ({ ...results, verdict: 'error', exitCode: exitCodeOf('error') } as const);
  io.ended?.(ended, files);
  io.out(`${textOf(ended, files, palette(io.color), io.quiet)}\n`);
  return ended.exitCode;
}

/** Where results.json is, or why it could not be written, in one sentence. */
async function saveResults(
  results: Results,
  folder: string,
): Promise<{ readonly path: string | null; readonly trouble: string | null }> {
  try {
    return { path: await writeResults(results, folder), trouble: null };
  } catch (error) {
    if (!(error instanceof WriteError)) throw error;
    return { path: null, trouble: `${error.message}; no other report was written either` };
  }
}
