import { createHash } from 'node:crypto';
import { cellName } from '../contract/cell-name.ts';
import type { Cell, Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import type { Reason } from '../rules/judgement.ts';
import { isRuleFor, selectedRules } from '../rules/rules.ts';
import type { RunOptions, Shard } from './model.ts';

type Selection = Pick<RunOptions, 'operations' | 'bindings' | 'cells'> & Partial<Pick<RunOptions, 'rules'>>;

const ALL: Selection = { operations: null, bindings: null, cells: null };

/** The cells a run covers, operation by operation in the document's order: those that a selected rule judges. */
export function selectedCells(contract: Contract, options: Selection = ALL): readonly Cell[] {
  const rules = selectedRules(options.rules ?? null, contract);
  const wanted = (names: readonly string[] | null, name: string): boolean => names === null || names.includes(name);
  return contract.operations
    .filter(({ name }) => wanted(options.operations, name))
    .flatMap((operation) =>
      (operation.bindings ?? bindingNames)
        .filter((name) => wanted(options.bindings, name))
        .map((binding) => ({ operation, binding })),
    )
    .filter((cell) => wanted(options.cells, cellName(cell)) && rules.some((rule) => isRuleFor(cell, contract, rule)));
}

/** Why a cell is not called, or null if it is. */
export function skipReason(cell: Cell, options: Pick<RunOptions, 'includeWrites'>): Reason | null {
  if (cell.operation.effect === 'read' || options.includeWrites) return null;
  return { code: 'write-not-sent', text: 'it changes state at the server; --include-writes calls it' };
}

/** `2/4`: a shard as the command line and reports name it. */
export function shardName({ index, count }: Shard): string {
  return `${index}/${count}`;
}

/** The cells that a run judges: those selected, and in a shard only those of its operations. */
export function cellsToRun(contract: Contract, options: Selection & Pick<RunOptions, 'shard'>): readonly Cell[] {
  const { shard } = options;
  const cells = selectedCells(contract, options);
  if (shard === undefined) return cells;
  const mine = operationsOf(shard, contract);
  return cells.filter(({ operation }) => mine.has(operation.name));
}

/**
 * The operations of a shard, dealt out in the order of their hashes: shards are of equal size, whatever is selected.
 * The cells of one stay together, to be compared.
 */
function operationsOf({ index, count }: Shard, contract: Contract): ReadonlySet<string> {
  const hash = (name: string): string => createHash('sha256').update(name).digest('hex');
  const byHash = contract.operations
    .map(({ name }) => ({ name, key: hash(name) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return new Set(byHash.filter((_, place) => place % count === index - 1).map(({ name }) => name));
}

/** The shard's part of a run in a line; '' for a whole run. */
export function partLine(shard: Shard | undefined, cells: readonly Cell[]): string {
  if (shard === undefined) return '';
  const names = [...new Set(cells.map(({ operation }) => operation.name))];
  const what = names.length === 0 ? 'no operation is in this part, so nothing is sent' : names.join(', ');
  return `Shard ${shardName(shard)}: ${what}\n`;
}
