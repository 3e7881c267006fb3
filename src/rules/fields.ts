import type { Cell, Content, Contract, SimpleType } from '../contract/model.ts';
import { recordNamed } from '../contract/operations.ts';

/** A field of an operation's answer, by its path: `PartialProd_Master.PartialProd_Categories.Name`. */
interface FieldPath {
  readonly path: string;
  readonly content: Content;
  /** The field in which this one is nested, if any. */
  readonly parent: string | null;
  /** It may be absent, or nil. */
  readonly optional: boolean;
}

/** A field that the target never fills, by its path as coverage names it; in every operation if none is named. */
export interface UnusedField {
  readonly operation?: string;
  readonly field: string;
  readonly reason: string;
}

/** Every field of an operation's answer, nested ones too, in the document's order. */
export function fieldPaths({ operation }: Pick<Cell, 'operation'>, contract: Contract): readonly FieldPath[] {
  const { record } = operation.result;
  return below(record, record, null, contract);
}

function below(record: string, prefix: string, parent: string | null, contract: Contract): readonly FieldPath[] {
  return recordNamed(contract, record).fields.flatMap(({ name, content, optional, nillable }) => {
    const path = `${prefix}.${name}`;
    const inner = content.kind === 'list' ? content.item.content : content;
    const nested = inner.kind === 'record' ? below(inner.record, path, path, contract) : [];
    return [{ path, content, parent, optional: optional || nillable }, ...nested];
  });
}

/** True for a field of a cell in a declaration. */
export function isDeclared({ operation, field }: UnusedField, inOperation: string, path: string): boolean {
  return field === path && (operation === undefined || operation === inOperation);
}

/** True where the answer has a field of that type somewhere. */
export function hasType(type: SimpleType): (cell: Cell, contract: Contract) => boolean {
  return (cell, contract) =>
    fieldPaths(cell, contract).some(({ content }) => content.kind === 'simple' && content.type === type);
}

/** True where the answer is a record, or a list of records. */
export function hasRecords({ operation: { result } }: Pick<Cell, 'operation'>): boolean {
  const { content } = result;
  const item = content?.kind === 'list' ? content.item.content : content;
  return item === undefined || item.kind === 'record';
}

/** True where the answer has a list, of records or of strings, or is an array itself. */
export function hasList(cell: Cell, contract: Contract): boolean {
  return (
    cell.operation.result.kind === 'array' || fieldPaths(cell, contract).some(({ content }) => content.kind === 'list')
  );
}
