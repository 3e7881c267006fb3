import { join } from 'node:path';
import { HookError } from '../config/hook-values.ts';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import { bindingNames } from '../contract/operations.ts';
import { stopSignal } from '../engine/stop-signal.ts';
import { routeSecrets } from '../exchange/run-route.ts';
import { type GithubTold, sizeOf } from '../report/github.ts';
import { palette, printable } from '../report/terminal/palette.ts';
import { jsonText, writeFiles } from '../report/write-files.ts';
import type { ReporterName } from '../report/write-reports.ts';
import { redactor } from '../results/record/redact.ts';
import { suiteVersion } from '../results/suite-version.ts';
import { reserveResults } from '../results/write.ts';
import { type HookPlace, withHooks } from '../run/hooks.ts';
import type { Output, Reporting } from '../run/output.ts';
import { runSuite } from '../run/run-suite.ts';
import { checkFile } from '../schemas/validate.ts';
import { judged, unjudged } from './ended.ts';
import type { EndedTarget, FleetReport } from './fleet-report.ts';
import { foldFleet } from './fold.ts';
import { FLEET_SPARE, tellGithubFleet } from './github.ts';
import type { FleetTarget } from './options.ts';
import { fleetMarkdown } from './views/markdown.ts';
import { fleetPage } from './views/page.tsx';
import { fleetText } from './views/terminal.ts';

/** What the runs of a fleet write beside their results.json. */
interface FleetReporting extends Pick<Reporting, 'github'> {
  readonly reportersOf: (target: FleetTarget) => readonly ReporterName[];
  /** Where the hooks of a target's config file run. */
  readonly process: HookPlace;
}

/**
 * Runs against one target after the other and writes the report of the fleet after each, so that it exists even if the
 * process is killed. A run that fails does not affect the others; Ctrl-C, SIGTERM and the time limit end the run under
 * way and leave out the rest. Each run writes to a folder with its name in the folder for reports.
 * @param maxSeconds - for all of them; null for no limit
 * @returns the exit code
 */
export async function runFleet(
  targets: readonly FleetTarget[],
  output: Output,
  reporting: FleetReporting,
  maxSeconds: number | null,
): Promise<number> {
  const { out, color, reportsDir } = output;
  const { reportersOf, github } = reporting;
  const startedAt = new Date().toISOString();
  const start = performance.now();
  const ended: EndedTarget[] = [];
  const report = (): FleetReport => {
    const left = targets.slice(ended.length).map((one) => unjudged(one, 'not-run', 'the fleet ended before its run'));
    return foldFleet([...ended, ...left], {
      suite: { name: 'getdata-conformance', version: suiteVersion() },
      startedAt,
      durationMs: Math.round(performance.now() - start),
      cells: loadContract(defaultNamespace()).operations.length * bindingNames.length,
    });
  };
  for (const { name } of targets) await reserveResults(join(reportsDir, name));
  await writeFleetReport(report(), reportsDir);
  const tells = targets.some((one) => reportersOf(one).includes('github'));
  const { summaryFile } = github;
  const summarized = tells && summaryFile !== null ? await sizeOf(summaryFile) : 0;
  const stop = stopSignal(maxSeconds);
  const paint = palette(color);
  try {
    for (const [index, target] of targets.entries()) {
      if (stop.signal.aborted) break;
      out(`${paint.bold(`Target ${index + 1} of ${targets.length}: ${printable(target.name)}`)}\n`);
      ended.push(await runOne(target, output, reporting, stop.signal));
      out('\n');
      // If this can't be written, the last write says why.
      await writeFleetReport(report(), reportsDir).catch(() => {});
    }
  } finally {
    stop.release();
  }
  const last = report();
  const files = await writeFleetReport(last, reportsDir);
  const told = tells ? await tellGithubFleet(last, github, summarized).catch(untold) : { files: [], notes: [] };
  for (const note of told.notes) out(`${printable(note)}\n`);
  out(fleetText(last, [...files, ...told.files], output));
  return last.exitCode;
}

/** The runs reported it too, and failed. */
function untold(error: unknown): GithubTold {
  const why = error instanceof Error ? error.message : String(error);
  return { files: [], notes: [`The report of the fleet is not in the job summary: ${why}`] };
}

async function runOne(
  target: FleetTarget,
  output: Output,
  { reportersOf, github, process }: FleetReporting,
  stop: AbortSignal,
): Promise<EndedTarget> {
  const { name } = target;
  let { options } = target;
  const ends: EndedTarget[] = [];
  const reportsDir = join(output.reportsDir, name);
  try {
    const ownReporting: Reporting = {
      reporters: reportersOf(target),
      github: { ...github, name, spare: FLEET_SPARE },
      ended: (results, files) => {
        const path = (file: string): string | null =>
          files.includes(join(reportsDir, file)) ? `${name}/${file}` : null;
        ends.push(judged(target, results, { results: path('results.json'), report: path('report.html') }));
      },
    };
    await withHooks(
      target.config,
      process,
      (config) => {
        if (config?.printed !== undefined) options = target.withConfig(config).options;
        return runSuite(options, options.target, { ...output, reportsDir }, ownReporting, stop);
      },
      stop,
    );
    return ends.at(-1) ?? unjudged(target, 'error', 'its run ended without results');
  } catch (error) {
    if (error instanceof HookError) {
      output.out(`${printable(`error: ${error.message}`)}\n`);
      return unjudged(target, 'error', error.message, 2);
    }
    const redact = redactor(options.credentials, [...options.headers, ...routeSecrets(options.route)]);
    const why = redact(error instanceof Error ? error.message : String(error));
    output.out(`${printable(`error: the suite itself failed: ${why}`)}\n`);
    return unjudged(target, 'error', `the suite itself failed: ${why}`);
  }
}

/** Throws WriteError, and if the report breaks its own schema: a bug of the suite, which must not become a report. */
async function writeFleetReport(report: FleetReport, folder: string): Promise<readonly string[]> {
  checkFile('league', report);
  return writeFiles(folder, {
    'league.json': jsonText(report),
    'league.html': fleetPage(report),
    'league.md': fleetMarkdown(report),
  });
}
