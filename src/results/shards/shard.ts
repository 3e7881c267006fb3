import { createHash } from 'node:crypto';
import type { Cell, Contract } from '../../contract/model.ts';
import type { RunOptions, Shard } from '../run-options.ts';
import { selectedCells } from '../selected-cells.ts';

/** `2/4`: a shard as the command line and reports name it. */
export function shardName({ index, count }: Shard): string {
  return `${index}/${count}`;
}

/** The cells that a run judges: those selected, and where it is a shard those of its operations. */
export function cellsToRun(
  contract: Contract,
  options: Parameters<typeof selectedCells>[1] & Pick<RunOptions, 'shard'>,
): readonly Cell[] {
  const { shard } = options;
  const cells = selectedCells(contract, options);
  if (shard === undefined) return cells;
  const mine = operationsOf(shard, contract);
  return cells.filter(({ operation }) => mine.has(operation.name));
}

/**
 * Names of the contract's operations that belong to a shard. The hashes of their names order them, and so ordered they
 * are dealt out: what is selected moves none to another shard, and no shard has more than one operation over another.
 * The cells of an operation stay together, for they are compared with each other.
 */
function operationsOf({ index, count }: Shard, contract: Contract): ReadonlySet<string> {
  const hash = (name: string): string => createHash('sha256').update(name).digest('hex');
  const byHash = contract.operations
    .map(({ name }) => ({ name, key: hash(name) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return new Set(byHash.filter((_, place) => place % count === index - 1).map(({ name }) => name));
}
