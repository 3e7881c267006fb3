import { readFile, writeFile } from 'node:fs/promises';
import { commandOf, type GithubStep, type GithubTold, LEAST_SUMMARY, NO_SUMMARY, sizeOf } from '../report/github.ts';
import { MOST_SUMMARY } from '../report/markdown/code.ts';
import type { FleetReport } from './fleet-report.ts';
import { fleetMarkdown } from './views/markdown.ts';
import { standingText } from './views/words.ts';

/** Bytes of the step's summary that its targets leave to the report of the fleet. */
export const FLEET_SPARE = 128 * 1024;

/**
 * Puts the fleet's report into the step's summary before those of its targets, so that it is seen first, and adds an
 * annotation for each target without results, for which no run could make one.
 * @param at - bytes of the summary before the first target
 */
export async function tellGithubFleet(
  report: FleetReport,
  { summaryFile, command }: GithubStep,
  at: number,
): Promise<GithubTold> {
  for (const { name, standing, note, result } of report.targets) {
    if (result !== null) continue;
    const title = `${name}: GetData conformance: ${standingText(standing)}`;
    command(`${commandOf({ kind: 'error', title, message: note ?? standingText(standing) })}\n`);
  }
  if (summaryFile === null) return { files: [], notes: [NO_SUMMARY] };
  const most = Math.min(FLEET_SPARE, MOST_SUMMARY - (await sizeOf(summaryFile))) - 1;
  if (most < LEAST_SUMMARY)
    return { files: [], notes: ['The job summary of this step is full, so the report of the fleet is not in it.'] };
  const text = Buffer.from(`\n${fleetMarkdown(report, { links: false, most: most - 1 })}`);
  const written = await readFile(summaryFile).catch((error: NodeJS.ErrnoException) => {
    // No run has written to it. Unreadable content must not be overwritten.
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  await writeFile(summaryFile, Buffer.concat([written.subarray(0, at), text, written.subarray(at)]));
  return { files: [summaryFile], notes: [] };
}
