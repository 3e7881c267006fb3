import { element } from '../../wire/element.ts';
import { arrays } from '../cells.ts';
import { type Defect, type Effect, table, where } from '../defect.ts';
import {
  any,
  type Depth,
  type FieldFilter,
  followedBy,
  isList,
  isValue,
  mapElements,
  moved,
  onField,
  onRecords,
  precededBy,
  recased,
  renamed,
} from '../edits/tree.ts';

const OTHER = 'http://schemas.datacontract.org/2004/07/GetData';

const unqualified = (depth: Depth): Effect => onField(depth, any, moved(null));

const namespaceDefects = table(['record.namespace'], {
  'field-unqualified: The first field of a record is in no namespace.': unqualified('top'),
  'field-namespace: The first field of a record is in another namespace.': onField('top', any, moved(OTHER)),
  'fields-unqualified: All fields of a record are in no namespace.': onRecords('top', (record) =>
    mapElements(record, moved(null)),
  ),
  'nested-field-unqualified: The first field of a nested record is in no namespace.': unqualified('nested'),
  'record-unqualified: The records of an array are in no namespace.': where(arrays, onRecords('top', moved(null))),
  'nested-record-unqualified: Nested records are in another namespace.': onRecords('nested', moved(OTHER)),
});

const NOTE = element('Internal_note', ['checked']);
const called = (depth: Depth, pick: FieldFilter, edit: (name: string) => string): Effect =>
  onField(depth, pick, (one) => ({ ...one, name: edit(one.name) }));
const misnamed = (depth: Depth, pick: FieldFilter): Effect => onField(depth, pick, renamed('Xyz'));

const unknownFieldDefects = table(['record.unknown-field'], {
  'field-added: A record has a further field at its end.': onRecords('top', followedBy(NOTE)),
  'field-added-first: A record has a further field at its beginning.': onRecords('top', precededBy(NOTE)),
  'nested-field-added: A nested record has a further field at its end.': onRecords('nested', followedBy(NOTE)),
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
  "field-case: The first field's name begins in the other case.": called('top', any, recased),
  'value-field-case: The first int, long or boolean is spelled in lower case.': called(
    'outermost',
    isUpperValue,
    (name) => name.toLowerCase(),
  ),
  "nested-field-case: The first field's name of a nested record begins in the other case.": called(
    'nested',
    any,
    recased,
  ),
  "field-plural: The first field's name has an extra s.": called('top', endsNotInS, (name) => `${name}s`),
  'field-without-underscores: A field is written without its underscores.': called('outermost', hasUnderscore, (name) =>
    name.replaceAll('_', ''),
  ),
  'field-misspelt: A long name of a field lacks its third letter.': called(
    'outermost',
    isLong,
    (name) => name.slice(0, 2) + name.slice(3),
  ),
});

export const recordNameDefects: readonly Defect[] = [...namespaceDefects, ...unknownFieldDefects, ...fieldNameDefects];
