import { arrays, both, either, everywhere, overHttp, overSoap } from '../defects/cells.ts';
import type { Effect, Observable } from '../defects/defect.ts';
import { editArray, editRecords } from '../defects/edit.ts';
import { any, has, isRecordList, isString, isStringList, isUnnamedList, type Pick } from '../defects/fields.ts';
import type { FieldValue, RecordValue } from '../value.ts';
import type { OutElement, OutNode } from '../wire/element.ts';
import { isElement } from '../wire/element.ts';
import { bearing, editFields } from './tree.ts';
import type { Variation } from './variation.ts';

type Hides = NonNullable<Variation['hides']>;

function record(
  id: string,
  title: string,
  why: string,
  effect: Effect,
  where: Observable = everywhere,
  hides?: Hides,
): Variation {
  const variation = { id, title, why, hooks: effect.hooks, cells: both(where, effect.cells) };
  return hides === undefined ? variation : { ...variation, hides };
}

const NULL_LEFT_OUT = 'shared/asmx/README.md: ASMX leaves out null strings and lists';
const NILLABLE = 'records.nil-in-soap; XML Schema 1.0 Part 1, section 2.6.2: nil on what is nillable';

const nil =
  (value: string) =>
  (one: OutElement): readonly OutNode[] => [{ ...bearing(one, { name: 'xsi:nil', value }), children: [] }];
const gone = (): readonly OutNode[] => [];
const emptied = (one: OutElement): readonly OutNode[] => [{ ...one, children: [] }];

/** Lists of records, that of recid_images_URL too. */
const holdsRecords: Hides & Pick = ({ content }) => content.kind === 'list' && content.item.content.kind === 'record';
const isAnyList: Hides & Pick = ({ content }) => content.kind === 'list';
const isOpen: Hides & Pick = ({ content }) => content.kind === 'open';
const hidesStrings: Hides = ({ content }) => content.kind === 'simple' && content.type === 'string';
const hidesStringLists: Hides = ({ content }) => content.kind === 'list' && content.item.content.kind === 'simple';

const absenceVariations: readonly Variation[] = [
  record(
    'strings-absent',
    'Null strings are left out.',
    NULL_LEFT_OUT,
    editFields(isString, gone),
    everywhere,
    hidesStrings,
  ),
  record('strings-nil', 'Null strings are nil.', NILLABLE, editFields(isString, nil('true')), everywhere, hidesStrings),
  record(
    'strings-empty',
    'Strings are empty.',
    'records.types',
    editFields(isString, emptied),
    everywhere,
    hidesStrings,
  ),
  record('lists-absent', 'Null lists are left out.', NULL_LEFT_OUT, editFields(isAnyList, gone), everywhere, isAnyList),
  record('lists-empty', 'Lists are empty.', 'records.lists', editFields(isAnyList, emptied), everywhere, isAnyList),
  record(
    'string-lists-nil',
    'Null lists of strings are nil.',
    NILLABLE,
    editFields(isStringList, nil('1')),
    everywhere,
    hidesStringLists,
  ),
  record(
    'record-lists-nil-over-http',
    'Null lists of records are nil over GET and POST.',
    NILLABLE,
    editFields(holdsRecords, nil('true')),
    overHttp,
    holdsRecords,
  ),
  record(
    'nested-lists-nil-over-soap',
    "Lists of records are nil over SOAP, as in the document's samples.",
    'records.nil-in-soap',
    editFields(holdsRecords, nil('true')),
    overSoap,
  ),
  record(
    'nil-with-space',
    'A nil list says so as " 1 ".',
    'XML Schema 1.0 Part 2, section 3.2.2.1: booleans collapse white space',
    editFields(holdsRecords, nil(' 1 ')),
    overSoap,
  ),
  record(
    'null-items',
    'A null item of a list is nil.',
    'shared/asmx/README.md: ASMX marks null items so',
    editFields(
      (field) => isStringList(field) || isRecordList(field),
      (one, { content }) => {
        if (content.kind !== 'list' || one.children.length === 0) return [one];
        return [
          {
            ...one,
            children: [...one.children, ...nil('true')({ name: content.item.name, attributes: [], children: [] })],
          },
        ];
      },
    ),
  ),
  record(
    'null-records',
    'A null record of an array is nil.',
    'shared/asmx/README.md: ASMX marks null items so',
    editArray((children, { result }) => [
      ...children,
      ...nil('true')({ name: result.record, attributes: [], children: [] }),
    ]),
  ),
];

/** True for what ASMX methods may return null for: nothing was found. */
function isNothing(value: FieldValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (!isRecord(value)) return false;
  const lists = Object.values(value).filter((one) => Array.isArray(one));
  return lists.length > 0 && lists.every((one) => one.length === 0);
}

function isRecord(value: FieldValue): value is RecordValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const nothingAsNull: Effect = { cells: everywhere, hooks: { result: (value) => (isNothing(value) ? null : value) } };

/** Changes every list of a result, whole arrays and those inside records. */
function mapLists(value: FieldValue, edit: (list: readonly FieldValue[]) => readonly FieldValue[]): FieldValue {
  if (Array.isArray(value)) return edit(value.map((one) => mapLists(one, edit)));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapLists(one, edit)]));
}

const listed = (edit: (list: readonly FieldValue[]) => readonly FieldValue[]): Effect => ({
  cells: everywhere,
  hooks: { result: (value) => mapLists(value, edit) },
});

const SILENT = 'the document, section Gaps in the endpoint behavior: matching and ordering are not shown';

const resultVariations: readonly Variation[] = [
  record(
    'nothing-found-null',
    'Where nothing is found the result is null: no <Op>Result, or a nil root.',
    'shared/asmx/README.md: ASMX answers a null result so',
    nothingAsNull,
  ),
  record(
    'nothing-found-null-over-soap',
    'Over SOAP an array is null where over GET and POST it is empty.',
    'rules.md: both are no data',
    nothingAsNull,
    both(arrays, overSoap),
  ),
  record(
    'order-reversed',
    'Records and items come in another order.',
    SILENT,
    listed((list) => list.toReversed()),
  ),
  record(
    'more-records',
    'Answers hold every record and item five times.',
    SILENT,
    listed((list) => [...list, ...list, ...list, ...list, ...list]),
  ),
];

const renamed = (name: string): Effect =>
  editFields(isUnnamedList, (one) => [
    { ...one, children: one.children.map((item) => (isElement(item) ? { ...item, name } : item)) },
  ]);
const UNNAMED = 'records.recid_images.fields: the items have no name in the document';
const OPEN = 'records.open-content: contents are not shown';
const opened = (edit: (one: OutElement) => readonly OutNode[]): Effect => editFields(isOpen, edit);
const foreign: OutElement = {
  name: 'note',
  namespace: 'urn:other',
  prefix: 'o',
  attributes: [{ name: 'o:id', value: '1' }],
  children: [],
};

const contentVariations: readonly Variation[] = [
  record('items-renamed', 'The items of recid_images_URL are named image.', UNNAMED, renamed('image')),
  record(
    'items-named-as-field',
    'The items of recid_images_URL are named URL, as one of their fields.',
    UNNAMED,
    renamed('URL'),
  ),
  record(
    'items-named-as-record',
    'The items of recid_images_URL are named recid_images, as the record.',
    UNNAMED,
    renamed('recid_images'),
  ),
  record(
    'items-named-by-binding',
    'The items of recid_images_URL are named otherwise over SOAP.',
    UNNAMED,
    renamed('Recid_images_URL'),
    overSoap,
  ),
  record(
    'open-text',
    'Elements whose content is not shown hold text.',
    OPEN,
    opened((one) => [{ ...one, children: ['FR-BKT; 12 & more'] }]),
  ),
  record(
    'open-foreign',
    'Elements whose content is not shown hold attributes, text and elements of other namespaces.',
    OPEN,
    opened((one) => [
      bearing(
        { ...one, children: ['text ', foreign, ' more', { ...foreign, namespace: null, prefix: '', attributes: [] }] },
        { name: 'count', value: '2' },
        { name: 'xml:lang', value: 'en' },
      ),
    ]),
  ),
  record('open-nil', 'Elements whose content is not shown are nil, as in the samples.', OPEN, opened(nil('true'))),
  record('open-absent', 'Elements whose content is not shown are left out.', OPEN, opened(gone)),
];

const typed = (
  name: (type: string) => string,
  ...declared: readonly { readonly name: string; readonly value: string }[]
): Effect => {
  const edit = (one: OutElement, { name: type }: { readonly name: string }) =>
    bearing(one, ...declared, { name: 'xsi:type', value: name(type) });
  const [nested, top] = [editRecords('nested', has(any), edit), editRecords('top', has(any), edit)];
  const payload: NonNullable<Effect['hooks']['payload']> = (root, ctx) => {
    const inner = nested.hooks.payload?.(root, ctx) ?? root;
    return top.hooks.payload?.(inner, ctx) ?? inner;
  };
  return { cells: either(nested.cells, top.cells), hooks: { payload } };
};
const DERIVED = 'shared/asmx/README.md: derived record types add xsi:type, and bear the names of classes';

const typeVariations: readonly Variation[] = [
  record(
    'xsi-type-records',
    'Every record says its type.',
    'XML Schema 1.0 Part 1, section 2.6.1',
    typed((type) => type),
  ),
  record(
    'xsi-type-classes',
    'Every record says the class it is of.',
    DERIVED,
    typed((type) => `${type}Ex`),
  ),
  record(
    'xsi-type-prefixed',
    'Every record says a class of another namespace.',
    DERIVED,
    typed((type) => `c:${type}`, { name: 'xmlns:c', value: 'urn:classes' }),
  ),
  record('schema-location', 'The result says where a schema lies.', 'XML Schema 1.0 Part 1, section 2.6.3', {
    cells: everywhere,
    hooks: {
      payload: (root, { contract }) =>
        bearing(root, { name: 'xsi:schemaLocation', value: `${contract.namespace} getData.xsd` }),
    },
  }),
];

/** What records hold, and what they leave out. */
export const recordVariations: readonly Variation[] = [
  ...absenceVariations,
  ...resultVariations,
  ...contentVariations,
  ...typeVariations,
];
