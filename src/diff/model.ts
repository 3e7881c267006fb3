import type { RuleVerdict } from '../judging/rule-outcome.ts';
import type { Change } from '../report/sections/section.ts';
import type { Finding, InCell } from '../results/outcome.ts';
import type { CellResult, Results } from '../results/results.ts';

/** A rule's outcome in a cell; `absent`: the run has no such rule or cell. */
export type State = RuleVerdict | 'absent';

export type CellRef = InCell;

/** What changed between two runs (specs/schemas/diff.schema.json), one entry per cause over its cells. */
export interface Diff {
  readonly schemaVersion: 1;
  /**
   * `regressed`: new failures that count. `evidence-lost`: none, but something that was judged no longer is.
   * `unchanged`: there is nothing to report.
   */
  readonly outcome: 'unchanged' | 'changed' | 'regressed' | 'evidence-lost';
  readonly exitCode: 0 | 1 | 3;
  /** The lowest level that counts. */
  readonly failOn: 'required' | 'recommended';
  readonly summary: string;
  readonly old: RunFacts;
  readonly new: RunFacts;
  /** What differs between the two runs except answers: what they sent, suite, target. */
  readonly notes: readonly Note[];
  readonly failures: {
    readonly new: readonly FailureGroup[];
    readonly fixed: readonly FailureGroup[];
    readonly still: readonly FailureGroup[];
  };
  readonly evidence: { readonly lost: readonly EvidenceGroup[]; readonly gained: readonly EvidenceGroup[] };
  readonly cells: CameAndWent<CellRef>;
  readonly fields: CameAndWent<FieldGroup>;
  readonly wire: Wire;
  readonly observations: CameAndWent<ObservationGroup> & { readonly changed: readonly ObservationGroup[] };
  readonly requirements: readonly RequirementChange[];
  readonly headerValues: CameAndWent<HeaderValueGroup>;
  readonly warnings: CameAndWent<string>;
  readonly latency: Latency;
}

/** A diff before it is summed up. */
export type Told = Omit<Diff, 'summary' | 'outcome' | 'exitCode'>;

export interface CameAndWent<T> {
  readonly came: readonly T[];
  readonly went: readonly T[];
}

/** One of the two runs. */
export interface RunFacts
  extends Pick<
    Results,
    'target' | 'namespace' | 'startedAt' | 'seed' | 'profile' | 'ruleSet' | 'requests' | 'verdict' | 'incomplete'
  > {
  readonly file: string;
  readonly suiteVersion: string;
}

/** A difference outside the answers. */
export interface Note {
  /** `asked`: the runs sent different requests. `suite`: they judged differently. `target`: it is another, or changed. */
  readonly kind: 'asked' | 'suite' | 'target' | 'run';
  readonly about: string;
  readonly old: string;
  readonly new: string;
  readonly means: string;
}

/** Failures of one cause, shown by the smallest example; for fixed ones the old run's. */
export interface FailureGroup
  extends Pick<Finding, 'cause' | 'level' | 'requirements' | 'message' | 'location' | 'expected' | 'actual'> {
  /** False if it is known (baseline) in every cell, or of a level that does not count. */
  readonly counts: boolean;
  readonly rules: readonly string[];
  /** Sends it again; null for what is fixed. */
  readonly again: { readonly command: string; readonly curl: string } | null;
  /** If it still fails: how it differs from before. */
  readonly changes: readonly Change[];
  readonly cells: readonly (CellRef & Pick<Finding, 'id' | 'rule' | 'known'> & Turn)[];
}

interface Turn {
  readonly before: State;
  readonly after: State;
}

/** Rules that lost or gained evidence for one reason. */
export interface EvidenceGroup extends Turn {
  readonly reason: string | null;
  readonly counts: boolean;
  readonly rules: readonly string[];
  readonly cells: readonly CellRef[];
}

/** A record field that is seen in only one run. */
export interface FieldGroup {
  readonly path: string;
  /** A conformant run must have seen it in one of these cells at least. */
  readonly needed: boolean;
  readonly cells: readonly CellRef[];
}

/** How answers to the same calls are written. */
export interface Wire {
  /** Calls whose answer both runs kept: the basis of this section. */
  readonly calls: number;
  readonly changes: readonly WireGroup[];
}

export interface WireGroup extends Change {
  readonly cells: readonly CellRef[];
}

/** Observations of one observer that changed in the same way. */
export interface ObservationGroup {
  readonly probe: string;
  /** What is tried; null if this version has no such observer. */
  readonly title: string | null;
  readonly changes: readonly Change[];
  readonly ids: readonly string[];
  readonly cells: readonly CellRef[];
}

export interface RequirementChange extends Omit<Change, 'what'> {
  readonly id: string;
}

/** A value of a VehicleTypeHeader field that only one run sent. */
export interface HeaderValueGroup {
  readonly field: string;
  readonly value: string;
  readonly cells: readonly CellRef[];
}

export interface Latency {
  readonly slower: number;
  readonly faster: number;
  /** The middle one of the cells' shifts, and of their ratios; null if no cell has one. */
  readonly medianShift: number | null;
  readonly medianRatio: number | null;
  /** Of all cells together: whether nearly all of them shifted one way. */
  readonly overall: LatencyShift['verdict'];
  readonly cells: readonly LatencyShift[];
}

/** Milliseconds of a cell's requests. */
export type Times = Pick<CellResult, 'requests'> & CellResult['latencyMs'];

export interface LatencyShift extends CellRef {
  readonly old: Times;
  readonly new: Times;
  /** New p50 less old. */
  readonly shift: number | null;
  readonly ratio: number | null;
  readonly spread: number | null;
  /** `unknown`: too few requests to tell. */
  readonly verdict: 'slower' | 'faster' | 'within' | 'unknown';
}
