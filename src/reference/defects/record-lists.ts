import type { Field, Operation } from '../../contract/model.ts';
import type { OutElement, OutNode } from '../wire/element.ts';
import { element, isElement } from '../wire/element.ts';
import { everywhere } from './cells.ts';
import type { Defect, Effect } from './defect.ts';
import { editArray, editField, inResult, operationOf } from './edit.ts';
import { isList, isRecordList, isStringList, isUnnamedList, type Pick } from './fields.ts';

function listed(
  id: string,
  title: string,
  effect: Effect,
  bugClass: string | null = '22',
  requirement = 'records.lists',
): Defect {
  return { id, title, requirement, bugClass, ...effect };
}

const itemName = ({ content }: Field): string => (content.kind === 'list' ? content.item.name : '');
const items = ({ children }: OutElement): readonly OutElement[] => children.filter(isElement);
const holding = (one: OutElement, children: readonly OutNode[]): readonly OutNode[] =>
  one.children.length === 0 ? [one] : [{ ...one, children }];

/** Changes the items of the first list so chosen. */
function editItems(pick: Pick, edit: (item: OutElement, place: number) => OutElement): Effect {
  return editField('top', pick, (list) => [{ ...list, children: items(list).map(edit) }]);
}

const renamed = (name: string) => (item: OutElement) => ({ ...item, name });

/** The record, or the records, in a further element. */
const levelExtra: Effect = {
  cells: everywhere,
  hooks: {
    payload: (payload, ctx) =>
      inResult(payload, ctx, (result) => ({ ...result, children: further(result, operationOf(ctx)) })),
  },
};

function further({ children }: OutElement, { result }: Operation): readonly OutNode[] {
  return children.length === 0
    ? []
    : [element(result.kind === 'array' ? `ArrayOf${result.record}` : result.record, children)];
}

/** `record.shape`. */
const shapeDefects: readonly Defect[] = [
  listed(
    'record-level-extra',
    'The result holds one level too many above its fields.',
    levelExtra,
    '21',
    'bindings.rule-3.soap-result',
  ),
  listed(
    'record-level-missing',
    'An array is answered with the fields of its first record.',
    editArray((children) => children.filter(isElement)[0]?.children ?? []),
    '24',
    'bindings.rule-3.soap-result',
  ),
  listed(
    'list-flattened',
    'A list of strings repeats the field instead of the items in it.',
    editField('top', isStringList, (list) => items(list).map((item) => ({ ...list, children: item.children }))),
    '24',
  ),
  listed(
    'nested-list-flattened',
    'A list of records repeats the field instead of the items in it.',
    editField('top', isRecordList, (list) => items(list).map((item) => ({ ...list, children: item.children }))),
    '24',
  ),
  listed(
    'unnamed-list-flattened',
    'The list recid_images_URL repeats itself instead of the items in it.',
    editField('top', isUnnamedList, (list) => items(list).map((item) => ({ ...list, children: item.children }))),
    '24',
  ),
  listed(
    'list-as-text',
    'A list of strings is one text with commas.',
    editField('top', isStringList, (list) =>
      holding(list, [
        items(list)
          .flatMap(({ children }) => children)
          .join(', '),
      ]),
    ),
    '24',
  ),
  listed(
    'list-level-extra',
    'A list of strings has one level too many.',
    editField('top', isStringList, (list) => holding(list, [element('ArrayOfString', list.children)])),
  ),
  listed(
    'nested-list-level-extra',
    'A list of records has one level too many.',
    editField('top', isRecordList, (list, field) =>
      holding(list, [element(`ArrayOf${itemName(field)}`, list.children)]),
    ),
  ),
  listed(
    'text-wrapped',
    'The items of a list of strings hold an element instead of a text.',
    editItems(isStringList, (item) => ({ ...item, children: [element('value', item.children)] })),
    '30',
  ),
];

/** `record.list-item`. */
const itemDefects: readonly Defect[] = [
  listed(
    'string-item-renamed',
    'The items of a list of strings are named item.',
    editItems(isStringList, renamed('item')),
  ),
  listed(
    'string-item-case',
    'The items of a list of strings are named String.',
    editItems(isStringList, renamed('String')),
    '22, 34',
  ),
  listed(
    'last-item-renamed',
    'The last item of a list has another name.',
    editField('top', isList, (list) => [
      {
        ...list,
        children: items(list).map((item, place, all) => (place === all.length - 1 ? renamed('last')(item) : item)),
      },
    ]),
  ),
  listed(
    'record-item-renamed',
    'The records of an array are named item.',
    editArray((children) => children.map((node) => (isElement(node) ? renamed('item')(node) : node))),
  ),
  listed(
    'record-item-case',
    'The records of an array are spelled in lower case.',
    editArray((children) => children.map((node) => (isElement(node) ? renamed(node.name.toLowerCase())(node) : node))),
    '22, 34',
  ),
  listed(
    'nested-item-renamed',
    'The records of a nested list are named item.',
    editItems(isRecordList, renamed('item')),
  ),
  listed(
    'unnamed-items-differ',
    'The items of recid_images_URL bear several names.',
    editItems(isUnnamedList, (item, place) => renamed(place === 0 ? 'image' : 'picture')(item)),
  ),
];

/** Layer 'record': lists and levels. */
export const recordListDefects: readonly Defect[] = [...shapeDefects, ...itemDefects];
