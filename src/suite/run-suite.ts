import { loadContract } from '../contract/load.ts';
import type { Contract } from '../contract/model.ts';
import type { Pools } from '../generate/pools.ts';
import { unreachableAnnotation } from '../report/annotations.ts';
import { foldResults, targetName } from '../report/fold.ts';
import type { GithubStep } from '../report/github.ts';
import type { Results } from '../report/results.ts';
import { palette, printable } from '../report/terminal/palette.ts';
import { createProgress } from '../report/terminal/progress.ts';
import { summaryText } from '../report/terminal/summary.ts';
import { exitCodeOf } from '../report/verdict.ts';
import { reserveResults, writeResults } from '../report/write.ts';
import { selectedCells } from '../run/cells.ts';
import { openClient } from '../run/client.ts';
import { harvest } from '../run/harvest.ts';
import { identify, type TargetIdentity } from '../run/identify.ts';
import type { Observation } from '../run/observe/observation.ts';
import { observeTarget } from '../run/observe/observe.ts';
import { preflight } from '../run/preflight.ts';
import { selectedRules } from '../run/session.ts';
import type { RunOptions, RunPlan } from '../run/settings.ts';
import { createSchemaValidator } from '../xml/schema.ts';
import { createCollector } from './collector.ts';
import { runEngine } from './engine.ts';
import { stopSignal } from './stop-signal.ts';
import { suiteVersion } from './version.ts';
import { inFolder, type ReporterName, writeReports } from './write-reports.ts';

/** Where a run writes and how. */
export interface RunIo {
  readonly out: (text: string) => void;
  /** Absolute. */
  readonly reportsDir: string;
  /** What is written beside results.json. */
  readonly reporters: readonly ReporterName[];
  readonly github: GithubStep;
  readonly quiet: boolean;
  readonly color: boolean;
  /** The output is a terminal: progress may write over itself. */
  readonly live: boolean;
}

/**
 * A whole run against the target at `baseUrl`: pre-flight, harvest, every cell, the report. Resolves to the exit code
 * of product.md. Ctrl-C, SIGTERM and the run's time limit end it early; the report is written all the same.
 */
export async function runSuite(options: RunOptions, baseUrl: string, io: RunIo): Promise<number> {
  const startedAt = new Date();
  const start = performance.now();
  const contract = loadContract(options.namespace);
  const paint = palette(io.color);
  if (!io.quiet)
    io.out(
      `getdata-conformance ${suiteVersion()} against ${targetName(options)}, profile ${options.profile}, seed ${options.seed}\n`,
    );
  const resultsPath = await reserveResults(io.reportsDir);
  const stop = stopSignal(options.limits.maxTimeSeconds);
  try {
    const prepared = await prepare(resultsPath, options, baseUrl, contract, stop.signal);
    if (prepared.kind === 'dead') {
      const sentence = `${targetName(options)} can't be reached: ${prepared.message}. Is it running, and is the address right?`;
      if (io.reporters.includes('github')) io.github.command(unreachableAnnotation(sentence));
      io.out(`${sentence}\n`);
      return 4;
    }
    if (!io.quiet) io.out(learnedText(prepared.plan.pools));
    const cells = selectedCells(contract, options);
    const progress = createProgress(cells.length, io.out, io.live, paint);
    const collector = createCollector(io.quiet ? () => {} : progress.take);
    if (!stop.signal.aborted)
      await runEngine({ file: 'cells.js', provide: { plan: prepared.plan }, reporters: [collector] }, stop.signal);
    progress.end();
    const { rules: ruleResults, cells: summaries, errors } = collector.collected();
    const results = foldResults({
      suite: {
        name: 'getdata-conformance',
        version: suiteVersion(),
        contractDigest: contract.digest,
        validator: await validatorName(),
      },
      options,
      contract,
      cells,
      rules: selectedRules(options.rules),
      ruleResults,
      summaries,
      errors,
      interrupted: stop.signal.aborted,
      startedAt,
      durationMs: performance.now() - start,
      requestsBefore: prepared.requests,
      observations: prepared.observations,
      identity: prepared.identity,
    });
    return await report(results, contract, io);
  } finally {
    stop.release();
  }
}

type Prepared =
  | {
      readonly kind: 'ready';
      readonly plan: RunPlan;
      readonly requests: number;
      readonly observations: readonly Observation[];
      readonly identity: TargetIdentity;
    }
  | { readonly kind: 'dead'; readonly message: string };

/** Pre-flight, harvest and observations. */
async function prepare(
  resultsPath: string,
  options: RunOptions,
  baseUrl: string,
  contract: Contract,
  signal: AbortSignal,
): Promise<Prepared> {
  const client = openClient(baseUrl, contract, options, signal);
  try {
    const flight = await preflight(client, options);
    if (flight.kind === 'dead' && !signal.aborted) return { kind: 'dead', message: flight.trouble.message };
    const pools = await harvest(client, options);
    const observations = signal.aborted ? [] : await observeTarget(client, options, pools);
    const identity = await identify(client);
    const plan = { options, baseUrl, pools, resultsPath };
    return { kind: 'ready', plan, requests: client.asked(), observations, identity };
  } finally {
    await client.close();
  }
}

/** What the walk through the target brought, by parameter: what calls are made of beside edge cases and random values. */
function learnedText({ values, rows }: Pools): string {
  const counts = Object.entries(values).map(([name, known]) => `${name} ${known.length}`);
  if (counts.length === 0) return 'Learned from the target: no values; calls are made of examples and random values.\n';
  return `Learned from the target: ${counts.join(', ')} (values of each), and ${rows.length} rows of values that belong together.\n`;
}

/** The XML Schema library that is at work on this machine. */
async function validatorName(): Promise<string> {
  const validator = await createSchemaValidator();
  validator.dispose();
  return validator.library;
}

/** Writes the reports and prints the end. A report that can't be made is the suite's failure, and loses no other. */
async function report(results: Results, contract: Contract, io: RunIo): Promise<number> {
  const path = await writeResults(results, io.reportsDir);
  const { files, notes, troubles } = await writeReports(
    io.reporters,
    results,
    contract,
    io.github,
    inFolder(io.reportsDir),
  );
  for (const note of notes) io.out(`${printable(note)}\n`);
  for (const trouble of troubles) io.out(`${printable(`error: the suite itself failed: ${trouble}`)}\n`);
  const ended =
    troubles.length === 0 ? results : ({ ...results, verdict: 'error', exitCode: exitCodeOf('error') } as const);
  io.out(`${summaryText(ended, [path, ...files], palette(io.color), io.quiet)}\n`);
  return ended.exitCode;
}
