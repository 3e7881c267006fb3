import type { Cell, Contract, Parameter } from '../../contract/model.ts';
import { recordType } from './cells.ts';
import type { Observable } from './defect.ts';

/** Reads: variants of a request are sent for these alone. */
export const reads: Observable = ({ operation }) => operation.effect === 'read';

/** Operations without a header, whose answers can be compared over all four bindings. */
export const takesNoHeader: Observable = ({ operation }) => operation.header === null;

/** The parameters of an operation that are no credentials. */
export function free({ operation }: Pick<Cell, 'operation'>): readonly Parameter[] {
  return operation.parameters.filter(({ credential }) => !credential);
}

/** Where a call can lose values of its own and the answer shows it. */
export const takesValues: Observable = (cell) => free(cell).length > 0;

/** Where a text of its own can get lost. */
export const takesText: Observable = (cell) => free(cell).some(({ type }) => type === 'string');

function isEchoed(cell: Cell, contract: Contract, { name, type }: Parameter): boolean {
  if (cell.operation.result.kind !== 'single') return false;
  const { fields } = recordType(cell.operation.result.record, contract);
  return fields.some(({ name: own, content }) => own === name && content.kind === 'simple' && content.type === type);
}

/** Where the one record of the answer repeats a parameter in the field of its name. */
export const echoesAny: Observable = (cell, contract) => free(cell).some((one) => isEchoed(cell, contract, one));

/** Where it repeats a text. */
export const echoesText: Observable = (cell, contract) =>
  free(cell).some((one) => one.type === 'string' && isEchoed(cell, contract, one));

/** Where it repeats the first text of the call. */
export const echoesFirstText: Observable = (cell, contract) => {
  const first = free(cell).find(({ type }) => type === 'string');
  return first !== undefined && isEchoed(cell, contract, first);
};

/** Where the records of the answer repeat a number, in a field of its name in any case. */
export const repeatsNumber: Observable = (cell, contract) => {
  const { fields } = recordType(cell.operation.result.record, contract);
  const names = fields.map(({ name }) => name.toLowerCase());
  return free(cell).some(({ name, type }) => type !== 'string' && names.includes(name.toLowerCase()));
};
