import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadContract } from '../contract/load.ts';
import { createStopAtFinding } from '../engine/fail-fast.ts';
import { learnedText, nothingSent, prepare } from '../engine/prepare.ts';
import { stopSignal } from '../engine/stop-signal.ts';
import { type Collected, createCollector, deathSentence } from '../engine/vitest/collector.ts';
import { spareMemory } from '../engine/vitest/memory-flags.ts';
import { waitForTarget } from '../engine/wait.ts';
import { palette } from '../report/terminal/palette.ts';
import { createProgress } from '../report/terminal/progress.ts';
import { alarms, startNotes } from '../report/terminal/start-notes.ts';
import { foldResults } from '../results/fold.ts';
import type { Results } from '../results/results.ts';
import type { RunOptions } from '../results/run-options.ts';
import { targetName } from '../results/run-record.ts';
import { cellsToRun, partLine } from '../results/selected-cells.ts';
import { suiteIdentity } from '../results/suite-identity.ts';
import { suiteVersion } from '../results/suite-version.ts';
import { PARTIAL_FILE, reserveResults, writeWhole } from '../results/write.ts';
import { isCounted } from '../rules/rule-sets.ts';
import { selectedRules } from '../rules/rules.ts';
import { ConfigError } from '../schemas/error.ts';
import { createSchemaValidator, type SchemaValidator } from '../xml/schema.ts';
import { endReport, endUnreachable } from './end-report.ts';
import { withNamespace } from './namespace.ts';
import type { Output, Reporting } from './output.ts';

/**
 * A whole run, from pre-flight to report. Signals and the time limit end it early, with a report. @param stopped - in
 * place of its own signals @returns the exit code
 */
export async function runSuite(
  given: RunOptions,
  baseUrl: string,
  output: Output,
  reporting: Reporting,
  stopped?: AbortSignal,
): Promise<number> {
  const { out, quiet, color, reportsDir } = output;
  spareMemory();
  const startedAt = new Date();
  const start = performance.now();
  const paint = palette(color);
  const seed = `seed ${given.seed}${given.seedDrawn === true ? ', drawn' : ''}`;
  const how = `profile ${given.profile}, ${seed}${given.ruleSet === undefined ? '' : `, rule set ${given.ruleSet}`}`;
  if (!quiet) out(`getdata-conformance ${suiteVersion()} against ${targetName(given)}, ${how}\n`);
  for (const note of quiet ? alarms(given) : startNotes(given)) out(`${note}\n`);
  // Opened before anything is sent, to refuse one that can't be loaded.
  const validator = await openValidator(given);
  if (!quiet) out(`XML Schema validator: ${validator.name}.\n`);
  const resultsPath = await reserveResults(reportsDir);
  const stop = stopSignal(given.limits.maxTimeSeconds, stopped);
  try {
    const waited = await waitForTarget(given, baseUrl, stop.signal, (said) => (quiet ? undefined : out(`${said}\n`)));
    const settled = await withNamespace(given, baseUrl, stop.signal);
    const { options, wsdl } = settled;
    const before = waited + settled.requests;
    const contract = loadContract(options.namespace);
    const cells = cellsToRun(contract, options);
    if (!quiet) out(partLine(options.shard, cells));
    if (!quiet && options.namespaceFrom === 'wsdl') out(`${settled.note}\n`);
    if (!quiet && cells.length > 0) out('Reading from the target: is it reachable, and which values does it have?\n');
    const known = wsdl === undefined ? {} : { wsdl };
    const plan = { options, baseUrl, pools: { values: {}, rows: [] }, resultsPath, ...known };
    const readFrom = performance.now();
    const prepared = cells.length === 0 ? nothingSent(plan) : await prepare(plan, contract, validator, stop.signal);
    const cellsFrom = performance.now();
    // The worker has its own.
    validator.dispose();
    let suite: Results['suite'] | null = null;
    const suiteOf = (): Results['suite'] => {
      suite ??= {
        name: 'getdata-conformance',
        version: suiteVersion(),
        contractDigest: contract.digest,
        validator: validator.name,
        ...suiteIdentity(),
      };
      return suite;
    };
    const rules = selectedRules(options.rules);
    if (prepared.kind === 'dead') {
      const known = { options, contract, cells, rules, startedAt, durationMs: performance.now() - start };
      const requests = prepared.requests + before;
      return await endUnreachable({ ...known, ...prepared, suite: suiteOf(), requests }, output, reporting);
    }
    // Other sentences say enough about a target that shows nothing at all.
    const hasValues = Object.keys(prepared.plan.pools.values).length > 0;
    if (!quiet && settled.note !== '' && options.namespaceFrom !== 'wsdl' && hasValues) out(`${settled.note}\n`);
    if (!quiet && cells.length > 0) out(learnedText(prepared.plan.pools));
    const progress = createProgress(cells.length, output, paint);
    const stopAt = createStopAtFinding(options, stop.signal);
    const collector = createCollector((given) => {
      // Hashes a thousand files, which at the first outcome the worker does not wait for.
      suiteOf();
      const counts = given.kind === 'cell' || isCounted(given.rule, options.ruleSet);
      const outcome = counts ? given : { ...given, finding: null };
      progress.take(outcome);
      stopAt.take(outcome);
    });
    const fold = ({ rules: ruleResults, cells: summaries, errors }: Collected, interrupted: boolean): Results =>
      foldResults({
        suite: suiteOf(),
        options,
        contract,
        cells,
        rules,
        ruleResults,
        summaries,
        errors,
        interrupted,
        endedBy: stopAt.endedBy(),
        startedAt,
        durationMs: performance.now() - start,
        times: {
          startMs: Math.round(readFrom - start),
          readingMs: Math.round(cellsFrom - readFrom),
          cellsMs: Math.round(performance.now() - cellsFrom),
          waitingMs: prepared.waitedMs,
        },
        requestsBefore: prepared.requests + before,
        observations: prepared.observations,
        identity: prepared.identity,
        targetDown: prepared.targetDown,
        backedOffBefore: prepared.backedOff + settled.backedOff,
      });
    const snapshots = startSnapshots(reportsDir, () => fold(collector.collected(), true));
    let died: string | null = null;
    try {
      if (!stop.signal.aborted && prepared.targetDown === null && cells.length > 0) {
        const ran = {
          file: new URL('../engine/vitest/cells.js', import.meta.url),
          provide: { plan: prepared.plan },
          reporters: [collector],
        };
        // Loaded late: vitest uses much of this process's memory, and less if it starts after spareMemory.
        const { runEngine } = await import('../engine/vitest/engine.ts');
        died = (await runEngine(ran, stopAt.signal)).died;
      }
    } finally {
      progress.end();
      await snapshots.end();
    }
    const collected = collector.collected();
    // vitest reports only that a worker died; after a signal to the whole process group that is expected.
    const death = { cells, contract, rules, ruleResults: collected.rules };
    const deaths = died === null || stopAt.signal.aborted ? [] : [deathSentence(died, death)];
    const errors = died === null ? collected.errors : deaths;
    const results = fold({ ...collected, errors }, stopAt.signal.aborted);
    return await endReport(results, contract, output, reporting);
  } finally {
    // Again, for a run that ended before its cells.
    validator.dispose();
    stop.release();
  }
}

/** Milliseconds between two snapshots, if that is more than so many times what one takes. */
const EVERY = 5_000;
const REST = 30;

/** Writes a snapshot every few seconds, in case the process is killed. @param taken - the results so far */
function startSnapshots(folder: string, taken: () => Results) {
  const path = join(folder, PARTIAL_FILE);
  let writing = Promise.resolve();
  let busy = false;
  let next = 0;
  const timer = setInterval(() => {
    const from = performance.now();
    if (busy || from < next) return;
    busy = true;
    const text = JSON.stringify(taken());
    next = performance.now() + REST * (performance.now() - from);
    writing = writeWhole(path, text)
      .catch(() => {})
      .finally(() => {
        busy = false;
      });
  }, EVERY);
  return {
    /** Ends them and removes the file. */
    end: async () => {
      clearInterval(timer);
      await writing;
      await rm(path, { force: true }).catch(() => {});
    },
  };
}

async function openValidator({ validator }: RunOptions): Promise<SchemaValidator> {
  try {
    return await createSchemaValidator(validator);
  } catch (error) {
    throw new ConfigError(`--validator ${validator} can't be used: ${error instanceof Error ? error.message : error}`);
  }
}
