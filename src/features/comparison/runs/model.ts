import { cellName } from '../../../contract/cell-name.ts';
import type { Results } from '../../../results/results.ts';
import { descriptionChanges } from '../descriptions/changes.ts';
import { type Both, both, cellsOf } from '../pairs.ts';
import { fields, groupsCameAndWent, observations } from './coverage.ts';
import { data } from './data.ts';
import { failures } from './failures.ts';
import { latency } from './latency.ts';
import { notes } from './notes.ts';
import { evidence, type FailOn, transitions } from './transitions.ts';
import { wire } from './wire.ts';

export interface DiffOptions {
  readonly oldFile: string;
  readonly newFile: string;
  readonly failOn?: FailOn;
  /** Other data count too. */
  readonly failOnData?: boolean;
  /** How the user started this program, for the commands. */
  readonly tool?: string;
}

export type Told = ReturnType<typeof changesOf>;

/** What changed between two runs, one entry per cause over its cells. */
export function changesOf(old: Results, now: Results, options: DiffOptions) {
  const { oldFile, newFile, failOn: wanted, failOnData = false, tool } = options;
  const failOn = wanted ?? now.options.failOn;
  const runs = { a: old, b: now };
  const all = transitions(runs);
  const of = <K extends keyof Results>(name: K): Both<Results[K]> => both((side) => runs[side][name]);
  return {
    schemaVersion: 1,
    failOn,
    old: factsOf(old, oldFile),
    new: factsOf(now, newFile),
    notes: notes(old, now),
    failures: failures(all, runs, failOn, newFile, tool),
    evidence: evidence(all, runs, failOn),
    cells: groupsCameAndWent(of('cells'), cellName, cellsOf),
    fields: fields(runs),
    data: data(runs, failOnData),
    wsdl: descriptions(of('identity')),
    wire: wire(of('exchanges')),
    observations: observations(of('observations')),
    warnings: groupsCameAndWent(of('warnings'), String, (all) => all),
    latency: latency(of('cells')),
  } as const;
}

/** What the WSDLs say differently; nothing if a run did not ask for it. */
function descriptions({ a, b }: Both<Results['identity']>) {
  if (a.wsdl === undefined || b.wsdl === undefined) return [];
  return descriptionChanges({ a: a.wsdl, b: b.wsdl }).map(({ parts: _ofCompare, ...change }) => change);
}

function factsOf(results: Results, file: string) {
  const { target, namespace, startedAt, suite, seed, profile, ruleSet, requests, verdict, incomplete } = results;
  const suiteVersion = suite.version;
  return { file, target, namespace, startedAt, suiteVersion, ruleSet, seed, profile, requests, verdict, incomplete };
}
