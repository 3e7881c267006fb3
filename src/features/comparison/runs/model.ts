import { cellName } from '../../../contract/cell-name.ts';
import type { Results } from '../../../results/results.ts';
import { cameAndWent, fields, headerValues, observations, onlyIn, requirements } from './coverage.ts';
import { failures } from './failures.ts';
import { latency } from './latency.ts';
import { notes } from './notes.ts';
import { distinctCells, evidence, type FailOn, transitions } from './transitions.ts';
import { wire } from './wire.ts';

export interface DiffOptions {
  readonly oldFile: string;
  readonly newFile: string;
  readonly failOn?: FailOn;
  /** How the user started this program, for the commands. */
  readonly tool?: string;
}

export type Told = ReturnType<typeof changesOf>;

/** What changed between two runs, one entry per cause over its cells. */
export function changesOf(old: Results, now: Results, { oldFile, newFile, failOn: wanted, tool }: DiffOptions) {
  const failOn = wanted ?? now.options.failOn;
  const all = transitions(old, now);
  const compared = { old, new: now, failOn };
  return {
    schemaVersion: 1,
    failOn,
    old: factsOf(old, oldFile),
    new: factsOf(now, newFile),
    notes: notes(old, now),
    failures: failures(all, compared, newFile, tool),
    evidence: evidence(all, compared),
    cells: cameAndWent(old.cells, now.cells, cellName, distinctCells),
    fields: fields(old, now),
    wire: wire(old.exchanges, now.exchanges),
    observations: observations(old.observations, now.observations),
    requirements: requirements(old.coverage, now.coverage),
    headerValues: headerValues(old, now),
    warnings: onlyIn(old.warnings, now.warnings, (warning) => warning),
    latency: latency(old, now),
  } as const;
}

function factsOf(results: Results, file: string) {
  const { target, namespace, startedAt, suite, seed, profile, ruleSet, requests, verdict, incomplete } = results;
  const suiteVersion = suite.version;
  return { file, target, namespace, startedAt, suiteVersion, ruleSet, seed, profile, requests, verdict, incomplete };
}
