import type { Field, RecordType, SimpleType } from '../../contract/model.ts';

/** Chooses fields of a record. */
export type Pick = (field: Field) => boolean;

export const any: Pick = () => true;
export const ofType =
  (...types: readonly SimpleType[]): Pick =>
  ({ content }) =>
    content.kind === 'simple' && types.includes(content.type);
export const isString = ofType('string');
export const isValue = ofType('int', 'long', 'boolean');
export const isSimple = ofType('string', 'int', 'long', 'boolean');

export const isStringList: Pick = ({ content }) => content.kind === 'list' && content.item.content.kind === 'simple';
/** A list of records whose items the document names. */
export const isRecordList: Pick = ({ content }) =>
  content.kind === 'list' && content.item.content.kind === 'record' && !content.item.anyName;
export const isList: Pick = (field) => isStringList(field) || isRecordList(field);
export const isUnnamedList: Pick = ({ content }) => content.kind === 'list' && content.item.anyName;

/** True for a record that has a field so chosen. */
export function has(pick: Pick): (type: RecordType) => boolean {
  return (type) => type.fields.some(pick);
}
