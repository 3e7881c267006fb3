import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, thrownText } from '../../base/error.ts';
import { escapedJson } from '../../base/json.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { RunPlan } from '../../engine/plan/run-plan.ts';
import { longestOutages } from '../../engine/send/outages.ts';
import { type Collected, createCollector, deathSentence } from '../../engine/vitest/collector.ts';
import type { runEngine } from '../../engine/vitest/engine.ts';
import type { WorkerPool } from '../../engine/vitest/worker-pool.ts';
import { failureName } from '../../options/known-failures.ts';
import type { RunOptions } from '../../options/model.ts';
import { skipReason } from '../../options/selected-cells.ts';
import { explained } from '../../results/fold.ts';
import type { CellSummary, Finding, RuleResult } from '../../results/outcome.ts';
import type { Results } from '../../results/results.ts';
import type { RunRecord } from '../../results/run-record.ts';
import { countedPart } from '../../results/uncounted.ts';
import { counts } from '../../results/verdict.ts';
import { PARTIAL_FILE, writeWhole } from '../../results/write.ts';
import { isCounted } from '../../rules/rule-sets.ts';
import type { Output } from '../../views/output.ts';
import { palette } from '../../views/terminal/palette.ts';
import { createProgress } from '../../views/terminal/progress.ts';
import type { openEvents } from './live-events.ts';

/** Most of what the suite of the cells imports. */
export const cellModules = ['session.js', 'cell.js'].map(
  (name) => new URL(`../../engine/cell/${name}`, import.meta.url),
);

/** Whether and why the cells ended before the last. */
export type Ended = Required<Pick<RunRecord, 'interrupted' | 'endedBy'>>;

interface CellsRun extends Pick<RunRecord, 'options' | 'contract' | 'cells' | 'rules'> {
  readonly plan: RunPlan;
  /** What results say of the suite, made at the first call. */
  readonly suite: () => Results['suite'];
  /** The results of what is collected so far. */
  readonly fold: (collected: Collected, ended: Ended) => Results;
  readonly runEngine: typeof runEngine;
  readonly events: ReturnType<typeof openEvents>;
}

/**
 * Loads vitest, after spareMemory as it takes much of this process's memory, and before anything is sent.
 * @throws ConfigError if the installation lacks a part of it, like the binary package of this system and processor
 */
export async function loadEngine(): Promise<typeof runEngine> {
  try {
    return (await import('../../engine/vitest/engine.ts')).runEngine;
  } catch (error) {
    throw new ConfigError(
      `vitest, which a run needs, can't be loaded for ${process.platform} ${process.arch}: ` +
        `install the package again, on this system and without --omit=optional (${thrownText(error)})`,
      { cause: error },
    );
  }
}

/**
 * Runs the cells on vitest, with progress on the terminal and snapshots in the reports folder. @param targetDown - the
 * target's last error before the cells, which are not run then @param signal - ends them early
 */
export async function runCells(
  { options, contract, cells, rules, plan, suite, fold, runEngine: run, events }: CellsRun,
  targetDown: string | null,
  pool: WorkerPool,
  output: Output,
  signal: AbortSignal,
): Promise<Results> {
  const countFindings = (): number => {
    const { rules: ruleResults, cells: summaries } = collector.collected();
    // Explaining takes away findings, and adds none.
    if (ruleResults.every(({ finding }) => finding === null)) return 0;
    const outcomes = explained(countedPart({ options, contract, cells, rules, ruleResults, summaries }));
    return outcomes.filter(({ finding }) => finding !== null).length;
  };
  const called = cells.filter((cell) => skipReason(cell, options) === null);
  const progress = createProgress(
    cells,
    called,
    countFindings,
    longestOutages(options.limits.timeoutMs),
    output,
    palette(output.color),
  );
  const stopAt = createStopAtFinding(options, signal);
  const collector = createCollector((given) => {
    // At the first outcome the worker does not wait for this process.
    suite();
    const counts = given.kind === 'cell' || isCounted(given.rule, options.ruleSet);
    const outcome = counts ? given : { ...given, finding: null };
    progress.take(outcome);
    stopAt.take(outcome);
    events.take(outcome);
  }, progress.waits);
  const taken = (): Results => fold(collector.collected(), { interrupted: true, endedBy: stopAt.endedBy() });
  const snapshots = startSnapshots(output.reportsDir, taken);
  try {
    if (!signal.aborted && targetDown === null && cells.length > 0) {
      const file = new URL('../../engine/vitest/cells.js', import.meta.url);
      await run({ file, provide: { plan }, reporters: [collector] }, pool, stopAt.signal);
    }
  } finally {
    progress.end();
    await snapshots.end();
  }
  const collected = collector.collected();
  const ended = { interrupted: stopAt.signal.aborted, endedBy: stopAt.endedBy() };
  const died = pool.died();
  if (died === null) return fold(collected, ended);
  // vitest reports only that a worker died; after a signal to the whole process group that is expected.
  const deaths = ended.interrupted
    ? []
    : [deathSentence(died, { cells, contract, rules, ruleResults: collected.rules })];
  return fold({ ...collected, errors: deaths }, ended);
}

/** A signal that aborts with `outer`, and with `--fail-fast` after the first cell with a finding that breaks the run */
function createStopAtFinding({ failFast, failOn, baseline }: RunOptions, outer: AbortSignal) {
  const controller = new AbortController();
  const known = new Set(baseline?.entries.map(failureName));
  const broken = new Map<string, Finding>();
  let ending: Finding | null = null;
  return {
    signal: AbortSignal.any([outer, controller.signal]),
    /** What ended the run early, as the start of a sentence; null if nothing did. */
    endedBy: (): string | null =>
      ending === null ? reasonOf(outer) : `--fail-fast ended the run at ${ending.id}, cause ${ending.cause}`,
    /** Takes an outcome; the cell's summary comes after the outcomes of its rules. */
    take: (outcome: RuleResult | CellSummary): void => {
      if (failFast !== true) return;
      if (outcome.kind === 'cell') {
        const finding = broken.get(cellName(outcome));
        if (finding === undefined) return;
        ending ??= finding;
        controller.abort();
      } else if (outcome.finding !== null && counts(outcome, failOn) && !known.has(failureName(outcome)))
        broken.set(cellName(outcome), broken.get(cellName(outcome)) ?? outcome.finding);
    },
  };
}

/** Others than stopSignal abort without a sentence. */
const reasonOf = ({ reason }: AbortSignal): string | null => (typeof reason === 'string' ? reason : null);

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
    const text = escapedJson(taken());
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
