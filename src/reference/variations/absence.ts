import { everywhere, overHttp, overSoap } from '../defects/cells.ts';
import { editArray } from '../defects/edit.ts';
import { isRecordList, isString, isStringList, type Pick } from '../defects/fields.ts';
import type { OutElement, OutNode } from '../wire/element.ts';
import { gone, type Hides, isAnyList, nil, record } from './record-variation.ts';
import { editFields } from './tree.ts';
import type { Variation } from './variation.ts';

const NULL_LEFT_OUT = 'shared/asmx/README.md: ASMX leaves out null strings and lists';
const NILLABLE = 'records.soap-nil-lists; XML Schema 1.0 Part 1, section 2.6.2: nil on what is nillable';

const emptied = (one: OutElement): readonly OutNode[] => [{ ...one, children: [] }];

/** Lists of records, that of recid_images_URL too. */
const holdsRecords: Hides & Pick = ({ content }) => content.kind === 'list' && content.item.content.kind === 'record';
const hidesStrings: Hides = ({ content }) => content.kind === 'simple' && content.type === 'string';
const hidesStringLists: Hides = ({ content }) => content.kind === 'list' && content.item.content.kind === 'simple';

/** Null strings, lists, items and records. */
export const absenceVariations: readonly Variation[] = [
  record(
    'strings-absent',
    'Null strings are left out.',
    NULL_LEFT_OUT,
    editFields(isString, gone),
    everywhere,
    hidesStrings,
  ),
  record('strings-nil', 'Null strings are nil.', NILLABLE, editFields(isString, nil('true')), everywhere, hidesStrings),
  record('strings-empty', 'Strings are empty.', 'records.types', editFields(isString, emptied)),
  record('lists-absent', 'Null lists are left out.', NULL_LEFT_OUT, editFields(isAnyList, gone), everywhere, isAnyList),
  {
    ...record(
      'lists-empty',
      'Lists are empty.',
      'records.lists',
      editFields(isAnyList, emptied),
      everywhere,
      isAnyList,
    ),
    empties: true,
  },
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
    'records.soap-nil-lists',
    editFields(holdsRecords, nil('true')),
    overSoap,
  ),
  record(
    'empty-lists-left-out-over-soap',
    'Lists without items are left out over SOAP only.',
    NULL_LEFT_OUT,
    editFields(isAnyList, (one) => (one.children.length === 0 ? [] : [one])),
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
