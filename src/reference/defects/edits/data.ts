import { type FieldValue, isList, isRecord, type RecordValue } from '../../value.ts';
import type { Hooks } from '../defect.ts';

type EditList = (items: readonly FieldValue[]) => FieldValue;

/** Every value of a result, changed; records and lists keep their form, unless `list` says otherwise. */
export function eachValue(
  value: FieldValue,
  change: (leaf: FieldValue) => FieldValue,
  list: EditList = (items) => items.map((item) => eachValue(item, change)),
): FieldValue {
  if (isList(value)) return list(value);
  if (!isRecord(value)) return change(value);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, eachValue(field, change, list)]));
}

export function eachText(value: FieldValue, edit: (text: string) => FieldValue, list?: EditList): FieldValue {
  return eachValue(value, (leaf) => (typeof leaf === 'string' ? edit(leaf) : leaf), list);
}

export function eachList(value: FieldValue, list: EditList): FieldValue {
  return eachValue(value, (leaf) => leaf, list);
}

/** Each simple field of a record, or of the records of a list, edited by its name. */
export function eachField(value: FieldValue, edit: (name: string, leaf: FieldValue) => FieldValue): FieldValue {
  if (isList(value)) return value.map((item) => eachField(item, edit));
  if (!isRecord(value)) return value;
  const edited = Object.entries(value).map(([name, leaf]) => [name, isList(leaf) ? leaf : edit(name, leaf)] as const);
  return Object.fromEntries(edited);
}

/** Changes the texts of answers. */
export function onTexts(edit: (text: string, n: number) => string): Hooks {
  return { result: (value, { n }) => eachText(value, (text) => edit(text, n)) };
}

/** Changes answers that are one record. */
export function onRecord(edit: (record: RecordValue) => RecordValue): Hooks {
  return { result: (value) => (isRecord(value) ? edit(value) : value) };
}
