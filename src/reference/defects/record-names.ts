import type { OutElement } from '../wire/element.ts';
import { element, isElement } from '../wire/element.ts';
import { arrays } from './cells.ts';
import type { Defect, Effect } from './defect.ts';
import { editChildren, editField, editRecords } from './edit.ts';
import { any, has, isList, isValue, type Pick } from './fields.ts';
import { recased } from './wrapper.ts';

function named(
  id: string,
  title: string,
  effect: Effect,
  bugClass: string | null,
  requirement = 'records.*.fields',
): Defect {
  return { id, title, requirement, bugClass, ...effect };
}

const OTHER = 'http://schemas.datacontract.org/2004/07/GetData';
const inNamespace =
  (namespace: string | null) =>
  (one: OutElement): readonly OutElement[] => [{ ...one, namespace }];
const called = (edit: (name: string) => string, where: 'top' | 'nested' | 'outermost', pick: Pick): Effect =>
  editField(where, pick, (one) => [{ ...one, name: edit(one.name) }]);

const unqualifiedFields = editChildren('top', has(any), (children) =>
  children.map((node) => (isElement(node) ? { ...node, namespace: null } : node)),
);

/** `record.namespace`. */
const namespaceDefects: readonly Defect[] = [
  named(
    'field-unqualified',
    'The first field of a record is in no namespace.',
    editField('top', any, inNamespace(null)),
    '18',
    'records.namespace',
  ),
  named(
    'field-namespace',
    'The first field of a record is in another namespace.',
    editField('top', any, inNamespace(OTHER)),
    '18',
    'records.namespace',
  ),
  named(
    'fields-unqualified',
    'All fields of a record are in no namespace.',
    unqualifiedFields,
    '18',
    'records.namespace',
  ),
  named(
    'nested-field-unqualified',
    'The first field of a nested record is in no namespace.',
    editField('nested', any, inNamespace(null)),
    '18',
    'records.namespace',
  ),
  named(
    'record-unqualified',
    'The records of an array are in no namespace.',
    { ...editRecords('top', has(any), (record) => ({ ...record, namespace: null })), cells: arrays },
    '18, 22',
    'records.namespace',
  ),
  named(
    'nested-record-unqualified',
    'Nested records are in another namespace.',
    editRecords('nested', has(any), (record) => ({ ...record, namespace: OTHER })),
    '18, 22',
    'records.namespace',
  ),
];

const added = (where: 'top' | 'nested', place: 'first' | 'last'): Effect =>
  editChildren(where, has(any), (children) => {
    const extra = element('Internal_note', ['checked']);
    return place === 'first' ? [extra, ...children] : [...children, extra];
  });

/** `record.unknown-field`. */
const unknownFieldDefects: readonly Defect[] = [
  named('field-added', 'A record has a further field at its end.', added('top', 'last'), null),
  named('field-added-first', 'A record has a further field at its beginning.', added('top', 'first'), null),
  named('nested-field-added', 'A nested record has a further field at its end.', added('nested', 'last'), null),
  named(
    'field-renamed',
    'The first field of a record has another name.',
    called(() => 'Xyz', 'top', any),
    '21',
  ),
  named(
    'value-field-renamed',
    'The first int, long or boolean has another name.',
    called(() => 'Xyz', 'outermost', isValue),
    '21',
  ),
  named(
    'list-renamed',
    'The first list has another name.',
    called(() => 'Xyz', 'top', isList),
    '22',
  ),
  named(
    'nested-field-renamed',
    'The first field of a nested record has another name.',
    called(() => 'Xyz', 'nested', any),
    '21',
  ),
];

const endsNotInS: Pick = ({ name }) => !/s$/i.test(name);
const hasUnderscore: Pick = ({ name }) => name.includes('_');
const isLong: Pick = ({ name }) => name.length >= 6;

/** `record.field-name`: near misses. */
const fieldNameDefects: readonly Defect[] = [
  named('field-case', "The first field's name begins in the other case.", called(recased, 'top', any), '34'),
  named(
    'value-field-case',
    'The first int, long or boolean is spelled in lower case.',
    called(lowered, 'outermost', isUpper(isValue)),
    '34',
  ),
  named(
    'nested-field-case',
    "The first field's name of a nested record begins in the other case.",
    called(recased, 'nested', any),
    '34',
  ),
  named(
    'field-plural',
    "The first field's name has an s too many.",
    called((name) => `${name}s`, 'top', endsNotInS),
    '22',
  ),
  named(
    'field-without-underscores',
    'A field is written without its underscores.',
    called((name) => name.replaceAll('_', ''), 'outermost', hasUnderscore),
    null,
  ),
  named(
    'field-misspelt',
    'A long name of a field lacks its third letter.',
    called((name) => name.slice(0, 2) + name.slice(3), 'outermost', isLong),
    null,
  ),
];

function lowered(name: string): string {
  return name.toLowerCase();
}

function isUpper(pick: Pick): Pick {
  return (field) => pick(field) && field.name !== field.name.toLowerCase();
}

/** Layer 'record': namespaces and names. */
export const recordNameDefects: readonly Defect[] = [...namespaceDefects, ...unknownFieldDefects, ...fieldNameDefects];
