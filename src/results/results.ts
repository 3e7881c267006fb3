import type { BindingName } from '../contract/model.ts';
import type { CellVerdict, RuleVerdict } from '../judging/judge.ts';
import type { FieldCoverage } from '../rules/coverage.ts';
import type { UnusedField } from '../rules/fields.ts';
import type { ReasonCode } from '../rules/judgement.ts';
import type { Level } from '../rules/rule.ts';
import type { Exclusion } from '../rules/rule-sets.ts';
import type { Observation, TargetIdentity } from './observation.ts';
import type { CellSummary, Finding, InCell, KnownFailureEntry, RecordedCall } from './outcome.ts';
import type { RecordedTraffic } from './recorded-traffic.ts';
import type { NamespaceSource, ProfileName, RunOptions } from './run-options.ts';

export type RunVerdict = 'conformant' | 'non-conformant' | 'inconclusive' | 'error';

/** results.json, the one source of every report (product.md; specs/schemas/results.schema.json). */
export interface Results {
  readonly schemaVersion: 2;
  readonly suite: {
    readonly name: 'getdata-conformance';
    readonly version: string;
    readonly contractDigest: string;
    readonly validator: string;
  };
  /** {base_url}, or 'embedded reference server'. */
  readonly target: string;
  readonly identity: TargetIdentity;
  readonly namespace: string;
  /** Left out by older versions, and where exchanges of another program were judged. */
  readonly namespaceFrom?: NamespaceSource;
  readonly seed: number;
  /** The suite drew the seed (`run --certify`); left out where somebody could choose it. */
  readonly seedDrawn?: true;
  readonly profile: ProfileName;
  /** The rule set that counts; left out by older versions. */
  readonly ruleSet?: string;
  readonly options: ResultOptions;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  readonly verdict: RunVerdict;
  readonly exitCode: number;
  /** Why the verdict is 'error'; null where it is another. */
  readonly failure: Failure | null;
  /** The run is a shard in which nothing could pass: whether that matters, only the whole run can say. */
  readonly leftToMerge: boolean;
  readonly incomplete: boolean;
  readonly totals: {
    readonly cells: Readonly<Record<CellVerdict, number>>;
    readonly rules: Readonly<Record<RuleVerdict, number>>;
    readonly findings: { readonly required: number; readonly recommended: number };
  };
  readonly cells: readonly CellResult[];
  readonly findings: readonly Finding[];
  /** For each cell the exchanges that show what was judged in it, so that they can be judged again without traffic. */
  readonly exchanges: readonly RecordedCall[];
  readonly observations: readonly Observation[];
  readonly coverage: Coverage;
  readonly warnings: readonly string[];
  readonly inconclusive: readonly Unjudged[];
  /** The known failures that the run was held against; null where there were none. */
  readonly baseline: BaselineResult | null;
  /** Rules that were judged and do not count; left out where there are none. */
  readonly uncounted?: readonly UncountedRule[];
  /** Of a shard alone: what merging needs beside all of this. */
  readonly shardRecord?: ShardRecord;
}

/** Why a run has no verdict on its target. `target`: nobody answered, at all or any more. `suite`: we failed. */
export interface Failure {
  readonly kind: 'target' | 'suite';
  /** One sentence. */
  readonly message: string;
}

/** What the run was told to do, without secrets: of credentials and headers, the names only. */
export interface ResultOptions extends Pick<RunOptions, RecordedOption> {
  readonly bindings: readonly string[] | null;
  readonly credentials: readonly string[];
  readonly headers: readonly string[];
  /** The target's TLS certificate was not checked. */
  readonly insecure: boolean;
  /** Whether certificates to trust, a certificate of our own, a proxy were given. */
  readonly ca: boolean;
  readonly cert: boolean;
  readonly proxy: boolean;
  readonly samples: number;
  /** Fields declared as never filled; left out where there are none. */
  readonly unused?: readonly UnusedField[];
}

type RecordedOption =
  | ('operations' | 'rules' | 'cells' | 'shard' | 'runs')
  | ('includeWrites' | 'failOn' | 'allowInconclusive' | 'limits');

/** Of what was not judged, or not to its end, or does not apply: why. */
interface Why {
  readonly reason?: string;
  readonly reasonCode?: ReasonCode;
}

export interface CellResult extends InCell, Why {
  readonly verdict: CellVerdict;
  readonly requests: number;
  readonly latencyMs: { readonly p50: number | null; readonly p95: number | null; readonly max: number | null };
  /** Fields of the operation that changed between equal reads, and were not compared; none where it is left out. */
  readonly changing?: readonly string[];
  readonly rules: readonly (Why & {
    readonly rule: string;
    readonly level: Level;
    readonly verdict: RuleVerdict;
    readonly judged: number;
  })[];
}

export interface Coverage {
  readonly fields: readonly (InCell & FieldCoverage)[];
  readonly parameters: readonly (InCell & { readonly parameter: string; readonly values: number })[];
  readonly requirements: readonly {
    readonly id: string;
    readonly verdict: RuleVerdict | 'untestable' | 'observed';
    readonly rules: readonly string[];
  }[];
  readonly headerValues: readonly (InCell & { readonly field: string; readonly value: string })[];
  /** What recorded calls exercise and what not; left out where none were given. */
  readonly recorded?: RecordedTraffic;
  /** In what spellings calls were sent; left out where that is not known. */
  readonly traits?: readonly TraitCoverage[];
}

/** What of the ways to write a call the requests over one binding had: `list traits` shows all. */
export interface TraitCoverage {
  readonly binding: BindingName;
  /** Those of the cells that were called, and how many requests had each. */
  readonly traits: readonly { readonly trait: string; readonly times: number }[];
  /** Pairs of traits that some request had, of those that one can have. */
  readonly pairs: { readonly sent: number; readonly possible: number };
}

/** A rule that could not be judged in a cell, and why. */
export interface Unjudged extends InCell {
  readonly rule: string;
  readonly reason: string;
  readonly reasonCode: ReasonCode;
}

/** A rule that was judged and does not count: newer than the rule set of the run, or excluded from all sets. */
export interface UncountedRule {
  readonly rule: string;
  readonly level: Level;
  /** The set that it came with. */
  readonly since: string;
  readonly excluded?: Omit<Exclusion, 'rule'>;
  readonly cells: readonly (InCell & { readonly verdict: RuleVerdict; readonly judged: number })[];
  readonly findings: readonly Finding[];
}

/** The known failures of a run, each with what became of it. */
export interface BaselineResult {
  /** The file, as the user named it. */
  readonly file: string;
  readonly ruleSet?: string;
  readonly entries: readonly BaselineEntryResult[];
}

/** A known failure and what became of it. */
export interface BaselineEntryResult extends KnownFailureEntry {
  /**
   * `known`: it fails, as expected. `flaky`: it comes and goes, and passed. `passes`: it is fixed, the line must go.
   * `nothing`: there is no such rule in that cell. `expired`: it still fails after its last day. `not-judged`: this run has
   * no verdict on it.
   */
  readonly state: 'known' | 'flaky' | 'passes' | 'nothing' | 'expired' | 'not-judged';
}

/** What results do not tell of a run elsewhere and the fold of the whole needs. */
export interface ShardRecord {
  readonly interrupted: boolean;
  /** What went wrong in the suite itself, one sentence each. */
  readonly errors: readonly string[];
  /** Requests of pre-flight, harvest and observations, which every shard sends alike. */
  readonly requestsBefore: number;
  /** How often the target told us to wait meanwhile. */
  readonly backedOffBefore: number;
  /** What the target came to where it went down; null where it did not. */
  readonly targetDown: string | null;
  /** That nobody answered its first calls, in one sentence; null where somebody did. */
  readonly unreachable: string | null;
  /** Of each cell that was called: its answers by status, those with data, and how often it told us to wait. */
  readonly cells: readonly (InCell &
    Required<Pick<CellSummary, 'statuses' | 'withData' | 'backedOff'>> &
    Pick<CellSummary, 'credentialsNamed' | 'spellings'>)[];
}
