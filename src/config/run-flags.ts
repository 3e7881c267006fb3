import type { RouteFlags } from './route.ts';

type TextFlag =
  | ('namespace' | 'operations' | 'bindings' | 'rules' | 'profile' | 'runs' | 'seed' | 'failOn' | 'shard' | 'validator')
  | ('concurrency' | 'rate' | 'timeout' | 'maxBody' | 'maxTime' | 'wait' | 'ruleSet');

/** The flags of `run` that decide what is sent to a target, as typed; those not given are left out. */
export interface RunFlags extends RouteFlags, Partial<Readonly<Record<TextFlag, string | undefined>>> {
  /** null: the embedded reference server, whatever else says. */
  readonly target?: string | null | undefined;
  readonly includeWrites?: boolean | undefined;
  readonly header?: readonly string[] | undefined;
  readonly allowInconclusive?: boolean | undefined;
  /** Nobody chooses the seed. */
  readonly certify?: boolean | undefined;
  readonly failFast?: boolean | undefined;
  /** A HAR. */
  readonly calls?: string | undefined;
}
