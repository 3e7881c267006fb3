import type { Content } from '../../contract/model.ts';
import { arrays, both, everywhere, overSoap } from '../defects/cells.ts';
import { changes, where } from '../defects/defect.ts';
import { eachList } from '../defects/edits/data.ts';
import {
  any,
  bearing,
  editArray,
  type FieldFilter,
  filledWith,
  inPayload,
  isRecordList,
  isString,
  isStringList,
  isUnnamedList,
  mapElements,
  renamed,
} from '../defects/edits/tree.ts';
import { type FieldValue, isRecord } from '../value.ts';
import { element, isSoap, type OutElement, type OutNode } from '../wire/element.ts';
import { editAllRecords, editFields } from './tree.ts';
import { table, type Variation, type VariationChange } from './variation.ts';

type FieldPick = FieldFilter & ((field: { readonly content: Content }) => boolean);

const isAnyList: FieldPick = ({ content }) => content.kind === 'list';
const isOpen: FieldPick = ({ content }) => content.kind === 'open';
/** Lists of records, also that of recid_images_URL. */
const holdsRecords: FieldPick = ({ content }) => content.kind === 'list' && content.item.content.kind === 'record';
const hidesStrings: FieldPick = ({ content }) => content.kind === 'simple' && content.type === 'string';
const hidesStringLists: FieldPick = ({ content }) => content.kind === 'list' && content.item.content.kind === 'simple';

const nil =
  (value: string) =>
  (one: OutElement): readonly OutNode[] => [filledWith()(bearing({ 'xsi:nil': value })(one))];
const gone = (): readonly OutNode[] => [];
const emptied = (one: OutElement): readonly OutNode[] => [filledWith()(one)];
const hidden = (
  hides: NonNullable<VariationChange['hides']>,
  pick: FieldFilter,
  edit: (one: OutElement) => readonly OutNode[],
): VariationChange => ({ ...editFields(pick, edit), hides });
const nilItem = editFields(
  (field) => isStringList(field) || isRecordList(field),
  (one, { content }) => {
    if (content.kind !== 'list' || one.children.length === 0) return [one];
    return [{ ...one, children: [...one.children, ...nil('true')(element(content.item.name))] }];
  },
);

const NULL_LEFT_OUT = 'fixtures/asmx/README.md: ASMX leaves out null strings and lists';
const NILLABLE = 'records.soap-nil-lists; XML Schema 1.0 Part 1, section 2.6.2: nil on what is nillable';
const MARKED_NIL = 'fixtures/asmx/README.md: ASMX marks null items so';

export const absenceVariations: readonly Variation[] = [
  ...table(NULL_LEFT_OUT, {
    'strings-absent: Null strings are left out.': hidden(hidesStrings, isString, gone),
    'lists-absent: Null lists are left out.': hidden(isAnyList, isAnyList, gone),
    'empty-lists-left-out-over-soap: Lists without items are left out over SOAP only.': where(
      overSoap,
      editFields(isAnyList, (one) => (one.children.length === 0 ? [] : [one])),
    ),
  }),
  ...table(NILLABLE, {
    'strings-nil: Null strings are nil.': hidden(hidesStrings, isString, nil('true')),
    'string-lists-nil: Null lists of strings are nil.': hidden(hidesStringLists, isStringList, nil('1')),
    // Over SOAP nil says only that the list is there.
    'record-lists-nil: Null lists of records are nil.': hidden(
      (field, { binding }) => !isSoap(binding) && holdsRecords(field),
      holdsRecords,
      nil('true'),
    ),
  }),
  ...table('records.types', { 'strings-empty: Strings are empty.': editFields(isString, emptied) }),
  ...table('records.lists', {
    'lists-empty: Lists are empty.': { ...hidden(isAnyList, isAnyList, emptied), empties: true },
  }),
  ...table('records.soap-nil-lists', {
    "nested-lists-nil-over-soap: Lists of records are nil over SOAP, as in the document's samples.": where(
      overSoap,
      editFields(holdsRecords, nil('true')),
    ),
  }),
  ...table('XML Schema 1.0 Part 2, section 4.3.6: white space around booleans is collapsed', {
    'nil-with-space: A nil list says so as " 1 ".': where(overSoap, editFields(holdsRecords, nil(' 1 '))),
  }),
  ...table(MARKED_NIL, {
    'null-items: A null item of a list is nil.': nilItem,
    'null-records: A null record of an array is nil.': editArray((children, { result }) => [
      ...children,
      ...nil('true')(element(result.record)),
    ]),
  }),
];

/** True for what ASMX methods may return null for: nothing was found. */
function isNothing(value: FieldValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (!isRecord(value)) return false;
  const lists = Object.values(value).filter((one) => Array.isArray(one));
  return lists.length > 0 && lists.every((one) => one.length === 0);
}

const inResult = (result: (value: FieldValue) => FieldValue): VariationChange => changes(everywhere, { result });
const nothingAsNull = inResult((value) => (isNothing(value) ? null : value));

/** Changes every list of a result, whole arrays and those inside records. */
function listed(edit: (list: readonly FieldValue[]) => readonly FieldValue[]): VariationChange {
  const change = (value: FieldValue): FieldValue => eachList(value, (list) => edit(list.map(change)));
  return inResult(change);
}

const SILENT = 'the document, section Gaps in the endpoint behavior: matching and ordering are not shown';

const resultVariations = [
  ...table('fixtures/asmx/README.md: ASMX answers a null result so', {
    'nothing-found-null: Where nothing is found the result is null: no <Op>Result, or a nil root.': nothingAsNull,
  }),
  ...table('shared/design/rules.md: no Result and an empty array are both no data', {
    'nothing-found-null-over-soap: Over SOAP an array is null where over GET and POST it is empty.': where(
      both(arrays, overSoap),
      nothingAsNull,
    ),
  }),
  ...table(SILENT, {
    'order-reversed: Records and items come in another order.': listed((list) => list.toReversed()),
    'more-records: Answers hold every record but the last of a list five times.': listed((list) =>
      list.some(isRecord) ? [...Array.from({ length: 4 }, () => list.slice(0, -1)).flat(), ...list] : list,
    ),
  }),
];

const named = (name: string): VariationChange =>
  editFields(isUnnamedList, (list) => [mapElements(list, renamed(name))]);
const opened = (edit: (one: OutElement) => readonly OutNode[]): VariationChange => editFields(isOpen, edit);
const foreign: OutElement = {
  name: 'note',
  namespace: 'urn:other',
  prefix: 'o',
  attributes: { 'o:id': '1' },
  children: [],
};
const unqualified: OutElement = { ...foreign, namespace: null, prefix: '', attributes: {} };
const counted = bearing({ count: '2', 'xml:lang': 'en' });

const contentVariations: readonly Variation[] = [
  ...table('records.recid_images_URL_item.fields: the items have no name in the document', {
    'items-renamed: The items of recid_images_URL are named image.': named('image'),
    'items-named-as-field: The items of recid_images_URL are named URL, as one of their fields.': named('URL'),
    'items-named-as-record: The items of recid_images_URL are named recid_images, as the record.':
      named('recid_images'),
    'items-named-by-binding: The items of recid_images_URL are named differently over SOAP.': where(
      overSoap,
      named('Recid_images_URL'),
    ),
  }),
  ...table('records.open-content: contents are not shown', {
    'open-text: Elements whose content is not shown hold text.': opened((one) => [
      filledWith('FR-BKT; 12 & more')(one),
    ]),
    'open-foreign: Elements whose content is not shown hold attributes, text and elements of other namespaces.': opened(
      (one) => [counted({ ...one, children: ['text ', foreign, ' more', unqualified] })],
    ),
    'open-nil: Elements whose content is not shown are nil, as in the samples.': opened(nil('true')),
    'open-absent: Elements whose content is not shown are left out.': opened(gone),
  }),
];

const typed = (name: (type: string) => string, declared: OutElement['attributes'] = {}): VariationChange =>
  editAllRecords(any, (one, { name: type }) => bearing({ ...declared, 'xsi:type': name(type) })(one));
const typedLists = editFields(isAnyList, (one, { content }) => {
  if (content.kind !== 'list') return [one];
  const { name, content: inner } = content.item;
  const ofStrings = inner.kind === 'simple';
  const typedItems = mapElements(one, bearing({ 'xsi:type': 'xsd:string' }));
  const type = ofStrings ? 'ArrayOfString' : `ArrayOf${name}`;
  return [bearing({ 'xsi:type': type })(ofStrings ? typedItems : one)];
});
const located = inPayload((root, { contract }) =>
  bearing({ 'xsi:schemaLocation': `${contract.namespace} getData.xsd` })(root),
);
const DERIVED = 'fixtures/asmx/README.md: derived record types add xsi:type, and have the names of classes';

const typeVariations = [
  ...table('XML Schema 1.0 Part 1, section 2.6.1', {
    'xsi-type-records: Every record says its type.': typed((type) => type),
    'xsi-type-lists: Every list says its type, and every text in one.': typedLists,
  }),
  ...table(DERIVED, {
    'xsi-type-classes: Every record says its class.': typed((type) => `${type}Ex`),
    'xsi-type-prefixed: Every record says a class of another namespace.': typed((type) => `c:${type}`, {
      'xmlns:c': 'urn:classes',
    }),
  }),
  ...table('XML Schema 1.0 Part 1, section 2.6.3', {
    'schema-location: The result says where a schema lies.': located,
  }),
];

export const recordVariations: readonly Variation[] = [...resultVariations, ...contentVariations, ...typeVariations];
