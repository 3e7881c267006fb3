import { arrays, both, either, everywhere, overSoap } from '../defects/cells.ts';
import type { Effect } from '../defects/defect.ts';
import { any, editRecords, has, isUnnamedList, type Pick } from '../defects/edit.ts';
import type { FieldValue, RecordValue } from '../value.ts';
import type { OutElement, OutNode } from '../wire/element.ts';
import { isElement } from '../wire/element.ts';
import { gone, type Hides, isAnyList, nil, record } from './record-variation.ts';
import { bearing, editFields } from './tree.ts';
import type { Variation } from './variation.ts';

const isOpen: Hides & Pick = ({ content }) => content.kind === 'open';

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
    'fixtures/asmx/README.md: ASMX answers a null result so',
    nothingAsNull,
  ),
  record(
    'nothing-found-null-over-soap',
    'Over SOAP an array is null where over GET and POST it is empty.',
    'shared/design/rules.md: no Result and an empty array are both no data',
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
const UNNAMED = 'records.recid_images_URL_item.fields: the items have no name in the document';
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
const saysString = (node: OutNode): OutNode =>
  isElement(node) ? bearing(node, { name: 'xsi:type', value: 'xsd:string' }) : node;
const DERIVED = 'fixtures/asmx/README.md: derived record types add xsi:type, and bear the names of classes';

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
  record(
    'xsi-type-lists',
    'Every list says its type, and every text in one.',
    'XML Schema 1.0 Part 1, section 2.6.1',
    editFields(isAnyList, (one, { content }) => {
      if (content.kind !== 'list') return [one];
      const { name, content: inner } = content.item;
      const children = inner.kind !== 'simple' ? one.children : one.children.map(saysString);
      const type = inner.kind === 'simple' ? 'ArrayOfString' : `ArrayOf${name}`;
      return [bearing({ ...one, children }, { name: 'xsi:type', value: type })];
    }),
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
export const recordVariations: readonly Variation[] = [...resultVariations, ...contentVariations, ...typeVariations];
