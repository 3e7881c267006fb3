import { loadContract } from '../contract/load.ts';
import type { Contract } from '../contract/model.ts';
import type { Trouble } from '../exchange/exchange.ts';
import type { Pools } from '../generate/pools.ts';
import { unreachableAnnotation } from '../report/annotations.ts';
import { foldResults, targetName } from '../report/fold.ts';
import type { GithubStep } from '../report/github.ts';
import type { Results } from '../report/results.ts';
import { alarms, startNotes } from '../report/start-notes.ts';
import { palette, printable } from '../report/terminal/palette.ts';
import { createProgress } from '../report/terminal/progress.ts';
import { summaryText } from '../report/terminal/summary.ts';
import { unreachableText } from '../report/unreachable.ts';
import { exitCodeOf } from '../report/verdict.ts';
import { reserveResults, WriteError, writeResults } from '../report/write.ts';
import { selectedCells } from '../run/cells.ts';
import { openClient } from '../run/client.ts';
import { guardedClient } from '../run/guarded-client.ts';
import { harvest } from '../run/harvest.ts';
import { identify, type TargetIdentity } from '../run/identify.ts';
import type { Observation } from '../run/observe/observation.ts';
import { observeTarget } from '../run/observe/observe.ts';
import { preflight } from '../run/preflight.ts';
import { selectedRules } from '../run/session.ts';
import type { RunOptions, RunPlan } from '../run/settings.ts';
import { suiteVersion } from '../run/version.ts';
import { createSchemaValidator } from '../xml/schema.ts';
import { type Collected, createCollector } from './collector.ts';
import { runEngine } from './engine.ts';
import { startSnapshots } from './snapshots.ts';
import { stopSignal } from './stop-signal.ts';
import { deathSentence } from './worker-death.ts';
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
  for (const note of io.quiet ? alarms(options) : startNotes(options)) io.out(`${note}\n`);
  const resultsPath = await reserveResults(io.reportsDir);
  const stop = stopSignal(options.limits.maxTimeSeconds);
  try {
    const prepared = await prepare(resultsPath, options, baseUrl, contract, stop.signal);
    if (prepared.kind === 'dead') {
      const sentence = unreachableText(options, prepared.trouble, targetName(options));
      if (io.reporters.includes('github')) io.github.command(unreachableAnnotation(sentence));
      io.out(`${sentence}\n`);
      return 4;
    }
    if (!io.quiet) io.out(learnedText(prepared.plan.pools));
    const cells = selectedCells(contract, options);
    const progress = createProgress(cells.length, io.out, io.live, paint);
    const collector = createCollector(io.quiet ? () => {} : progress.take);
    const suite = {
      name: 'getdata-conformance',
      version: suiteVersion(),
      contractDigest: contract.digest,
      validator: await validatorName(),
    } as const;
    const rules = selectedRules(options.rules);
    const fold = ({ rules: ruleResults, cells: summaries, errors }: Collected, interrupted: boolean): Results =>
      foldResults({
        suite,
        options,
        contract,
        cells,
        rules,
        ruleResults,
        summaries,
        errors,
        interrupted,
        startedAt,
        durationMs: performance.now() - start,
        requestsBefore: prepared.requests,
        observations: prepared.observations,
        identity: prepared.identity,
        targetDown: prepared.targetDown,
        backedOffBefore: prepared.backedOff,
      });
    const snapshots = startSnapshots(io.reportsDir, () => fold(collector.collected(), true));
    let died: string | null = null;
    try {
      if (!stop.signal.aborted && prepared.targetDown === null) {
        const ran = { file: 'cells.js', provide: { plan: prepared.plan }, reporters: [collector] };
        died = (await runEngine(ran, stop.signal)).died;
      }
    } finally {
      progress.end();
      await snapshots.end();
    }
    const collected = collector.collected();
    // What vitest has to say of a death is that there was one; after a signal to the whole group it is no surprise.
    const death =
      died === null || stop.signal.aborted
        ? []
        : [deathSentence(died, { cells, contract, rules, ruleResults: collected.rules })];
    const errors = died === null ? collected.errors : death;
    const results = fold({ ...collected, errors }, stop.signal.aborted);
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
      /** What it came to where it went down meanwhile. */
      readonly targetDown: string | null;
      readonly backedOff: number;
    }
  | { readonly kind: 'dead'; readonly trouble: Trouble };

/** Pre-flight, harvest and observations. */
async function prepare(
  resultsPath: string,
  options: RunOptions,
  baseUrl: string,
  contract: Contract,
  signal: AbortSignal,
): Promise<Prepared> {
  const client = guardedClient(openClient(baseUrl, contract, options, signal), options);
  try {
    const flight = await preflight(client, options);
    if (flight.kind === 'dead' && !signal.aborted) return { kind: 'dead', trouble: flight.trouble };
    const pools = await harvest(client, options);
    const observations = signal.aborted ? [] : await observeTarget(client, options, pools);
    const identity = await identify(client);
    const plan = { options, baseUrl, pools, resultsPath, firstAnswered: client.firstAnswered() };
    const targetDown = client.down()?.message ?? null;
    const requests = client.asked();
    return { kind: 'ready', plan, requests, observations, identity, targetDown, backedOff: client.backedOff() };
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

/**
 * Writes the reports and prints the end. A report that can't be made is the suite's failure, and loses no other; where
 * results.json itself can't be written, the terminal still has the summary.
 */
async function report(results: Results, contract: Contract, io: RunIo): Promise<number> {
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
  io.out(`${summaryText(ended, files, palette(io.color), io.quiet)}\n`);
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
