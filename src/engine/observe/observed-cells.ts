import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract, Operation } from '../../contract/model.ts';
import type { RunOptions } from '../../results/run-options.ts';
import { selectedCells } from '../../results/selected-cells.ts';
import type { Scope } from './observer.ts';

type CellScope = Exclude<Scope, 'every' | 'endpoint'>;

/** The operation that the observers of a scope use if it is selected. */
const preferred: Readonly<Record<CellScope, string>> = {
  parameters: 'Get_Basevehicle_Images',
  header: 'GetModel_VehicleType',
  credentials: 'Get_Video_Links',
};

const suits: Readonly<Record<CellScope, (operation: Operation) => boolean>> = {
  parameters: ({ parameters }) =>
    parameters.some(({ type }) => type !== 'string') &&
    parameters.some(({ type, credential }) => type === 'string' && !credential),
  header: ({ header }) => header !== null,
  credentials: ({ parameters }) => parameters.some(({ credential }) => credential),
};

/**
 * The cells of the one operation that the observers of a scope use, which keeps a run's observations few: the preferred
 * operation, or if it is not selected the first that suits. Never one that writes. Observers of parameters accept any
 * operation.
 */
export function observedCells(
  scope: Scope,
  contract: Contract,
  options: Pick<RunOptions, 'operations' | 'bindings'>,
): readonly Cell[] {
  if (scope === 'endpoint') return observedCells('parameters', contract, options).slice(0, 1);
  if (scope === 'every') {
    const scopes: readonly CellScope[] = ['parameters', 'header', 'credentials'];
    const cells = scopes.flatMap((one) => observedCells(one, contract, options));
    return [...new Map(cells.map((cell) => [cellName(cell), cell] as const)).values()];
  }
  const cells = selectedCells(contract, { ...options, cells: null }).filter(
    ({ operation }) => operation.effect === 'read',
  );
  const fitting = cells.filter(({ operation }) => suits[scope](operation));
  const candidates = fitting.length === 0 && scope === 'parameters' ? cells : fitting;
  const chosen = candidates.find(({ operation }) => operation.name === preferred[scope]) ?? candidates[0];
  return candidates.filter(({ operation }) => operation === chosen?.operation);
}
