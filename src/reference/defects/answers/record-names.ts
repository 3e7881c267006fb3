import { element } from '../../wire/element.ts';
import { arrays } from '../cells.ts';
import { type Defect, type Effect, table, where } from '../defect.ts';
import {
  any,
  type Depth,
  editChildren,
  type FieldFilter,
  has,
  isList,
  isValue,
  mapElements,
  moved,
  onField,
  onRecords,
  recased,
  renamed,
} from '../edits/tree.ts';

const OTHER = 'http://schemas.datacontract.org/2004/07/GetData';

const namespaceDefects = table(['record.namespace'], {
  'field-unqualified: The first field of a record is in no namespace.': onField('top', any, moved(null)),
  'field-namespace: The first field of a record is in another namespace.': onField('top', any, moved(OTHER)),
  'fields-unqualified: All fields of a record are in no namespace.': onRecords('top', (record) =>
    mapElements(record, moved(null)),
  ),
  'nested-field-unqualified: The first field of a nested record is in no namespace.': onField(
    'nested',
    any,
    moved(null),
  ),
  'record-unqualified: The records of an array are in no namespace.': where(arrays, onRecords('top', moved(null))),
  'nested-record-unqualified: Nested records are in another namespace.': onRecords('nested', moved(OTHER)),
});

const added = (depth: Depth): Effect =>
  editChildren(depth, has(any), (children) => [...children, element('Internal_note', ['checked'])]);
const addedFirst = editChildren('top', has(any), (children) => [element('Internal_note', ['checked']), ...children]);
const called = (edit: (name: string) => string, depth: Depth, pick: FieldFilter): Effect =>
  onField(depth, pick, (one) => ({ ...one, name: edit(one.name) }));
const misnamed = (depth: Depth, pick: FieldFilter): Effect => onField(depth, pick, renamed('Xyz'));

const unknownFieldDefects = table(['record.unknown-field'], {
  'field-added: A record has a further field at its end.': added('top'),
  'field-added-first: A record has a further field at its beginning.': addedFirst,
  'nested-field-added: A nested record has a further field at its end.': added('nested'),
  'field-renamed: The first field of a record has another name.': misnamed('top', any),
  'value-field-renamed: The first int, long or boolean has another name.': misnamed('outermost', isValue),
  'list-renamed: The first list has another name.': misnamed('top', isList),
  'nested-field-renamed: The first field of a nested record has another name.': misnamed('nested', any),
});

const endsNotInS: FieldFilter = ({ name }) => !/s$/i.test(name);
const hasUnderscore: FieldFilter = ({ name }) => name.includes('_');
const isLong: FieldFilter = ({ name }) => name.length >= 6;
const isUpperValue: FieldFilter = (one) => isValue(one) && one.name !== one.name.toLowerCase();

const fieldNameDefects = table(['record.field-name'], {
  "field-case: The first field's name begins in the other case.": called(recased, 'top', any),
  'value-field-case: The first int, long or boolean is spelled in lower case.': called(
    (name) => name.toLowerCase(),
    'outermost',
    isUpperValue,
  ),
  "nested-field-case: The first field's name of a nested record begins in the other case.": called(
    recased,
    'nested',
    any,
  ),
  "field-plural: The first field's name has an extra s.": called((name) => `${name}s`, 'top', endsNotInS),
  'field-without-underscores: A field is written without its underscores.': called(
    (name) => name.replaceAll('_', ''),
    'outermost',
    hasUnderscore,
  ),
  'field-misspelt: A long name of a field lacks its third letter.': called(
    (name) => name.slice(0, 2) + name.slice(3),
    'outermost',
    isLong,
  ),
});

export const recordNameDefects: readonly Defect[] = [...namespaceDefects, ...unknownFieldDefects, ...fieldNameDefects];
