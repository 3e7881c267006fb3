import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { thrownText, WriteError } from '../../base/error.ts';
import { checkedJson } from '../../base/schemas/validate.ts';
import { stopSignal } from '../../base/stop-signal.ts';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { bindingNames } from '../../contract/operations.ts';
import { HookError } from '../../options/hook-values.ts';
import { runRedactor } from '../../results/record/redact.ts';
import { suiteVersion } from '../../results/suite-version.ts';
import { reserveResults, writeFiles } from '../../results/write.ts';
import { sizeOf } from '../../views/github.ts';
import type { Output, Reporting } from '../../views/output.ts';
import { palette, printable } from '../../views/terminal/palette.ts';
import type { ReporterName } from '../../views/write-reports.ts';
import { type HookPlace, withHooks } from '../run/hooks.ts';
import { type EndedTarget, withoutResults } from './ended.ts';
import { type FleetReport, foldFleet } from './fold.ts';
import type { FleetTarget } from './options.ts';
import { runTarget } from './run-target.ts';
import { FLEET_SPARE, fleetMarkdown, tellGithubFleet } from './views/markdown.ts';
import { fleetPage } from './views/page.tsx';
import { fleetText } from './views/terminal.ts';

interface Fleet {
  readonly targets: readonly FleetTarget[];
  /** Those that are not run, with what an earlier run came to. */
  readonly kept: ReadonlyMap<FleetTarget, EndedTarget>;
  readonly maxSeconds: number | null;
  /** Targets that are run at a time; if more than one, each is printed when it has ended. */
  readonly parallel: number;
}

/** What the runs of a fleet write beside their results.json. */
interface FleetReporting extends Pick<Reporting, 'github'> {
  readonly reportersOf: (target: FleetTarget) => readonly ReporterName[];
  /** Where the hooks of a target's config file run. */
  readonly process: HookPlace;
}

/** The part of the time that writing the report of the fleet may take: with many targets it is large. */
const WRITING = 0.05;

/** Runs the suite against each target; writes the report now and then, in case it is killed. @returns the exit code */
export async function runFleet(fleet: Fleet, output: Output, reporting: FleetReporting): Promise<number> {
  const { targets, kept, maxSeconds, parallel } = fleet;
  const { out, color, reportsDir } = output;
  const { reportersOf, github } = reporting;
  const startedAt = new Date().toISOString();
  const start = performance.now();
  const ended = new Map(kept);
  const report = (): FleetReport => {
    const end = (one: FleetTarget) =>
      ended.get(one) ?? withoutResults(one, 'not-run', 'the fleet ended before its run');
    return foldFleet(targets.map(end), {
      suite: { name: 'getdata-conformance', version: suiteVersion() },
      startedAt,
      durationMs: Math.round(performance.now() - start),
      cells: loadContract(defaultNamespace()).operations.length * bindingNames.length,
    });
  };
  const waiting = targets.filter((one) => !kept.has(one)).entries();
  const count = targets.length - kept.size;
  for (const { name } of targets) await reserveResults(join(reportsDir, name));
  await writeFleetReport(report(), reportsDir);
  const tells = targets.some((one) => reportersOf(one).includes('github'));
  const { summaryFile } = github;
  const summarized = tells && summaryFile !== null ? await sizeOf(summaryFile) : 0;
  const stop = stopSignal(maxSeconds);
  setMaxListeners(0, stop.signal);
  const paint = palette(color);
  let nextWrite = 0;
  const runNext = async (): Promise<void> => {
    for (const [index, target] of waiting) {
      if (stop.signal.aborted) return;
      const own = parallel === 1 ? { output, reporting, print: () => {} } : heldBack(output, reporting);
      own.output.out(`${paint.bold(`Target ${index + 1} of ${count}: ${printable(target.name)}`)}\n`);
      ended.set(target, await runOne(target, own.output, own.reporting, stop.signal));
      own.print();
      out('\n');
      if (performance.now() < nextWrite) continue;
      nextWrite = Number.POSITIVE_INFINITY;
      const from = performance.now();
      // If this can't be written, the last write says why.
      await writeFleetReport(report(), reportsDir).catch(() => {});
      nextWrite = performance.now() + (performance.now() - from) / WRITING;
    }
  };
  try {
    await Promise.all(Array.from({ length: parallel }, runNext));
  } finally {
    stop.release();
  }
  const folded = report();
  // If this fails too, the table is still printed.
  const files = await writeFleetReport(folded, reportsDir).catch((error: unknown) => {
    if (!(error instanceof WriteError)) throw error;
    out(`${printable(`error: the suite itself failed: ${error.message}`)}\n`);
    return null;
  });
  const last = files === null ? { ...folded, exitCode: 5 } : folded;
  const untold = (error: unknown) => ({
    files: [],
    notes: [`The report of the fleet is not in the job summary: ${thrownText(error)}`],
  });
  const told = tells ? await tellGithubFleet(last, github, summarized).catch(untold) : { files: [], notes: [] };
  for (const note of told.notes) out(`${printable(note)}\n`);
  out(fleetText(last, [...(files ?? []), ...told.files], output));
  return last.exitCode;
}

/** An output that keeps what a run prints until `print`: the lines of several runs would be mixed. */
function heldBack(output: Output, reporting: FleetReporting) {
  const { github } = reporting;
  const printed: (() => void)[] = [];
  const out = (text: string): void => void printed.push(() => output.out(text));
  const command = (text: string): void => void printed.push(() => github.command(text));
  return {
    output: { ...output, out, quiet: true, live: false },
    // Two runs would not see what the other adds to the summary.
    reporting: { ...reporting, github: { ...github, command, summaryFile: null } },
    print: (): void => {
      for (const one of printed) one();
    },
  };
}

async function runOne(
  target: FleetTarget,
  output: Output,
  { reportersOf, github, process }: FleetReporting,
  stop: AbortSignal,
): Promise<EndedTarget> {
  const { name } = target;
  let { options } = target;
  const { out, columns = () => 80, ...shown } = output;
  const ownOutput = { ...shown, reportsDir: join(output.reportsDir, name) };
  try {
    return await withHooks(
      target.config,
      process,
      options,
      (config) => {
        if (config?.printed !== undefined) options = target.withConfig(config).options;
        const run = { name, options, output: ownOutput, columns: columns(), reporters: reportersOf(target) };
        const summary = { summaryFile: github.summaryFile, spare: FLEET_SPARE };
        return runTarget({ ...run, ...summary }, { out, command: github.command }, stop);
      },
      stop,
    );
  } catch (error) {
    if (error instanceof HookError) {
      output.out(`${printable(`error: ${error.message}`)}\n`);
      return withoutResults(target, 'error', error.message, 2);
    }
    const redact = runRedactor(options);
    const why = redact(thrownText(error));
    output.out(`${printable(`error: the suite itself failed: ${why}`)}\n`);
    return withoutResults(target, 'error', `the suite itself failed: ${why}`);
  }
}

async function writeFleetReport(report: FleetReport, folder: string): Promise<readonly string[]> {
  return writeFiles(folder, {
    'league.json': checkedJson('league', report),
    'league.html': fleetPage(report),
    'league.md': fleetMarkdown(report),
  });
}
