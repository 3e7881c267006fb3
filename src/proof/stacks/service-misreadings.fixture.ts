import type { Cell, Contract, Parameter, SimpleType } from '../../contract/model.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import type { ParameterValues } from '../../reference/value.ts';
import { callerMixes } from '../mutants/caller-mixes.ts';
import { misreadings } from '../mutants/misreadings.ts';
import type { ServiceFault } from './faulty-service.fixture.ts';

/** A fault of the calls of an operation, and how it is named. */
export interface CallFault extends ServiceFault {
  readonly name: string;
  readonly operation: string;
}

/** Every way in which one binding of an operation that has several reads its calls wrongly. */
export function* misreadInOneBinding(contract: Contract): Generator<CallFault> {
  for (const cell of cellsOf(contract)) {
    if (cell.operation.bindings?.length === 1) continue;
    const { name, parameters } = cell.operation;
    for (const { kind, detail, mutation } of misreadings(cell, contract)) {
      const isOfType = parameters.some((one) => one.name === detail && !OF_TEXTS.test(one.type));
      const parametersOf: typeof mutation.parameters = (values, ctx) =>
        parameters.every((one) => one.name in values) ? (mutation.parameters?.(values, ctx) ?? values) : values;
      if (!isOfType || OF_ALL.has(kind))
        yield faultOf(cell, `${detail} ${kind}`, { ...mutation, parameters: parametersOf });
    }
    for (const parameter of parameters)
      for (const [kind, read] of Object.entries(wrongReadings(parameter)))
        yield faultOf(cell, `${parameter.name} ${kind}`, {
          applies: (asked, binding) => asked === name && binding === cell.binding,
          parameters: (values) => misread(values, parameter.name, read),
        });
  }
}

/** Every way in which all bindings of an operation give a caller what belongs to another. */
export function* mixedCallers(contract: Contract): Generator<CallFault> {
  const seen = new Set<string>();
  for (const cell of cellsOf(contract))
    for (const { kind, detail, mutation, arrival } of callerMixes(cell, contract)) {
      const name = `${cell.operation.name} ${detail} ${kind}`;
      if (seen.has(name)) continue;
      seen.add(name);
      const isOfOperation = (asked: string): boolean => asked === cell.operation.name;
      const arriving = arrival && { ...arrival, applies: isOfOperation };
      const answering = { ...mutation, applies: isOfOperation };
      yield { name: `${detail} ${kind}`, operation: cell.operation.name, answering, arriving };
    }
}

/** Kinds of misreadings for values of all types. */
const OF_ALL = new Set(['swapped with the next', 'of the call before']);
/** Types whose values are read as texts or numbers. */
const OF_TEXTS = /^(?:string|int|long)$/;

/** The cells, without the header that only the document describes. */
const cellsOf = (contract: Contract): readonly Cell[] =>
  selectedCells(contract).map((cell) => ({ ...cell, operation: { ...cell.operation, header: null } }));

const faultOf = ({ operation, binding }: Cell, name: string, answering: ServiceFault['answering']): CallFault => {
  return { name: `${name} over ${binding}`, operation: operation.name, answering };
};

type Read = (text: string) => string | null;

function misread(values: ParameterValues, name: string, read: Read): ParameterValues {
  const value = values[name];
  return value === undefined || value === null ? values : { ...values, [name]: read(`${value}`) };
}

const days: Readonly<Record<string, Read>> = {
  'a day later': (text) =>
    text.replace(/-(\d\d)(?=\D|$)(?!-)/, (_all, day: string) => `-${`${(Number(day) % 28) + 1}`.padStart(2, '0')}`),
  'with month and day swapped': (text) => text.replace(/-(\d\d)-(\d\d)/, '-$2-$1'),
};
const decimals: Readonly<Record<string, Read>> = {
  'as a whole number': (text) => text.replace(/\.\d+/, ''),
  'without its point': (text) => text.replace('.', ''),
  'without its sign': (text) => text.replace('-', ''),
  'as a float': (text) => (/^[+-]?[\d.]+$/.test(text) ? `${Math.fround(Number(text))}` : text),
};
const doubles: Readonly<Record<string, Read>> = {
  ...decimals,
  'without its exponent': (text) => text.replace(/e.*$/i, ''),
};

/** What a service may make of the values of a type. */
const byType: Readonly<Partial<Record<SimpleType, Readonly<Record<string, Read>>>>> = {
  boolean: {
    turned: (text) => (/^\s*(?:true|1)\s*$/.test(text) ? 'false' : 'true'),
    'read as false': () => 'false',
  },
  decimal: decimals,
  float: doubles,
  double: doubles,
  dateTime: {
    ...days,
    'without its zone': (text) => text.replace(/(?:Z|[+-]\d\d:\d\d)\s*$/, ''),
    'without its time': (text) => text.replace(/T[^Z+]*/, 'T00:00:00'),
  },
  date: days,
  duration: {
    'without its sign': (text) => text.replace('-', ''),
    'without its time': (text) => text.replace(/T.*/, ''),
  },
};

function wrongReadings({ type, enumeration = [], example }: Parameter): Readonly<Record<string, Read>> {
  if (OF_TEXTS.test(type) && enumeration.length === 0) return {};
  const [first, second] = enumeration;
  return {
    dropped: () => null,
    'read as a constant': () => example,
    ...(first === undefined || second === undefined
      ? {}
      : { 'read as another': (text) => (text === first ? second : first) }),
    ...byType[type],
  };
}
