import type { BindingName, Cell, Contract, Field, RecordType } from '../../contract/model.ts';
import type { Observable } from './defect.ts';

export const everywhere: Observable = () => true;
export const overSoap: Observable = ({ binding }) => isSoap(binding);
export const overHttp: Observable = ({ binding }) => !isSoap(binding);
export const arrays: Observable = ({ operation }) => operation.result.kind === 'array';

/** The cells of one operation. */
export function of(operation: string): Observable {
  return (cell) => cell.operation.name === operation;
}

/** The cells of one binding. */
export function over(binding: BindingName): Observable {
  return (cell) => cell.binding === binding;
}

/** True in the cells where all of these are. */
export function both(...all: readonly Observable[]): Observable {
  return (cell, contract) => all.every((one) => one(cell, contract));
}

/** True in the cells where one of these is. */
export function either(...some: readonly Observable[]): Observable {
  return (cell, contract) => some.some((one) => one(cell, contract));
}

/** True for the two bindings with an envelope. */
export function isSoap(binding: BindingName): boolean {
  return binding === 'soap11' || binding === 'soap12';
}

/** The record of an operation's answer and those nested in it. */
export interface RecordTypes {
  readonly top: RecordType;
  readonly nested: readonly RecordType[];
}

/** @throws Error where the contract lacks the operation's record: the loader has seen to it that it does not */
export function recordTypes({ operation }: Pick<Cell, 'operation'>, contract: Contract): RecordTypes {
  const top = recordType(operation.result.record, contract);
  return {
    top,
    nested: top.fields.map(nestedRecord).flatMap((name) => (name === null ? [] : recordType(name, contract))),
  };
}

/** The name of the record that a field holds a list of, or null. */
export function nestedRecord({ content }: Field): string | null {
  const inner = content.kind === 'list' ? content.item.content : content;
  return inner.kind === 'record' ? inner.record : null;
}

/** @throws Error where the contract has no record of that name */
export function recordType(name: string, contract: Contract): RecordType {
  const type = contract.records.get(name);
  if (type === undefined) throw new Error(`xsd/records.xsd has no complexType '${name}'.`);
  return type;
}
