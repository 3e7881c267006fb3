import type { Results } from '../results/results.ts';
import { cellNames, nameOf, refOf } from './cell-ref.ts';
import { fields, headerValues, onlyIn, requirements } from './coverage.ts';
import { evidence } from './evidence.ts';
import { failures } from './failures.ts';
import { latency } from './latency.ts';
import type { Diff, RunFacts } from './model.ts';
import { notes } from './notes.ts';
import { observations } from './observations.ts';
import { outcomeOf } from './outcome.ts';
import { summaryOf } from './summary.ts';
import { transitions } from './transitions.ts';
import { wire } from './wire.ts';

/** How the two files are named, and which level counts; the new run's where it is left out. */
export interface DiffOptions {
  readonly oldFile: string;
  readonly newFile: string;
  readonly failOn?: Diff['failOn'];
}

/** Compares an earlier run with a later one. */
export function diffResults(old: Results, now: Results, options: DiffOptions): Diff {
  const { oldFile, newFile, failOn = now.options.failOn } = options;
  const all = transitions(old, now);
  const compared = { old, new: now, newFile, failOn };
  const [before, after] = [cellNames(old), cellNames(now)];
  const told = {
    schemaVersion: 1,
    failOn,
    old: factsOf(old, oldFile),
    new: factsOf(now, newFile),
    notes: notes(old, now),
    failures: failures(all, compared),
    evidence: evidence(all, compared),
    cells: {
      came: now.cells.filter((cell) => !before.has(nameOf(cell))).map(refOf),
      went: old.cells.filter((cell) => !after.has(nameOf(cell))).map(refOf),
    },
    fields: fields(old, now),
    wire: wire(old.exchanges, now.exchanges),
    observations: observations(old.observations, now.observations),
    requirements: requirements(old.coverage, now.coverage),
    headerValues: headerValues(old, now),
    warnings: onlyIn(old.warnings, now.warnings, (warning) => warning),
    latency: latency(old, now),
  } as const;
  return { ...told, summary: summaryOf(told), ...outcomeOf(told) };
}

function factsOf(results: Results, file: string): RunFacts {
  const { target, startedAt, suite, seed, profile, requests, verdict, incomplete } = results;
  return { file, target, startedAt, suiteVersion: suite.version, seed, profile, requests, verdict, incomplete };
}
