import { present } from '../base/present.ts';
import type { BindingName, Cell, Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import { EMBEDDED, type RunOptions } from '../options/model.ts';
import type { Rule } from '../rules/rule.ts';
import type { Observation, TargetIdentity } from './observation.ts';
import type { CellSummary, Outage, RuleResult } from './outcome.ts';
import type { Results, RunTimes, ShardRecord } from './results.ts';

/** What results.json is folded from. What shards' records have too is of the time before the cells, or the shards'. */
export interface RunRecord
  extends Pick<ShardRecord, 'errors' | 'interrupted' | 'requestsBefore'>,
    Partial<Pick<ShardRecord, 'targetDown' | 'backedOffBefore' | 'outages'>> {
  readonly suite: Results['suite'];
  readonly options: RunOptions;
  readonly contract: Contract;
  readonly cells: readonly Cell[];
  readonly rules: readonly Rule[];
  readonly ruleResults: readonly RuleResult[];
  readonly summaries: readonly CellSummary[];
  readonly startedAt: Date;
  readonly durationMs: number;
  /** How long its parts took, with `waitingMs` before the cells; left out if the exchanges were recorded earlier. */
  readonly times?: Omit<RunTimes, 'latencyMs'>;
  readonly observations: readonly Observation[];
  readonly identity: TargetIdentity;
  /** That the first calls were not answered, in one sentence for the user; `targetDown` has the error. */
  readonly unreachable?: string;
  /** What to know of recorded exchanges that were judged, one sentence each; left out if the run sent them. */
  readonly recordedNotes?: readonly string[];
  /** What ended the run early, as the start of a sentence; left out where that is not known. */
  readonly endedBy?: string | null;
}

/** The target's last error if it went down during the run; null if it did not. */
export function targetDown({ targetDown: before, summaries }: RunRecord): string | null {
  return before ?? summaries.find((one) => one.targetDown !== undefined)?.targetDown ?? null;
}

export function outagesOf({ outages = [], summaries }: Pick<RunRecord, 'outages' | 'summaries'>): readonly Outage[] {
  return [...outages, ...summaries.flatMap((one) => one.outages ?? [])];
}

/** How often the target told us to wait. */
export function slowDownsOf({ summaries, backedOffBefore = 0 }: RunRecord): number {
  return summaries.reduce((sum, { backedOff = 0 }) => sum + backedOff, backedOffBefore);
}

export function requestsOf({ requestsBefore, summaries }: RunRecord): number {
  return requestsBefore + summaries.reduce((sum, { requests }) => sum + requests, 0);
}

/** The service, as reports name it. */
export function serviceName({ wsdl }: Pick<Results, 'wsdl'>): string {
  return wsdl?.service ?? 'GetData';
}

export function targetName({ target }: Pick<RunOptions, 'target'>): string {
  return target ?? EMBEDDED;
}

/** What the results of a shard keep so that the whole run can be folded from them. */
export function shardRecordOf(record: RunRecord): ShardRecord {
  const { interrupted, errors, requestsBefore, backedOffBefore = 0, unreachable, summaries } = record;
  return {
    interrupted,
    errors,
    requestsBefore,
    backedOffBefore,
    outages: outagesOf(record),
    targetDown: targetDown(record),
    unreachable: unreachable ?? null,
    cells: summaries.map(({ operation, binding, statuses, withData, backedOff = 0, credentialsNamed, spellings }) => {
      const known = present({ credentialsNamed, spellings });
      return { operation, binding, statuses, withData, backedOff, ...known };
    }),
  };
}

type RecordedKey = 'target' | 'namespace' | 'namespaceFrom' | 'wsdl' | 'seed' | 'profile' | 'ruleSet';

/** The options that results have, enough to fold them again; credentials and headers have only names. */
export function recordedOptions(
  results: Pick<Results, 'options' | RecordedKey> & Partial<Pick<Results, 'coverage'>>,
): RunOptions {
  const { options, target, namespace, namespaceFrom, wsdl, seed, profile, ruleSet, coverage } = results;
  const traffic = coverage?.recorded;
  const { shard: _part, bindings: wanted, ...others } = options;
  return {
    ...others,
    bindings: wanted === null ? null : bindingNames.filter((name: BindingName) => wanted.includes(name)),
    target: target === EMBEDDED ? null : target,
    namespace,
    ...present({ namespaceFrom, wsdl }),
    seed,
    profile,
    ruleSet,
    credentials: Object.fromEntries(options.credentials.map((name) => [name, ''])),
    headers: options.headers.map((name) => [name, ''] as const),
    route: { tls: options.insecure ? { insecure: true } : {}, proxy: null },
    values: {},
    valuesByOperation: {},
    samples: [],
    ...(traffic === undefined ? {} : { recorded: { calls: [], traffic } }),
    unused: options.unused ?? [],
    baseline: null,
  };
}
