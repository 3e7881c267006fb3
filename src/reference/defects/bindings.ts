import type { BindingName, Cell } from '../../contract/model.ts';
import type { FieldValue, RecordValue } from '../value.ts';
import type { Defect, Hooks } from './defect.ts';
import { refusal } from './status.ts';

/** Reads in one binding: another one answers as it should, and shows that this one does not. */
const only =
  (binding: BindingName, also: (cell: Cell) => boolean = () => true) =>
  (cell: Cell): boolean =>
    cell.binding === binding && cell.operation.effect === 'read' && also(cell);

const isArray = ({ operation }: Cell): boolean => operation.result.kind === 'array';
const isRecord = (value: FieldValue): value is RecordValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: FieldValue): value is readonly FieldValue[] => Array.isArray(value);

/** Every value of a result, changed; records and lists keep their form. */
export function eachValue(value: FieldValue, change: (leaf: FieldValue) => FieldValue): FieldValue {
  if (isList(value)) return value.map((item) => eachValue(item, change));
  if (!isRecord(value)) return change(value);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, eachValue(field, change)]));
}

function defect(id: string, title: string, requirement: string, cells: Defect['cells'], hooks: Hooks): Defect {
  return { id, title, requirement, bugClass: null, cells, hooks };
}

/** Faults of one binding that only a comparison with the others shows: each answer by itself is well formed. */
export const bindingDefects: readonly Defect[] = [
  {
    ...defect(
      'ampersand-refused-in-one-binding',
      'HTTP POST refuses a value with an ampersand.',
      'service.four-bindings',
      only('http-post', ({ operation }) =>
        operation.parameters.some(({ type, credential }) => type === 'string' && !credential),
      ),
      {
        failure: (failure, ctx) => {
          const values = Object.values(ctx.parameters);
          const refused = values.some((value) => typeof value === 'string' && value.includes('&'));
          return refused ? refusal('A potentially dangerous Request.Form value was detected.')(failure, ctx) : failure;
        },
      },
    ),
    rare: true,
  },
  defect(
    'no-data-in-one-binding',
    'SOAP 1.2 answers every array with an empty one.',
    'service.four-bindings',
    only('soap12', isArray),
    { result: (value) => (isList(value) ? [] : value) },
  ),
  defect(
    'value-differs-in-one-binding',
    'HTTP GET answers every text in capital letters.',
    'service.four-bindings',
    // Of an operation with a header, POST alone is compared with GET: of two halves the later is named.
    only('http-get', ({ operation }) => operation.header === null),
    { result: (value) => eachValue(value, (leaf) => (typeof leaf === 'string' ? `${leaf.toUpperCase()}!` : leaf)) },
  ),
  defect(
    'record-lost-in-one-binding',
    'SOAP 1.1 answers with the first record of an array twice and leaves the last one out.',
    'service.four-bindings',
    only('soap11', isArray),
    {
      result: (value) =>
        isList(value) && value.length > 0 ? [value[0] ?? null, ...value.slice(0, -1), value[0] ?? null] : value,
    },
  ),
  defect(
    'text-damaged-in-one-binding',
    'HTTP POST cuts every text after its second character.',
    'service.four-bindings',
    only('http-post'),
    {
      result: (value) =>
        eachValue(value, (leaf) => (typeof leaf === 'string' && leaf.length > 2 ? leaf.slice(0, 2) : leaf)),
    },
  ),
];
