import type { BindingName, Cell, Contract, Field, Parameter } from '../../contract/model.ts';
import { recordNamed } from '../../contract/operations.ts';
import { isSoap } from '../wire/element.ts';

/** True for the cells in which a change can be observed at all. */
export type Observable = (cell: Cell, contract: Contract) => boolean;

export const everywhere: Observable = () => true;
export const overSoap: Observable = ({ binding }) => isSoap(binding);
export const overHttp: Observable = ({ binding }) => !isSoap(binding);
export const carriesBody: Observable = ({ binding }) => binding !== 'http-get';
export const arrays: Observable = ({ operation }) => operation.result.kind === 'array';
export const single: Observable = ({ operation }) => operation.result.kind === 'single';

export function of(...operations: readonly string[]): Observable {
  return (cell) => operations.includes(cell.operation.name);
}

export function over(binding: BindingName): Observable {
  return (cell) => cell.binding === binding;
}

export function both(...all: readonly Observable[]): Observable {
  return (cell, contract) => all.every((one) => one(cell, contract));
}

export function either(...some: readonly Observable[]): Observable {
  return (cell, contract) => some.some((one) => one(cell, contract));
}

/** The record of an operation's answer and those nested in it. */
export function recordTypes({ operation }: Pick<Cell, 'operation'>, contract: Contract) {
  const top = recordNamed(contract, operation.result.record);
  const nested = top.fields.map(nestedRecord).flatMap((name) => (name === null ? [] : recordNamed(contract, name)));
  return { top, nested };
}

/** The name of the record that a field holds a list of, or null. */
export function nestedRecord({ content }: Field): string | null {
  const inner = content.kind === 'list' ? content.item.content : content;
  return inner.kind === 'record' ? inner.record : null;
}

/** Reads: only these get variants of a request. */
export const reads: Observable = ({ operation }) => operation.effect === 'read';
export const writes: Observable = ({ operation }) => operation.effect === 'write';

/** Operations without a header: their answers can be compared over all four bindings. */
export const takesNoHeader: Observable = ({ operation }) => operation.header === null;

export const takesHeader: Observable = ({ operation }) => operation.header !== null;

/** Where a call takes such a parameter. */
export const takes =
  (wanted: (parameter: Parameter) => boolean): Observable =>
  (cell) =>
    free(cell).some(wanted);

function free({ operation }: Pick<Cell, 'operation'>): readonly Parameter[] {
  return operation.parameters.filter(({ credential }) => !credential);
}

/** Where a call can lose its own values and the answer shows it. */
export const takesValues: Observable = (cell) => free(cell).length > 0;

/** Where its own text can get lost. */
export const takesText: Observable = (cell) => free(cell).some(({ type }) => type === 'string');

function isEchoed(cell: Cell, contract: Contract, { name, type }: Parameter): boolean {
  if (cell.operation.result.kind !== 'single') return false;
  const { fields } = recordNamed(contract, cell.operation.result.record);
  return fields.some(({ name: own, content }) => own === name && content.kind === 'simple' && content.type === type);
}

/** Where the answer's one record repeats a parameter in the field with its name. */
export const echoesAny: Observable = (cell, contract) => free(cell).some((one) => isEchoed(cell, contract, one));

/** Where it repeats a text. */
export const echoesText: Observable = (cell, contract) =>
  free(cell).some((one) => one.type === 'string' && isEchoed(cell, contract, one));

/** Where it repeats the first text of the call. */
export const echoesFirstText: Observable = (cell, contract) => {
  const first = free(cell).find(({ type }) => type === 'string');
  return first !== undefined && isEchoed(cell, contract, first);
};

/** Nested records have a field of this name, as their parent record has. */
export const sharesKey =
  (key: string): Observable =>
  (cell, contract) => {
    const { top, nested } = recordTypes(cell, contract);
    return [top, ...nested].filter(({ fields }) => fields.some(({ name }) => name === key)).length > 1;
  };

export const takesNumber: Observable = (cell) => free(cell).some(({ type }) => type !== 'string');
/** Where the records of the answer repeat a number, in a field with its name in any case. */
export const repeatsNumber: Observable = (cell, contract) => {
  const { fields } = recordNamed(contract, cell.operation.result.record);
  const names = fields.map(({ name }) => name.toLowerCase());
  return free(cell).some(({ name, type }) => type !== 'string' && names.includes(name.toLowerCase()));
};
