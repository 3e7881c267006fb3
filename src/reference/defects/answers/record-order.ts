import type { RecordType } from '../../../contract/model.ts';
import { isElement, type OutNode } from '../../wire/element.ts';
import { both, of, reads, single } from '../cells.ts';
import { type Defect, type Effect, rareChanges, table, where } from '../defect.ts';
import {
  any,
  type Depth,
  editChildren,
  editField,
  type FieldFilter,
  has,
  inSome,
  isSimple,
  isValue,
  ofType,
} from '../edits/tree.ts';

type Nodes = readonly OutNode[];

const changedOver = ([first, second, ...rest]: Nodes): Nodes =>
  [second, first, ...rest].filter((node) => node !== undefined);
const firstLast = ([first, ...rest]: Nodes): Nodes => (first === undefined ? rest : [...rest, first]);
const nameOf = (node: OutNode): string => (isElement(node) ? node.name : '');
const byName = (a: string, b: string): number => (a < b ? -1 : 1);
const isUnsorted = ({ fields }: RecordType): boolean => {
  const names = fields.map(({ name }) => name);
  return names.toSorted(byName).join() !== names.join();
};
const sorted = (depth: Depth): Effect =>
  editChildren(depth, isUnsorted, (children) => children.toSorted((a, b) => byName(nameOf(a), nameOf(b))));
export const swapped = (depth: Depth): Effect => editChildren(depth, has(any), changedOver);

/** It takes two answers with a record: a single result always has one, a write is called too rarely. */
const swapSometimes = rareChanges(both(reads, single), inSome(swapped('top'), (_values, n) => n % 2 === 0).hooks);

const twice = (depth: Depth): Effect => editField(depth, isSimple, (one) => [one, one]);
const repeatedAtEnd = editChildren('outermost', has(isSimple), (children, { fields }) => {
  const name = fields.find(isSimple)?.name;
  return [...children, ...children.filter((node) => nameOf(node) === name)];
});

const leftOut = (depth: Depth, pick: FieldFilter): Effect => editField(depth, pick, () => []);
const leftOutIf = (text: string, pick: FieldFilter): Effect =>
  editChildren('outermost', has(pick), (children, { fields }) => {
    const chosen = (name: string) => fields.some((field) => field.name === name && pick(field));
    return children.filter((node) => !isElement(node) || node.children[0] !== text || !chosen(node.name));
  });
const hasZeros = of('Get_Inventory', 'Get_BasevevehicleLinks', 'McatCodes', 'Get_Universal_Seat_Cover');

export const recordOrderDefects: readonly Defect[] = [
  ...table(['record.field-order'], {
    'fields-swapped: The first two fields of a record are swapped.': swapped('top'),
    'nested-fields-swapped: The first two fields of a nested record are swapped.': swapped('nested'),
    'field-last: The first field of a record comes last.': editChildren('top', has(any), firstLast),
    'fields-sorted: The fields of a record are sorted by name, as a data contract has them.': sorted('top'),
    'nested-fields-sorted: The fields of a nested record are sorted by name.': sorted('nested'),
    'fields-swapped-sometimes: Every second answer has its first two fields swapped.': swapSometimes,
  }),
  ...table(['record.field-repeated'], {
    'field-twice: The first simple field of a record appears twice.': twice('outermost'),
    'field-again-at-end: The first simple field of a record appears again at its end.': repeatedAtEnd,
    'nested-field-twice: The first simple field of a nested record appears twice.': twice('nested'),
  }),
  ...table(['record.missing-value'], {
    'value-missing: The first int, long or boolean of a record is left out.': leftOut('top', isValue),
    'nested-value-missing: The first int, long or boolean of a nested record is left out.': leftOut('nested', isValue),
    'boolean-missing: The first boolean of a record is left out.': leftOut('top', ofType('boolean')),
    'false-left-out: A boolean is left out where it is false.': {
      ...leftOutIf('false', ofType('boolean')),
      rare: true,
    },
    'zero-left-out: An int is left out where it is 0.': where(hasZeros, leftOutIf('0', ofType('int'))),
  }),
];
