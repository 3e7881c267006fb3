import { isElement, type OutElement } from '../../wire/element.ts';
import { arrays, overSoap } from '../cells.ts';
import { type Defect, type Effect, table, where } from '../defect.ts';
import {
  any,
  bearing,
  type Depth,
  type EditElement,
  editArray,
  filledWith,
  followedBy,
  inPayload,
  isList,
  isString,
  isValue,
  onField,
  onRecords,
  onResult,
  precededBy,
} from '../edits/tree.ts';

const NIL = bearing({ 'xsi:nil': 'true' });
const SEQ = bearing({ seq: '1' });
const ID = bearing({ id: 'id1' });

const onText = (edit: EditElement): Effect => onField('outermost', isString, edit);
const emptyNil: EditElement = (one) => filledWith()(NIL(one));

const nilDefects = [
  ...table(['record.nil'], {
    'value-nil: The first int, long or boolean of a record is nil.': onField('top', isValue, emptyNil),
    'nested-value-nil: The first int, long or boolean of a nested record is nil.': onField('nested', isValue, emptyNil),
    'nil-with-content: A nil text has content.': onText((one) => filledWith('none')(NIL(one))),
    'nil-list-with-items: A nil list has items.': onField('top', isList, NIL),
    'nil-result-with-content: A nil result has content.': onResult(NIL),
    'nil-not-boolean: An attribute xsi:nil is neither true nor false.': onText(bearing({ 'xsi:nil': 'False' })),
  }),
];

const attributeDefects = table(['record.attribute'], {
  'attribute-added: The first field of a record has an attribute.': onField('top', any, SEQ),
  'nested-attribute-added: The first field of a nested record has an attribute.': onField('nested', any, SEQ),
  'record-attribute: The records of an array have an id.': where(arrays, onRecords('top', ID)),
  'nested-record-attribute: Nested records have an id.': onRecords('nested', ID),
  'result-attribute: The result or the root has an attribute that counts the records.': onResult(
    bearing({ count: '1' }),
  ),
  'attribute-xml-lang: A text has an xml:lang.': onText(bearing({ 'xml:lang': 'en' })),
});

const textFirst = (depth: Depth): Effect => onRecords(depth, precededBy('1'));
const withCommas: EditElement = (one) => ({ ...one, children: one.children.flatMap((node) => [node, ',']) });

const textDefects = table(['record.mixed-text'], {
  'text-between-fields: There is text before the first field of a record.': textFirst('top'),
  'text-after-fields: There is text after the last field of a record.': onRecords('top', followedBy(';')),
  'nested-text-between-fields: There is text before the first field of a nested record.': textFirst('nested'),
  'text-between-items: There is text between the items of a list.': onField('top', isList, withCommas),
  'text-between-records: There is text between the records of an array.': editArray((children) =>
    children.flatMap((node) => [node, ',']),
  ),
  'record-as-text: A record is one text with its values.': onRecords('top', (record) =>
    filledWith(textIn(record))(record),
  ),
});

function textIn({ children }: OutElement): string {
  return children.map((node) => (isElement(node) ? `${textIn(node)};` : typeof node === 'string' ? node : '')).join('');
}

/** Layer 'schema': only the XML Schema validator objects. */
const schemaDefects = table(['xsd.valid'], {
  'xsi-type-not-derived: A text says by xsi:type that it is an int.': onText(bearing({ 'xsi:type': 'xsd:int' })),
  'xsi-attribute-unknown: A text has an attribute xsi:null, as in drafts of XML Schema.': onText(
    bearing({ 'xsi:null': '1' }),
  ),
  'text-beside-result: There is text next to <Op>Result.': inPayload(followedBy('ok'), overSoap),
});

/** Layer 'record': what is on and between the elements. */
export const recordContentDefects: readonly Defect[] = [
  ...nilDefects,
  ...attributeDefects,
  ...textDefects,
  ...schemaDefects,
];
