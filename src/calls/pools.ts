import type { Contract, Operation } from '../contract/model.ts';
import type { Listed } from '../wire/soap/records.ts';

/** What calls are generated from: an operation of the contract and the available values. */
export interface CallSource {
  readonly operation: Operation;
  readonly contract: Contract;
  readonly pools: Pools;
}

/** Values to draw from, by parameter: from the user's config and from the server's own answers. */
export interface Pools {
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Values that belong together: a make with its model, its year and its base vehicle. */
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** Rows with which a switch of the header was seen to change the answer, by operation and switch. */
  readonly filtered?: Readonly<Record<string, Pools['rows']>>;
  /** The answers that the values came from, for rules that relate operations; none if left out. */
  readonly lists?: readonly Listed[];
}

/** The values of a parameter: those of one operation first, then those of the name, without repeats. */
export function poolOf(pools: Pools, parameter: string): readonly string[] {
  return pools.values[parameter] ?? [];
}
