import { isPlainText } from '../../calls/read-texts.ts';
import { drawTexts } from '../../calls/values.ts';
import type { Cell, Parameter } from '../../contract/model.ts';
import { loadCatalog } from '../../reference/catalog.ts';
import { neutralHeader, type ParameterValues, type VehicleTypeHeader } from '../../reference/value.ts';
import { isSoap } from '../../reference/wire/element.ts';
import { credentialsOf, dealers } from './dealers.ts';

type Row = Readonly<Record<string, string>>;
type Type = Parameter['type'];

export interface Question {
  readonly parameters: ParameterValues;
  readonly header: VehicleTypeHeader | null;
}

/** Other names in the catalogue for what a parameter requests. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  ProductID: ['Products'],
  PartialProd: ['Products', 'PartialProductID'],
  Submodel: ['Submodels'],
  ItemNo: ['ItemID'],
};

const ROWS_PER_ENTRY = 24;
/** Values of a parameter, and calls with each of them. */
const MOST_VALUES = 150;
const PER_VALUE = 2;

/** All values that are together in the catalogue. */
function* entriesOf(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (Array.isArray(value)) for (const one of value) yield* entriesOf(one);
  else if (typeof value === 'object' && value !== null) {
    yield value as Record<string, unknown>;
    for (const one of Object.values(value)) yield* entriesOf(one);
  }
}

const known = new Map<string, readonly Row[]>();

/** Values of parameters that belong together, from all the server's data. */
function rowsOf({ operation }: Cell): readonly Row[] {
  const rows = known.get(operation.name) ?? readRows(operation.parameters.filter((one) => !one.credential));
  known.set(operation.name, rows);
  return rows;
}

/** All texts of the server's data that a parameter may ask for. */
export const knownTexts = (cell: Cell, name: string): readonly string[] => [
  ...new Set(rowsOf(cell).map((row) => row[name] ?? '')),
];

function readRows(free: readonly Parameter[]): readonly Row[] {
  const example: Row = Object.fromEntries(free.map(({ name, example: own }) => [name, own]));
  const found: Row[] = [example];
  for (const entry of entriesOf(loadCatalog())) {
    let rows: readonly Row[] = [example];
    for (const { name, type } of free) {
      const names = [name, ...(ALSO[name] ?? [])].map((one) => one.toLowerCase());
      const values = Object.entries(entry)
        .filter(([field]) => names.includes(field.toLowerCase()))
        .flatMap(([, value]) => value)
        .flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [`${value}`] : []))
        .filter((value) => type === 'string' || /^-?\d+$/.test(value));
      if (values.length > 0)
        rows = rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))).slice(0, ROWS_PER_ENTRY);
    }
    found.push(...rows.filter((row) => row !== example));
  }
  return [...new Map(found.map((row) => [JSON.stringify(row), row])).values()];
}

const MARKS = [' ', '&', '"', "'", '+', '%', '\\', '?', '🚀'];
const INSIDE = [...MARKS, '>', '%20', '%2B', '  ', '\u00a0', 'é', 'e\u0301', '&amp;', '&quot;'];
const ACCENTED = [...'áéíóúÁÉÍÓÚŠšŇňČčḞḋÑý'];
const LENGTHS = [16, 32, 50, 64, 100, 128, 255, 300];

/** Texts that some misreading takes for this one, and those that it changes. */
function nearTexts(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return [
    ...[text, text.toLowerCase(), text.toUpperCase(), text.normalize('NFD'), encodeURIComponent(text), `${text}.0`],
    ...MARKS.flatMap((mark) => [`${text}${mark}x`, `${text}${mark}`, `${mark}${text}`]),
    ...INSIDE.map((mark) => `${text.slice(0, middle)}${mark}${text.slice(middle)}`),
    text.replace(/./, (one) => `%${one.charCodeAt(0).toString(16)}`),
    ...['+', '  '].map((space) => text.replaceAll(' ', space)),
    text.replaceAll('&', '&amp;'),
    text.replaceAll('K', '\u212a').replaceAll('Å', '\u212b').replaceAll(';', '\u037e'),
    ...['0', '+', '00'].map((sign) => `${sign}${text}`),
    ...LENGTHS.map((length) => text.padEnd(length, 'x')),
    ...[
      text.slice(0, -1),
      text.slice(1),
      text.slice(-2),
      `${text},x`,
      `x,${text}`,
      text.replaceAll(/[^\p{L}\p{N}]/gu, ''),
    ],
    text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
    `${text.slice(0, middle)}_${text.slice(middle + 1)}`,
    `${text.slice(0, middle)}\u00AD${text.slice(middle)}`,
    text.replace(/[!-~]/, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
    text.replace('ss', 'ß').replace('ae', 'æ').replace('oe', 'œ'),
    ...ACCENTED.flatMap((letter) => text.replace(letter.normalize('NFD').slice(0, 1), letter)),
  ];
}

/** All characters of Unicode below U+3000, and one in seven of the others. */
const everyCharacter = (): string =>
  Array.from({ length: 0x3000 - 0x80 + Math.ceil((0x110000 - 0x3000) / 7) }, (_, at) => {
    const code = at < 0x3000 - 0x80 ? at + 0x80 : 0x3000 + 7 * (at - (0x3000 - 0x80));
    return String.fromCodePoint(code);
  })
    .filter((one) => /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Cf}\p{Co}]/u.test(one))
    .join('');

/** What may stand between values that the key of a cache joins. */
export const JOINTS = ['', '|', ',', ';', ':', '-', '_', '/', ' '];

/** Pairs of neighbouring texts that some such key takes for one. */
function* neighbours(text: string, next: string): Generator<readonly [string, string]> {
  for (const joint of JOINTS) {
    for (const [from, to] of [['word', 'other'], [text.slice(0, 1), text.slice(1)], ...splitsOf(text, joint)]) {
      yield [`${from}${joint}${to}`, next];
      yield [`${from}`, `${to}${joint}${next}`];
    }
    for (const [from, to] of splitsOf(next, joint)) yield [`${text}${joint}${from}`, `${to}`];
  }
}

const splitsOf = (text: string, joint: string): readonly (readonly string[])[] =>
  joint === '' ? [[text.slice(0, 1), text.slice(1)]] : [text.split(joint)].filter(({ length }) => length === 2);

const WORDS = [
  ...[
    '',
    'null',
    'undefined',
    'nil',
    'None',
    '007',
    '1.0',
    '+5',
    'x',
    '0',
    '12.50',
    '1e5',
    '0x1F',
    'no',
    'constructor',
  ],
  ...['\uFEFFx', 'x\u00AD'],
];

function nearNumbers(number: bigint): readonly bigint[] {
  const widths = [16n, 31n, 32n, 53n].flatMap((bits) => [number + 2n ** bits, number - 2n ** bits]);
  const digits = [number * 10n + 3n, number * 1000n + 3n, number + 12n * 10n ** 8n];
  return [number, -number, number + 1n, ...digits, ...widths];
}

const NUMBERS = [0n, -1n, 1n, 123456789n, 2n ** 31n - 1n, -(2n ** 31n), 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];

const inRange = (type: Type, numbers: readonly bigint[]): readonly bigint[] =>
  numbers.filter((number) => BigInt.asIntN(type === 'int' ? 32 : 64, number) === number);

/** Texts that the suite allows (see isPlainText), and numbers of the type, around a value of the catalogue. */
function near(value: string, type: Type): readonly (string | bigint)[] {
  return type === 'string'
    ? [...new Set(nearTexts(value))].filter(isPlainText)
    : inRange(type, nearNumbers(BigInt(value)));
}

/** Questions about a parameter or header field: all the server's data, similar values, random texts; not a run's. */
export function* questions(cell: Cell, detail: string): Generator<Question> {
  const { parameters, header: hasHeader } = cell.operation;
  const parameter = parameters.find(({ name }) => name === detail);
  const rows = rowsOf(cell);
  const neutral = hasHeader === null || !isSoap(cell.binding) ? null : neutralHeader;
  const ask = (row: Row, of: Question['parameters'] = {}, dealer = dealers[0], header = neutral): Question => {
    const values = parameters.map(({ name, type }) => {
      return [name, type === 'string' ? (row[name] ?? '') : BigInt(row[name] ?? '0')] as const;
    });
    return { parameters: { ...Object.fromEntries(values), ...credentialsOf(dealer), ...of }, header };
  };
  if (parameter === undefined) {
    const isMarked = (row: Row): boolean => Object.values(row).some((value) => MARKED.test(value));
    const some = [...rows.slice(0, 400).filter((_, at) => at % 20 === 0), ...rows.filter(isMarked).slice(0, 8)];
    for (const header of headers()) for (const row of some) yield ask(row, {}, dealers[0], header);
  } else if (parameter.credential) {
    for (const dealer of dealers) for (const row of rows.slice(0, 3)) yield ask(row, {}, dealer);
  } else if (parameter.decides) {
    // A run never sends another value for what decides what a write does.
    yield ask(rows[0] ?? {});
  } else {
    const { type } = parameter;
    const others = type === 'string' ? [...WORDS, everyCharacter(), ...drawTexts(1, 100)] : inRange(type, NUMBERS);
    for (const value of others) for (const row of rows.slice(0, 2)) yield ask(row, { [detail]: value });
    const byValue = new Map<string, readonly Row[]>();
    for (const row of rows) {
      const own = byValue.get(row[detail] ?? '') ?? [];
      if (own.length < PER_VALUE) byValue.set(row[detail] ?? '', [...own, row]);
    }
    // The longest first, since they show cuts.
    const values = [...byValue].toSorted(([one], [other]) => other.length - one.length).slice(0, MOST_VALUES);
    for (const [value, own] of values)
      for (const row of own) for (const one of near(value, type)) yield ask(row, { [detail]: one });
    const next = parameters[parameters.indexOf(parameter) + 1];
    if (type !== 'string' || next?.type !== 'string') return;
    for (const row of rows.slice(0, MOST_VALUES))
      for (const [one, other] of neighbours(row[detail] ?? '', row[next.name] ?? ''))
        yield ask(row, { [detail]: one, [next.name]: other });
  }
}

/** A name with a letter beyond ASCII or a mark. */
const MARKED = /[^\w -]/;

const FLAGS = [true, false];

function* headers(): Generator<VehicleTypeHeader> {
  const { vehicles } = loadCatalog();
  const lists = (field: 'Make' | 'Model'): readonly (readonly string[])[] => {
    const [one = '', two = '', three = ''] = [...new Set(vehicles.map((vehicle) => vehicle[field]))];
    const split = [one.slice(0, 2), one.slice(2)];
    const marked = vehicles.map((vehicle) => vehicle[field]).filter((name) => MARKED.test(name));
    return [
      [],
      ...[...new Set(marked)].map((name) => [name]),
      [one],
      [one, two, three],
      [two, one],
      [one.toUpperCase()],
      [`${one},${two}`],
      split,
    ];
  };
  for (const OnlyMake of lists('Make'))
    for (const NoModel of lists('Model'))
      for (const VehicleTypeToFilter of ['None', 'Car', 'Truck', 'Utility_Vehicle', 'Van'])
        for (const Filtervehicles of FLAGS)
          for (const NoMissings of FLAGS)
            for (const VcdbOnly of FLAGS)
              yield { Filtervehicles, VehicleTypeToFilter, OnlyMake, NoModel, NoMissings, VcdbOnly };
}
