import type { BindingName } from '../contract/model.ts';
import type { UnusedField } from '../rules/fields.ts';
import type { Header } from '../wire/http/exchange.ts';
import type { RunRoute } from '../wire/http/run-route.ts';
import type { Call, Credentials } from '../wire/soap/call.ts';
import type { RequestTemplate } from '../wire/soap/request-template.ts';
import type { ValidatorName } from '../xml/schema.ts';
import type { GivenWsdl } from './described.ts';
import type { KnownFailures } from './known-failures.ts';
import type { RecordedTraffic } from './recorded-traffic.ts';

export type ProfileName = 'quick' | 'standard' | 'thorough';

/** How much a profile does per cell. */
interface Profile {
  readonly runs: number;
  /** Calls made from rows of values that belong together. */
  readonly rows: number;
  /** One call for each parameter at each edge of its type. */
  readonly edges: boolean;
  /** Calls that may be spent on shrinking one finding. */
  readonly shrinkBudget: number;
  /** The XML Schema validator checks every answer, not just one per shape. */
  readonly validateAll: boolean;
  /** Every variant of a rule that varies requests is sent in every cell, not just one in each or in each other one. */
  readonly everyProbe: boolean;
}

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  quick: { runs: 2, rows: 3, edges: false, shrinkBudget: 8, validateAll: false, everyProbe: false },
  standard: { runs: 10, rows: 4, edges: true, shrinkBudget: 40, validateAll: false, everyProbe: true },
  thorough: { runs: 1500, rows: 20, edges: true, shrinkBudget: 200, validateAll: true, everyProbe: true },
};

/** How results name the target if none was given: the embedded reference server. */
export const EMBEDDED = 'embedded reference server';

/** Where the namespace of a run comes from; `wsdl`: none was given, and the target's WSDL names it. */
export type NamespaceSource = 'flag' | 'environment' | 'config' | 'wsdl' | 'default';

/** The user's settings, complete and checked: plain data, to send to a worker. */
export interface RunOptions {
  /** null: the embedded reference server. */
  readonly target: string | null;
  /** The endpoint that was named, if its case is not the document's: that one is called. */
  readonly otherCase?: string;
  readonly namespace: string;
  /** That of `--wsdl`, which describes the service; left out for the document's. */
  readonly wsdl?: GivenWsdl;
  /** Left out if the file that these options were read from does not say. */
  readonly namespaceFrom?: NamespaceSource;
  readonly seed: number;
  /** The suite drew the seed (`--certify`); left out if somebody could choose it. */
  readonly seedDrawn?: true;
  readonly profile: ProfileName;
  /** Random calls per cell; null: the profile's. */
  readonly runs: number | null;
  readonly operations: readonly string[] | null;
  readonly bindings: readonly BindingName[] | null;
  readonly rules: readonly string[] | null;
  /** The rule set that counts; the newest if left out. */
  readonly ruleSet?: string;
  /** Names of cells, as from cellName: of those selected, only these are run. null: all. */
  readonly cells: readonly string[] | null;
  /** The part of the run that this one is; left out for a whole run. */
  readonly shard?: Shard;
  readonly includeWrites: boolean;
  /** The XML Schema library that validates the answers; libxml2-wasm if left out. */
  readonly validator?: ValidatorName;
  readonly failOn: 'required' | 'recommended';
  readonly allowInconclusive: boolean;
  /** The run ends with the first cell that has a finding of a level that breaks it. */
  readonly failFast?: true;
  /** How many seconds to wait for a target that does not answer yet. */
  readonly waitSeconds?: number;
  readonly limits: Limits;
  readonly credentials: Credentials;
  readonly headers: readonly Header[];
  readonly route: RunRoute;
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly valuesByOperation: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly samples: readonly Call[];
  /** Parameters whose recorded values are not sent; none if left out. */
  readonly masked?: readonly string[];
  /** Calls of real traffic that are sent too; left out if none were given. */
  readonly recorded?: RecordedCalls;
  /** Fields that the user declares as never filled. */
  readonly unused: readonly UnusedField[];
  /** The known failures that the results are compared with; null if there are none. */
  readonly baseline: KnownFailures | null;
  /** The config file, if the user named it: a command that repeats a part of the run names it too. */
  readonly config?: string;
  /** What the config file may not say because nobody named it, in a sentence; left out if there is none. */
  readonly notTaken?: string;
}

/** The calls of a recording that are sent, each with its recorded binding, and the content of the recording. */
export interface RecordedCalls {
  readonly calls: readonly SentRecordedCall[];
  readonly traffic: RecordedTraffic;
}

export interface SentRecordedCall {
  readonly binding: BindingName;
  readonly call: Call;
  /** How it was written; left out if it is sent in the document's plain form. */
  readonly request?: RequestTemplate;
}

/** One of the parts that a run is split into, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

export interface Limits {
  readonly concurrency: number;
  /** Requests per second; null for no limit. */
  readonly rate: number | null;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  /** Seconds for the whole run; null for no limit. */
  readonly maxTimeSeconds: number | null;
}

/** Most calls that change state which a run sends to a cell. */
export const MOST_WRITES = 3;

/** The profile of a run, with its own number of runs if one was given. */
export function profileOf({ profile, runs }: RunOptions): Profile {
  return runs === null ? profiles[profile] : { ...profiles[profile], runs };
}
