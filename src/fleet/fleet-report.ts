import type { ResultOptions, Results, RunVerdict } from '../results/results.ts';
import type { Level } from '../rules/rule.ts';

/** league.json: the outcomes of a fleet's runs (specs/schemas/league.schema.json). Every view is made of it. */
export interface FleetReport {
  readonly schemaVersion: 1;
  readonly suite: { readonly name: 'getdata-conformance'; readonly version: string };
  readonly startedAt: string;
  readonly durationMs: number;
  readonly exitCode: number;
  /** A target was not run, or we cut its run short. */
  readonly incomplete: boolean;
  /** Cells that a whole run has. */
  readonly cells: number;
  readonly totals: Readonly<Record<Standing, number>>;
  /** What to know before reading the table, one sentence each. */
  readonly notes: readonly string[];
  /** By place; those without a place last. */
  readonly targets: readonly TargetReport[];
  /** The rules that any target breaks, in the order of the catalogue. */
  readonly rules: readonly BrokenRule[];
}

/** The verdict of a run, or why there is none: the target can't be reached (at all, or any more), or it was not run. */
export type Standing = RunVerdict | 'unreachable' | 'not-run';

export interface TargetReport extends Pick<Results, 'target' | 'namespace' | 'seed' | 'profile'> {
  /** Equal for targets with equal criteria; null without a verdict on the target, and where its run was cut short. */
  readonly place: number | null;
  readonly name: string;
  readonly options: ComparedOptions;
  readonly standing: Standing;
  readonly verdict: RunVerdict | null;
  /** Of the run; null if there was none. */
  readonly exitCode: number | null;
  /** A note on its standing, in a few words or a sentence; null if none is needed. */
  readonly note: string | null;
  /** What its results say; null if it has none. */
  readonly result: TargetResult | null;
}

/** The settings that must be equal for two runs to be comparable. */
export type ComparedOptions = Pick<
  ResultOptions,
  'operations' | 'bindings' | 'rules' | 'runs' | 'includeWrites' | 'failOn' | 'allowInconclusive'
>;

export interface TargetResult extends Pick<Results, 'incomplete' | 'startedAt' | 'durationMs' | 'requests'> {
  readonly cells: { readonly pass: number; readonly fail: number; readonly selected: number };
  /** Known failures are among the findings of their level. */
  readonly findings: { readonly required: number; readonly recommended: number; readonly known: number };
  /** Testable clauses of the document, and those with a verdict. */
  readonly requirements: { readonly judged: number; readonly failed: number; readonly testable: number };
  readonly rulesFailed: number;
  /** The middle of the cells' p50 and p95. Not comparable across networks. */
  readonly latencyMs: { readonly p50: number | null; readonly p95: number | null };
  /** Paths from the folder of league.json; null for a report that was not written. */
  readonly files: { readonly results: string | null; readonly report: string | null };
}

export interface BrokenRule {
  readonly rule: string;
  readonly level: Level;
  readonly title: string;
  /** Cells of each target of which anything was judged, in the order of the table. */
  readonly targets: readonly ({ readonly name: string } & RuleTally)[];
}

/** A target when its run has ended, or was not begun. */
export interface EndedTarget {
  readonly target: Omit<TargetReport, 'place'>;
  /** The outcomes of each rule in its cells, as `tallied` makes them; null if nothing was judged. */
  readonly rules: Uint16Array | null;
}

/** How many cells a rule passed, failed, or could not be judged in. */
export interface RuleTally {
  readonly pass: number;
  readonly fail: number;
  readonly open: number;
}
