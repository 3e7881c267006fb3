/** Flags with a text, and flags that are on or off, as typed; those not given are left out. */
export type Texts<Name extends string> = Partial<Readonly<Record<Name, string | undefined>>>;
export type Switches<Name extends string> = Partial<Readonly<Record<Name, boolean | undefined>>>;

type TextFlag =
  | ('namespace' | 'operations' | 'bindings' | 'rules' | 'profile' | 'runs' | 'seed' | 'failOn' | 'shard' | 'validator')
  | ('concurrency' | 'rate' | 'timeout' | 'maxBody' | 'maxTime' | 'wait' | 'ruleSet' | 'calls');

/** The flags that say how a target is reached. */
export type RouteFlags = Texts<'ca' | 'cert' | 'key' | 'proxy'> & Switches<'insecure'>;

type RunSwitches = Switches<'includeWrites' | 'allowInconclusive' | 'certify' | 'failFast'>;

/** The flags of `run` that decide what is sent to a target. */
export interface RunFlags extends RouteFlags, Texts<TextFlag>, RunSwitches {
  /** null: the embedded reference server, whatever other sources say. */
  readonly target?: string | null | undefined;
  readonly header?: readonly string[] | undefined;
}
