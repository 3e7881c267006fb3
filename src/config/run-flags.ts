import type { RouteFlags } from './route.ts';

/** The flags of `run` that decide what is sent to a target, as typed; those not given are left out. */
export interface RunFlags extends RouteFlags {
  /** null: the embedded reference server, whatever else says. */
  readonly target?: string | null | undefined;
  readonly namespace?: string | undefined;
  readonly operations?: string | undefined;
  readonly bindings?: string | undefined;
  readonly rules?: string | undefined;
  readonly profile?: string | undefined;
  readonly runs?: string | undefined;
  readonly seed?: string | undefined;
  readonly includeWrites?: boolean | undefined;
  readonly concurrency?: string | undefined;
  readonly rate?: string | undefined;
  readonly timeout?: string | undefined;
  readonly maxBody?: string | undefined;
  readonly maxTime?: string | undefined;
  readonly header?: readonly string[] | undefined;
  readonly failOn?: string | undefined;
  readonly allowInconclusive?: boolean | undefined;
  readonly shard?: string | undefined;
}
