import type { OutAttribute, OutElement } from '../wire/element.ts';
import { isElement } from '../wire/element.ts';
import { arrays, everywhere } from './cells.ts';
import type { Defect, Effect } from './defect.ts';
import { editArray, editChildren, editField, editRecords, inResult } from './edit.ts';
import { any, has, isList, isString, isValue } from './fields.ts';

function content(
  id: string,
  title: string,
  effect: Effect,
  bugClass: string | null,
  requirement = 'records.*.fields',
): Defect {
  return { id, title, requirement, bugClass, ...effect };
}

const NIL = { name: 'xsi:nil', value: 'true' };
const bearing =
  (...attributes: readonly OutAttribute[]) =>
  (one: OutElement): OutElement => ({ ...one, attributes: [...one.attributes, ...attributes] });
const nil = (one: OutElement): readonly OutElement[] => [{ ...bearing(NIL)(one), children: [] }];

/** Changes `<Op>Result`, or the root over HTTP. */
function onResult(edit: (result: OutElement) => OutElement): Effect {
  return { cells: everywhere, hooks: { payload: (payload, ctx) => inResult(payload, ctx, edit) } };
}

/** `record.nil`. */
const nilDefects: readonly Defect[] = [
  content('value-nil', 'The first int, long or boolean of a record is nil.', editField('top', isValue, nil), '26'),
  content(
    'nested-value-nil',
    'The first int, long or boolean of a nested record is nil.',
    editField('nested', isValue, nil),
    '26',
  ),
  content(
    'nil-with-content',
    'A nil text has content.',
    editField('outermost', isString, (one) => [{ ...bearing(NIL)(one), children: ['none'] }]),
    '26',
    'XML Schema 1.0 Part 1, section 2.6.2',
  ),
  content(
    'nil-list-with-items',
    'A nil list has items.',
    editField('top', isList, (one) => [bearing(NIL)(one)]),
    '26',
    'XML Schema 1.0 Part 1, section 2.6.2',
  ),
  content(
    'nil-result-with-content',
    'A nil result has content.',
    onResult(bearing(NIL)),
    '26',
    'XML Schema 1.0 Part 1, section 2.6.2',
  ),
  content(
    'nil-not-boolean',
    'An attribute xsi:nil is neither true nor false.',
    editField('outermost', isString, (one) => [bearing({ name: 'xsi:nil', value: 'False' })(one)]),
    '26, 27',
    'XML Schema 1.0 Part 1, section 2.6.2',
  ),
];

const XML_LANG = { name: 'xml:lang', value: 'en' };
const HREF = [{ name: 'id', value: 'id1' }];

/** `record.attribute`. */
const attributeDefects: readonly Defect[] = [
  content(
    'attribute-added',
    'The first field of a record has an attribute.',
    editField('top', any, (one) => [bearing({ name: 'seq', value: '1' })(one)]),
    null,
  ),
  content(
    'nested-attribute-added',
    'The first field of a nested record has an attribute.',
    editField('nested', any, (one) => [bearing({ name: 'seq', value: '1' })(one)]),
    null,
  ),
  content(
    'record-attribute',
    'The records of an array have an id.',
    { ...editRecords('top', has(any), bearing(...HREF)), cells: arrays },
    null,
  ),
  content(
    'nested-record-attribute',
    'Nested records have an id.',
    editRecords('nested', has(any), bearing(...HREF)),
    null,
  ),
  content(
    'result-attribute',
    '<Op>Result or the root has an attribute that counts the records.',
    onResult(bearing({ name: 'count', value: '1' })),
    null,
  ),
  content(
    'attribute-xml-lang',
    'A text has an xml:lang.',
    editField('outermost', isString, (one) => [bearing(XML_LANG)(one)]),
    null,
  ),
];

/** `record.mixed-text`. */
const textDefects: readonly Defect[] = [
  content(
    'text-between-fields',
    'Text stands before the first field of a record.',
    editChildren('top', has(any), (children) => ['1', ...children]),
    null,
  ),
  content(
    'text-after-fields',
    'Text stands behind the last field of a record.',
    editChildren('top', has(any), (children) => [...children, ';']),
    null,
  ),
  content(
    'nested-text-between-fields',
    'Text stands before the first field of a nested record.',
    editChildren('nested', has(any), (children) => ['1', ...children]),
    null,
  ),
  content(
    'text-between-items',
    'Text stands between the items of a list.',
    editField('top', isList, (one) => [{ ...one, children: one.children.flatMap((node) => [node, ',']) }]),
    '24',
    'records.lists',
  ),
  content(
    'text-between-records',
    'Text stands between the records of an array.',
    editArray((children) => children.flatMap((node) => [node, ','])),
    '24',
    'records.lists',
  ),
  content(
    'record-as-text',
    'A record is a text of its values.',
    editRecords('top', has(any), (record) => ({ ...record, children: [textIn(record)] })),
    null,
  ),
];

function textIn({ children }: OutElement): string {
  return children.map((node) => (isElement(node) ? `${textIn(node)};` : typeof node === 'string' ? node : '')).join('');
}

/** Layer 'record': what stands on and between the elements. */
export const recordContentDefects: readonly Defect[] = [...nilDefects, ...attributeDefects, ...textDefects];
