import type { BindingName } from '../contract/model.ts';
import type { CellVerdict, RuleVerdict } from '../judge/rule-outcome.ts';
import type { GivenWsdl } from '../options/described.ts';
import type { KnownFailureEntry, KnownFailures } from '../options/known-failures.ts';
import type { NamespaceSource, ProfileName, RunOptions } from '../options/model.ts';
import type { RecordedTraffic } from '../options/recorded-traffic.ts';
import type { FieldCoverage } from '../rules/answer/coverage.ts';
import type { UnusedField } from '../rules/fields.ts';
import type { ReasonCode } from '../rules/judgement.ts';
import type { Level } from '../rules/rule.ts';
import type { Exclusion } from '../rules/rule-sets.ts';
import type { Observation, TargetIdentity } from './observation.ts';
import type { CellSummary, Finding, InCell, Outage, RecordedCall } from './outcome.ts';
import type { DataDigests } from './record/data-digests.ts';

export type RunVerdict = 'conformant' | 'non-conformant' | 'inconclusive' | 'error';

/** results.json, the one source of every report (product.md; specs/schemas/results.schema.json). */
export interface Results {
  readonly schemaVersion: 1;
  readonly suite: {
    readonly name: 'getdata-conformance';
    readonly version: string;
    readonly contractDigest: string;
    readonly validator: string;
    /** SHA-256 of the installed files that ran, and the release of Node.js; left out if recordings were judged. */
    readonly filesDigest?: string;
    readonly node?: string;
  };
  /** {base_url}, or 'embedded reference server'. */
  readonly target: string;
  readonly identity: TargetIdentity;
  readonly namespace: string;
  /** Left out if exchanges of another program were judged. */
  readonly namespaceFrom?: NamespaceSource;
  /** What the contract was made of, if that is not the document's: enough to make it again. */
  readonly wsdl?: GivenWsdl;
  readonly seed: number;
  /** The suite drew the seed (`run --certify`); left out if somebody could choose it. */
  readonly seedDrawn?: true;
  readonly profile: ProfileName;
  /** The rule set that counts. */
  readonly ruleSet: string;
  readonly options: ResultOptions;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** Left out by a merge, and if recorded exchanges were judged. */
  readonly times?: RunTimes;
  readonly requests: number;
  /** How often the target told us to wait. */
  readonly slowDowns: number;
  /** When the target was away. */
  readonly outages: readonly Outage[];
  /** TLS certificates that the merged shards met, and days from the first file to the last; left out if they agree. */
  readonly merged?: {
    readonly certificates: number;
    readonly first: string;
    readonly last: string;
    readonly days: number;
  };
  readonly verdict: RunVerdict;
  readonly exitCode: number;
  /** Why the verdict is 'error'; null for any other. */
  readonly failure: Failure | null;
  /** The run is a shard in which nothing could pass: only the whole run shows whether that matters. */
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
  /** For each cell that was read, digests of what its answers said; left out if recordings of others were judged. */
  readonly data?: readonly (InCell & DataDigests)[];
  readonly observations: readonly Observation[];
  readonly coverage: Coverage;
  readonly warnings: readonly string[];
  /** What each warning is about (WarningCode), in the same order. */
  readonly warningCodes: readonly string[];
  readonly inconclusive: readonly Unjudged[];
  /** The known failures that the run was compared with; null if there were none. */
  readonly baseline: BaselineResult | null;
  /** Rules that were judged and do not count; left out if there are none. */
  readonly uncounted?: readonly UncountedRule[];
  /** Only for a shard: what merging needs in addition. */
  readonly shardRecord?: ShardRecord;
}

/** Where the time of a run went, in milliseconds. */
export interface RunTimes {
  /** Until its first request but those that wait for the target or ask for its namespace. */
  readonly startMs: number;
  /** Pre-flight, harvest and observations. */
  readonly readingMs: number;
  /** The cells, with the start of their process. */
  readonly cellsMs: number;
  /** Of all these, with a request under way: the rest is the suite's own. */
  readonly waitingMs: number;
  /** Of all answers in the cells. */
  readonly latencyMs: CellResult['latencyMs'];
}

/** Why a run has no verdict on its target. `target`: no answer, ever or any more. `suite`: the suite failed. */
export interface Failure {
  readonly kind: 'target' | 'suite';
  /** One sentence. */
  readonly message: string;
}

/** The options of the run, without secrets: only the names of credentials and headers. */
export interface ResultOptions extends Pick<RunOptions, RecordedOption> {
  readonly bindings: readonly string[] | null;
  readonly credentials: readonly string[];
  readonly headers: readonly string[];
  /** The target's TLS certificate was not checked. */
  readonly insecure: boolean;
  /** Whether certificates to trust, a client certificate, a proxy were given. */
  readonly ca: boolean;
  readonly cert: boolean;
  readonly proxy: boolean;
  readonly samples: number;
  /** Fields declared as never filled; left out if there are none. */
  readonly unused?: readonly UnusedField[];
}

type RecordedOption =
  | ('operations' | 'rules' | 'cells' | 'shard' | 'runs')
  | ('includeWrites' | 'failOn' | 'allowInconclusive' | 'limits');

interface WithReason {
  readonly reason?: string;
  readonly reasonCode?: ReasonCode;
}

export interface CellResult extends InCell, WithReason {
  readonly verdict: CellVerdict;
  readonly requests: number;
  /** When the run began that called it, if that was an earlier one (`--rerun-failed`): ISO 8601. */
  readonly ranAt?: string;
  readonly latencyMs: { readonly p50: number | null; readonly p95: number | null; readonly max: number | null };
  /** Fields that changed between equal reads in this cell; none if left out. */
  readonly changing?: readonly string[];
  readonly rules: readonly (WithReason & {
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
  /** What recorded calls exercise and what not; left out if none were given. */
  readonly recorded?: RecordedTraffic;
  /** In what spellings calls were sent; left out if unknown. */
  readonly traits?: readonly TraitCoverage[];
}

/** Which ways to write a call the requests over one binding used: `list traits` shows all. */
export interface TraitCoverage {
  readonly binding: BindingName;
  /** Those of the called cells, and how many requests had each. */
  readonly traits: readonly { readonly trait: string; readonly times: number }[];
  /** Pairs of traits that some request had, out of those possible. */
  readonly pairs: { readonly sent: number; readonly possible: number };
}

export interface Unjudged extends InCell {
  readonly rule: string;
  readonly reason: string;
  readonly reasonCode: ReasonCode;
}

/** A rule that was judged and does not count: newer than the rule set of the run, or excluded from all sets. */
export interface UncountedRule {
  readonly rule: string;
  readonly level: Level;
  /** The set that introduced it. */
  readonly since: string;
  readonly excluded?: Omit<Exclusion, 'rule'>;
  readonly cells: readonly (InCell & { readonly verdict: RuleVerdict; readonly judged: number })[];
  readonly findings: readonly Finding[];
}

export interface BaselineResult extends Omit<KnownFailures, 'entries'> {
  readonly entries: readonly BaselineEntryResult[];
}

export interface BaselineEntryResult extends KnownFailureEntry {
  /**
   * `known`: fails as expected. `flaky`: comes and goes, and passed. `passes`: delete the line. `nothing`: no such rule
   * in that cell. `expired`: fails after its last day. `not-judged`: no verdict in this run.
   */
  readonly state: 'known' | 'flaky' | 'passes' | 'nothing' | 'expired' | 'not-judged';
}

/** What the fold of the whole needs and is not elsewhere in a run's results. */
export interface ShardRecord {
  readonly interrupted: boolean;
  /** What went wrong in the suite itself, one sentence each. */
  readonly errors: readonly string[];
  /** Requests of pre-flight, harvest and observations, the same in every shard. */
  readonly requestsBefore: number;
  /** How often the target told us to wait meanwhile. */
  readonly backedOffBefore: number;
  /** When the target was away. */
  readonly outages: readonly Outage[];
  /** The target's last error if it went down; null if it did not. */
  readonly targetDown: string | null;
  /** That its first calls were not answered, in one sentence; null if any was. */
  readonly unreachable: string | null;
  /** For each called cell: its answers by status, those with data, and how often it told us to wait. */
  readonly cells: readonly (InCell &
    Required<Pick<CellSummary, 'statuses' | 'withData' | 'backedOff'>> &
    Pick<CellSummary, 'credentialsNamed' | 'spellings'>)[];
}
