import type { RouteFlags } from './route.ts';

type TextFlag =
  | ('namespace' | 'operations' | 'bindings' | 'rules' | 'profile' | 'runs' | 'seed' | 'failOn' | 'shard' | 'validator')
  | ('concurrency' | 'rate' | 'timeout' | 'maxBody' | 'maxTime' | 'wait' | 'ruleSet');

/** The flags of `run` that decide what is sent to a target, as typed; flags not given are left out. */
export interface RunFlags extends RouteFlags, Partial<Readonly<Record<TextFlag, string | undefined>>> {
  /** null: the embedded reference server, whatever other sources say. */
  readonly target?: string | null | undefined;
  readonly includeWrites?: boolean | undefined;
  readonly header?: readonly string[] | undefined;
  readonly allowInconclusive?: boolean | undefined;
  /** The seed can't be chosen. */
  readonly certify?: boolean | undefined;
  readonly failFast?: boolean | undefined;
  /** A HAR. */
  readonly calls?: string | undefined;
}
