import { cellName } from '../contract/cell-name.ts';
import type { Cell, Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import type { Reason } from '../rules/judgement.ts';
import { rulesFor, selectedRules } from '../rules/rules.ts';
import type { RunOptions } from './run-options.ts';

/** The cells a run covers, operation by operation in the document's order: those that a selected rule judges. */
export function selectedCells(
  contract: Contract,
  options: Pick<RunOptions, 'operations' | 'bindings' | 'cells'> & Partial<Pick<RunOptions, 'rules'>>,
): readonly Cell[] {
  const rules = selectedRules(options.rules ?? null);
  const wanted = (names: readonly string[] | null, name: string): boolean => names === null || names.includes(name);
  return contract.operations
    .filter(({ name }) => wanted(options.operations, name))
    .flatMap((operation) =>
      bindingNames.filter((name) => wanted(options.bindings, name)).map((binding) => ({ operation, binding })),
    )
    .filter((cell) => wanted(options.cells, cellName(cell)) && rulesFor(cell, contract, rules).length > 0);
}

/** Why a cell is not called, or null where it is. */
export function skipReason(cell: Cell, options: Pick<RunOptions, 'includeWrites'>): Reason | null {
  if (cell.operation.effect === 'read' || options.includeWrites) return null;
  return { code: 'write-not-sent', text: 'it changes state at the server; --include-writes calls it' };
}
