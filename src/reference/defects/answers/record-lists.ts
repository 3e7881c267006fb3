import type { Operation } from '../../../contract/model.ts';
import { element, isElement, type OutElement, type OutNode } from '../../wire/element.ts';
import { type Defect, type Effect, table } from '../defect.ts';
import {
  editArray,
  editField,
  type FieldFilter,
  isList,
  isRecordList,
  isStringList,
  isUnnamedList,
  onResult,
  operationOf,
  renamed,
} from '../edits/tree.ts';

const items = ({ children }: OutElement): readonly OutElement[] => children.filter(isElement);

/** Puts something else into the first such list, unless it is empty. */
const filled = (pick: FieldFilter, edit: (list: OutElement, item: string) => OutNode): Effect =>
  editField('top', pick, (list, { content }) => {
    if (list.children.length === 0) return [list];
    return [{ ...list, children: [edit(list, content.kind === 'list' ? content.item.name : '')] }];
  });
const editItems = (
  pick: FieldFilter,
  edit: (item: OutElement, place: number, all: readonly OutElement[]) => OutElement,
): Effect => editField('top', pick, (list) => [{ ...list, children: items(list).map(edit) }]);
/** The first such list repeats itself instead of its items. */
const flattened = (pick: FieldFilter): Effect =>
  editField('top', pick, (list) => items(list).map((item) => ({ ...list, children: item.children })));
const itemsNamed = (pick: FieldFilter, name: string): Effect => editItems(pick, renamed(name));
const editArrayItems = (edit: (item: OutElement) => OutElement): Effect =>
  editArray((children) => children.map((node) => (isElement(node) ? edit(node) : node)));

/** The record, or the records, in another element. */
const levelExtra = onResult((result, ctx) => ({ ...result, children: further(result, operationOf(ctx)) }));

function further({ children }: OutElement, { result }: Operation): readonly OutNode[] {
  if (children.length === 0) return [];
  return [element(result.kind === 'array' ? `ArrayOf${result.record}` : result.record, children)];
}

const joinedTexts = (list: OutElement): string =>
  items(list)
    .flatMap(({ children }) => children)
    .join(', ');

/** Layer 'record': lists and levels. */
export const recordListDefects: readonly Defect[] = [
  ...table(['record.shape'], {
    'record-level-extra: The result holds one level too many above its fields.': levelExtra,
    'record-level-missing: An array is answered with the fields of its first record.': editArray(
      (children) => children.filter(isElement)[0]?.children ?? [],
    ),
    'list-flattened: A list of strings repeats the field instead of the items in it.': flattened(isStringList),
    'nested-list-flattened: A list of records repeats the field instead of the items in it.': flattened(isRecordList),
    'unnamed-list-flattened: The list recid_images_URL repeats itself instead of the items in it.':
      flattened(isUnnamedList),
    'list-as-text: A list of strings is one text with commas.': filled(isStringList, joinedTexts),
    'list-level-extra: A list of strings has one level too many.': filled(isStringList, ({ children }) =>
      element('ArrayOfString', children),
    ),
    'nested-list-level-extra: A list of records has one level too many.': filled(isRecordList, ({ children }, item) =>
      element(`ArrayOf${item}`, children),
    ),
    'text-wrapped: The items of a list of strings hold an element instead of a text.': editItems(
      isStringList,
      (item) => ({ ...item, children: [element('value', item.children)] }),
    ),
  }),
  ...table(['record.list-item'], {
    'string-item-renamed: The items of a list of strings are named item.': itemsNamed(isStringList, 'item'),
    'string-item-case: The items of a list of strings are named String.': itemsNamed(isStringList, 'String'),
    'last-item-renamed: The last item of a list has another name.': editItems(isList, (item, place, all) =>
      place === all.length - 1 ? renamed('last')(item) : item,
    ),
    'record-item-renamed: The records of an array are named item.': editArrayItems(renamed('item')),
    'record-item-case: The records of an array are spelled in lower case.': editArrayItems((item) =>
      renamed(item.name.toLowerCase())(item),
    ),
    'nested-item-renamed: The records of a nested list are named item.': itemsNamed(isRecordList, 'item'),
    'unnamed-items-differ: The items of recid_images_URL have several names.': editItems(isUnnamedList, (item, place) =>
      renamed(place === 0 ? 'image' : 'picture')(item),
    ),
  }),
];
