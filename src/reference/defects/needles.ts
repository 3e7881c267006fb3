import type { Parameter } from '../../contract/model.ts';
import type { MutationContext } from '../mutation.ts';
import { both, of, overSoap, recordTypes } from './cells.ts';
import type { Defect, Observable } from './defect.ts';
import { editChildren, editField, operationOf } from './edit.ts';
import { any, has, isString, ofType } from './fields.ts';
import { swapped } from './record-order.ts';
import { refusal } from './status.ts';

type Values = MutationContext['parameters'];
type Holds = (value: string | bigint) => boolean;

const isText =
  (holds: (text: string) => boolean): Holds =>
  (value) =>
    typeof value === 'string' && holds(value);
const isNumber =
  (holds: (number: bigint) => boolean): Holds =>
  (value) =>
    typeof value === 'bigint' && holds(value);

/** Whether one of the parameters of a call has a value of that kind. Credentials are never generated. */
function some(holds: Holds, ctx: MutationContext): boolean {
  const own = operationOf(ctx).parameters.filter(({ credential }) => !credential);
  return own.some(({ name }) => holdsValue(ctx.parameters, name, holds));
}

function holdsValue(values: Values, name: string, holds: Holds): boolean {
  const value = values[name] ?? null;
  return value !== null && holds(value);
}

/** Where a parameter of that kind is generated. A write is sent too seldom for rare values. */
function generates(wanted: (parameter: Parameter) => boolean): Observable {
  return ({ operation: { parameters, effect } }) =>
    effect === 'read' && parameters.some((parameter) => !parameter.credential && wanted(parameter));
}

const takesText = generates(({ type }) => type === 'string');
const takesNumbers = generates(({ type }) => type !== 'string');
const takesMake = generates(({ name }) => name === 'Make');

/** Where the answer repeats a text parameter in a field of its name. */
const echoes: Observable = (cell, contract) => {
  const { fields } = recordTypes(cell, contract).top;
  const isField = ({ name }: Parameter): boolean => fields.some((field) => field.name === name && isString(field));
  return (
    takesText(cell, contract) && cell.operation.result.kind === 'single' && cell.operation.parameters.some(isField)
  );
};

function refusing(id: string, title: string, cells: Observable, holds: Holds, bugClass: string | null = null): Defect {
  const refuse = refusal('Server was unable to process request. ---> The value could not be converted.');
  return {
    id,
    title,
    requirement: 'errors.success-status',
    bugClass,
    cells,
    rare: true,
    hooks: { failure: (failure, ctx) => (failure === null && some(holds, ctx) ? refuse(failure, ctx) : failure) },
  };
}

const swap = editChildren('top', has(any), swapped);

/** Faults that only some values of the parameters bring out. */
export const needleDefects: readonly Defect[] = [
  refusing(
    'negative-int-refused',
    'Numbers below zero are refused.',
    takesNumbers,
    isNumber((number) => number < 0n),
  ),
  refusing(
    'zero-refused',
    'Zero is refused.',
    takesNumbers,
    isNumber((number) => number === 0n),
  ),
  refusing(
    'long-parameter-as-int',
    'A long parameter is read as an int, so that larger numbers are refused.',
    generates(({ type }) => type === 'long'),
    isNumber((number) => number >= 2n ** 31n),
  ),
  refusing(
    'long-text-refused',
    'Texts of more than 256 characters are refused.',
    takesText,
    isText((text) => text.length > 256),
  ),
  refusing(
    'apostrophe-refused',
    'Texts with an apostrophe are refused.',
    takesText,
    isText((text) => text.includes("'")),
    '14',
  ),
  refusing(
    'astral-text-refused',
    'Characters beyond U+FFFF are refused.',
    takesText,
    isText((text) => /[\u{10000}-\u{10FFFF}]/u.test(text)),
  ),
  refusing(
    'empty-text-refused',
    'Empty texts are refused.',
    takesText,
    isText((text) => text === ''),
    '25',
  ),
  {
    id: 'header-filter-refused',
    title: 'A VehicleTypeHeader that switches the filter on is refused.',
    requirement: 'header.Filtervehicles',
    bugClass: '27',
    cells: both(overSoap, ({ operation }) => operation.header !== null),
    rare: true,
    hooks: {
      failure: (failure, ctx) => (ctx.header?.Filtervehicles ? refusal('No such filter.')(failure, ctx) : failure),
    },
  },
  {
    id: 'ampersand-echoed-raw',
    title: 'An ampersand in a parameter comes back unescaped.',
    requirement: 'service.xml',
    bugClass: '14',
    cells: echoes,
    rare: true,
    hooks: {
      text: (xml, ctx) =>
        some(
          isText((text) => text.includes('&')),
          ctx,
        )
          ? xml.replaceAll('&amp;', '&')
          : xml,
    },
  },
  {
    id: 'make-swaps-fields',
    title: 'For makes that begin with T the first two fields change places.',
    requirement: 'errors.success-status',
    bugClass: '20',
    cells: takesMake,
    rare: true,
    hooks: {
      payload: (payload, ctx) =>
        holdsValue(
          ctx.parameters,
          'Make',
          isText((make) => make.startsWith('T')),
        )
          ? (swap.hooks.payload?.(payload, ctx) ?? payload)
          : payload,
    },
  },
  {
    id: 'unknown-mcat-empty',
    title: 'An unknown mcat is answered with an empty Mcat.',
    requirement: 'records.McatCode.fields',
    bugClass: '26',
    cells: of('McatCode_check'),
    rare: true,
    hooks: {
      payload: (payload, ctx) => {
        if ((ctx.parameters.mcat ?? 0n) !== 0n) return payload;
        const emptied = editField('top', ofType('int'), (element) => [{ ...element, children: [] }]);
        return emptied.hooks.payload?.(payload, ctx) ?? payload;
      },
    },
  },
];
