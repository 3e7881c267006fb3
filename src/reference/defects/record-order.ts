import type { RecordType } from '../../contract/model.ts';
import type { OutNode } from '../wire/element.ts';
import { isElement } from '../wire/element.ts';
import { both, either, of } from './cells.ts';
import type { Defect, Effect } from './defect.ts';
import { editChildren, editField } from './edit.ts';
import { any, has, isSimple, isValue, ofType, type Pick } from './fields.ts';

function ordered(id: string, title: string, effect: Effect, bugClass: string | null): Defect {
  return { id, title, requirement: 'records.*.fields', bugClass, ...effect };
}

/** The first two children, changed over. */
export function swapped([first, second, ...rest]: readonly OutNode[]): readonly OutNode[] {
  return [second, first, ...rest].filter((node) => node !== undefined);
}

const firstLast = ([first, ...rest]: readonly OutNode[]): readonly OutNode[] =>
  first === undefined ? rest : [...rest, first];
const nameOf = (node: OutNode): string => (isElement(node) ? node.name : '');
const byName = (a: string, b: string): number => (a < b ? -1 : 1);
const sorted = (children: readonly OutNode[]): readonly OutNode[] =>
  children.toSorted((a, b) => byName(nameOf(a), nameOf(b)));
const isUnsorted = ({ fields }: RecordType): boolean => {
  const names = fields.map(({ name }) => name);
  return names.toSorted(byName).join() !== names.join();
};

/** `record.field-order`. */
const orderDefects: readonly Defect[] = [
  ordered(
    'fields-swapped',
    'The first two fields of a record change places.',
    editChildren('top', has(any), swapped),
    '20',
  ),
  ordered(
    'nested-fields-swapped',
    'The first two fields of a nested record change places.',
    editChildren('nested', has(any), swapped),
    '20',
  ),
  ordered('field-last', 'The first field of a record comes last.', editChildren('top', has(any), firstLast), '20'),
  ordered(
    'fields-sorted',
    'The fields of a record are sorted by name, as a data contract has them.',
    editChildren('top', isUnsorted, sorted),
    '20',
  ),
  ordered(
    'nested-fields-sorted',
    'The fields of a nested record are sorted by name.',
    editChildren('nested', isUnsorted, sorted),
    '20',
  ),
  everySecondTime(),
];

function everySecondTime(): Defect {
  const { cells, hooks } = editChildren('top', has(any), swapped);
  return {
    ...ordered(
      'fields-swapped-sometimes',
      'Every second answer has its first two fields changed over.',
      { cells, hooks },
      '20',
    ),
    // It takes two answers with a record: a single result always has one, a write is called too seldom.
    cells: both(cells, ({ operation }) => operation.effect === 'read' && operation.result.kind === 'single'),
    rare: true,
    hooks: { payload: (payload, ctx) => (ctx.n % 2 === 0 ? (hooks.payload?.(payload, ctx) ?? payload) : payload) },
  };
}

const twice = (where: 'top' | 'nested' | 'outermost', pick: Pick): Effect =>
  editField(where, pick, (one) => [one, one]);

const repeatedAtEnd = editChildren('outermost', has(isSimple), (children, { fields }) => {
  const name = fields.find(isSimple)?.name;
  return [...children, ...children.filter((node) => nameOf(node) === name)];
});

/** `record.field-repeated`. */
const repeatedDefects: readonly Defect[] = [
  ordered('field-twice', 'The first simple field of a record stands twice.', twice('outermost', isSimple), null),
  ordered('field-again-at-end', 'The first simple field of a record stands again at its end.', repeatedAtEnd, null),
  ordered(
    'nested-field-twice',
    'The first simple field of a nested record stands twice.',
    twice('nested', isSimple),
    null,
  ),
];

const leftOut = (where: 'top' | 'nested', pick: Pick): Effect => editField(where, pick, () => []);
const leftOutIf = (text: string, pick: Pick): Effect =>
  editChildren('outermost', has(pick), (children, { fields }) =>
    children.filter(
      (node) =>
        !isElement(node) ||
        node.children[0] !== text ||
        !fields.some((field) => field.name === node.name && pick(field)),
    ),
  );

/** `record.missing-value`. */
const missingDefects: readonly Defect[] = [
  ordered('value-missing', 'The first int, long or boolean of a record is left out.', leftOut('top', isValue), '25'),
  ordered(
    'nested-value-missing',
    'The first int, long or boolean of a nested record is left out.',
    leftOut('nested', isValue),
    '25',
  ),
  ordered('boolean-missing', 'The first boolean of a record is left out.', leftOut('top', ofType('boolean')), '25'),
  {
    ...ordered(
      'false-left-out',
      'A boolean is left out where it is false.',
      leftOutIf('false', ofType('boolean')),
      '25',
    ),
    rare: true,
  },
  {
    ...ordered('zero-left-out', 'An int is left out where it is 0.', leftOutIf('0', ofType('int')), '25'),
    cells: either(of('Get_Inventory'), of('Get_BasevevehicleLinks'), of('McatCodes'), of('Get_Universal_Seat_Cover')),
  },
];

/** Layer 'record': which fields there are, how often and in which order. */
export const recordOrderDefects: readonly Defect[] = [...orderDefects, ...repeatedDefects, ...missingDefects];
