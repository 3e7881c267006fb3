import { isDeepStrictEqual } from 'node:util';
import { attempt } from '../../base/error.ts';
import { characterIn, placesOf } from '../../calls/blocks.ts';
import type { Trait } from '../../calls/spelling/trait.ts';
import { derivedSeed } from '../../calls/values.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract, Parameter } from '../../contract/model.ts';
import type { Mutation } from '../../reference/mutation.ts';
import type { ParameterValues, VehicleTypeHeader } from '../../reference/value.ts';
import { isSoap } from '../../reference/wire/element.ts';
import type { Level } from '../../rules/rule.ts';

type Value = string | bigint | null;

/** One way in which a server of a cell reads its requests wrongly. */
export interface Misreading {
  readonly kind: string;
  readonly place: string;
  readonly detail: string;
  readonly mutation: Mutation;
  /** What a request changes as it arrives, while others are under way; left out if requests never overlap. */
  readonly arrival?: Mutation | undefined;
  /** All cells misread the same, so that any rule of any cell may tell; left out if only the cell does. */
  readonly everywhere?: true;
  /** Misreadings of the same place: where no question tells any of them, nothing shows this. Left out: it shows itself. */
  readonly shows?: readonly Misreading[];
  /** An edit of a plain envelope that shows it; left out if values show it. */
  readonly shownBy?: (envelope: string) => string;
  /** The trait that is not understood: requests without it are read rightly. Null if all of the cell are misread. */
  readonly trait: Trait | null;
  /** What it does with the parameters; null if it reads them rightly. */
  readonly values: ((values: ParameterValues) => ParameterValues) | null;
  /** The level at which a run must object. */
  readonly level: Level;
  /** How often it read something else than was sent. */
  readonly fired: () => number;
}

const CONSTANT = 'read as a constant';

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

function decodedAgain(text: string): string {
  return attempt(() => decodeURIComponent(text.replaceAll('+', ' ')), text);
}

/** The characters that a legacy code page has; others become ?. */
function inCodePage(page: string): (text: string) => string {
  const decoder = new TextDecoder(page);
  const bytes = Array.from({ length: 256 * 256 }, (_, code) => decoder.decode(Uint8Array.of(code >> 8, code & 255)));
  const has = new Set(bytes.join(''));
  return (text) => eachOf(text, (one) => has.has(one) && one !== '\uFFFD', '?');
}

/** A text with its other characters changed. */
function eachOf(text: string, keeps: (one: string) => boolean, change: string | ((one: string) => string)): string {
  const changed = typeof change === 'string' ? () => change : change;
  return [...text].map((one) => (keeps(one) ? one : changed(one))).join('');
}

const texts: Readonly<Record<string, (text: string) => Value>> = {
  dropped: () => null,
  'read as empty': () => '',
  [CONSTANT]: () => 'x',
  'decoded from URL encoding twice': decodedAgain,
  'decoded from XML twice': (text) => text.replaceAll(/&\w+;/g, (one) => ENTITIES[one] ?? one),
  'left escaped': (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  'in lower case': (text) => text.toLowerCase(),
  'in upper case': (text) => text.toUpperCase(),
  trimmed: (text) => text.trim(),
  'with spaces folded': (text) => text.replaceAll(/\s+/g, ' '),
  'up to the first space': (text) => text.replace(/ .*/s, ''),
  'up to the first ampersand': (text) => text.replace(/&.*/s, ''),
  'up to the first quote': (text) => text.replace(/["'].*/s, ''),
  'without markup characters': (text) => text.replaceAll(/[<>&"']/g, ''),
  'with plus as space': (text) => text.replaceAll('+', ' '),
  'without percent signs': (text) => text.replaceAll('%', ''),
  'with templates expanded': (text) => text.replaceAll(/\$\{\w+\}|\{\{\w+\}\}|\$\d/g, ''),
  'without backslashes': (text) => text.replaceAll('\\', ''),
  'with ? beyond ASCII': (text) => text.replaceAll(/[^\0-\x7f]/gu, '?'),
  'as Latin-1': (text) => Buffer.from(text).toString('latin1'),
  'without astral characters': (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''),
  ...Object.fromEntries(
    ['C', 'D', 'KC', 'KD'].map((form) => [`in normal form ${form}`, (text: string) => text.normalize(`NF${form}`)]),
  ),
  'without accents': (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC'),
  'without format characters': (text) => text.replaceAll(/\p{Cf}/gu, ''),
  'without marks of direction': (text) => text.replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, ''),
  'up to the first astral character': (text) => text.replace(/[\u{10000}-\u{10ffff}].*/su, ''),
  ...Object.fromEntries(['windows-1252', 'windows-1250', 'shift_jis'].map((page) => [`in ${page}`, inCodePage(page)])),
  'with null as nothing': (text) => (/^(null|undefined|nil|none)$/i.test(text) ? null : text),
  'with numbers canonical': (text) => text.replace(/^\+?(-?)0*(\d+)(?:\.0+)?$/, '$1$2'),
  ...Object.fromEntries(
    [16, 32, 50, 64, 100, 128, 255].map((most) => [`cut at ${most}`, (text: string) => text.slice(0, most)]),
  ),
};

/** What a server makes of each text of a call, of which a run sends some in only one of them. */
const allTexts: Readonly<Record<string, (text: string) => string>> = {
  'with zero as nothing': (text) => (text === '0' ? '' : text),
  'with decimals as numbers': (text) => text.replace(/^\d+\.\d*0$/, (one) => `${Number(one)}`),
  'with exponents as numbers': (text) => text.replace(/^\d+e[+-]?\d+$/i, (one) => `${Number(one)}`),
  'with hexadecimal as numbers': (text) => text.replace(/^0x[\da-f]+$/i, (one) => `${Number(one)}`),
  'with yes and no as truth': (text) => text.replace(/^(yes|on|true)$/i, 'true').replace(/^(no|off|false)$/i, 'false'),
  'with dates and times rewritten': (text) => text.replace(/^(\d{4})-(\d\d)-(\d\d)(?=[T ]|$)/, '$2/$3/$1'),
  'with GUIDs in lower case': (text) => (/^\{?[\dA-F]{8}-[\dA-F-]{27}\}?$/.test(text) ? text.toLowerCase() : text),
  'without a byte order mark before it': (text) => text.replace(/^\uFEFF/, ''),
  'without what has no width at its ends': (text) => text.replace(/^(?:\p{Cf}|\p{Mn})+|(?:\p{Cf}|\p{Mn})+$/gu, ''),
};

/** What a server does with the characters of one block of Unicode: those of a kind (blocks.ts) show it. */
const ofBlock: Readonly<Record<string, readonly [kind: string, change: string | ((one: string) => string)]>> = {
  'without a block': ['PULDK', ''],
  'with ? for a block': ['PULDK', '?'],
  'with a block in lower case': ['U', (one) => one.toLowerCase()],
  'with a block in upper case': ['L', (one) => one.toUpperCase()],
  'with a block in normal form KD': ['DK', (one) => one.normalize('NFKD')],
};

/** Reads one block wrongly, which no run knows. */
function misreadBlock(kind: string, name: string): (text: string) => string {
  const [of, change] = ofBlock[kind] ?? ['', ''];
  const places = placesOf(of, 0, 0x10ffff).filter((place) => characterIn(place, 0).length > 0);
  const { first, size } = places[Math.abs(derivedSeed(1, `${kind}/${name}`)) % places.length] ?? { first: 0, size: 0 };
  const isInside = (code: number): boolean => code >= first && code < first + size;
  return (text) => eachOf(text, (one) => !isInside(one.codePointAt(0) ?? 0), change);
}

const numbers: Readonly<Record<string, (number: bigint) => Value>> = {
  'read as 0': () => 0n,
  [CONSTANT]: () => 1n,
  'one more': (number) => number + 1n,
  'without its sign': (number) => (number < 0n ? -number : number),
  'with the sign turned': (number) => -number,
  'without the last digit': (number) => number / 10n,
  'by its last eight digits': (number) => number % 10n ** 8n,
  'by its first six digits': (number) => BigInt(`${number}`.slice(0, 6)),
  'by its first digit': (number) => BigInt(`${number}`.slice(0, 1).replace('-', '0')),
  'in 16 bits': (number) => BigInt.asIntN(16, number),
  'in 32 bits': (number) => BigInt.asIntN(32, number),
  'unsigned in 32 bits': (number) => BigInt.asUintN(32, number),
  'at most 32 bits': (number) => (number > 2147483647n ? 2147483647n : number),
  'as a double': (number) => BigInt(Number(number)),
  'as a float': (number) => BigInt(Math.fround(Number(number))),
};

const flags = { 'read as false': () => false, 'read as true': () => true, turned: (flag: boolean) => !flag };
const lists: Readonly<Record<string, (list: readonly string[]) => readonly string[]>> = {
  'read as empty': () => [],
  'without the last': (list) => list.slice(0, -1),
  'the first alone': (list) => list.slice(0, 1),
  'the last alone': (list) => list.slice(-1),
  'as one text': (list) => (list.length > 1 ? [list.join('')] : list),
  'split at commas': (list) => list.flatMap((one) => one.split(',')),
  'in lower case': (list) => list.map((one) => one.toLowerCase()),
  'without accents': (list) => list.map((one) => one.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  'with ? beyond ASCII': (list) => list.map((one) => one.replaceAll(/[^\0-\x7f]/gu, '?')),
  'without marks': (list) => list.map((one) => one.replaceAll(/[^\p{L}\p{N} ]/gu, '')),
};

const types = {
  'read as None': () => 'None',
  'read as Car': () => 'Car',
  'Utility_Vehicle as None': (type: string) => (type === 'Utility_Vehicle' ? 'None' : type),
  'Van as Truck': (type: string) => (type === 'Van' ? 'Truck' : type),
};
const header = {
  ...{ Filtervehicles: flags, NoMissings: flags, VcdbOnly: flags },
  ...{ VehicleTypeToFilter: types, OnlyMake: lists, NoModel: lists },
};

function kindsOf(type: Parameter['type']): readonly string[] {
  const edges = [0n, -1n, 2n ** 31n - 1n, -(2n ** 31n), ...(type === 'long' ? [2n ** 63n - 1n] : [])];
  const kinds = Object.keys(type === 'string' ? { ...texts, ...ofBlock } : numbers);
  return kinds.filter((kind) => type === 'string' || edges.some((edge) => numbers[kind]?.(edge) !== edge));
}

/** Every misreading of the requests of a cell: each parameter, field of the header and kind. */
export function* misreadings(cell: Cell, { header: fields }: Contract): Generator<Misreading> {
  const { parameters } = cell.operation;
  for (const [at, { name, type, credential }] of parameters.entries()) {
    const of = (kind: string, read: (values: ParameterValues) => ParameterValues): Misreading =>
      misreading(cell, { kind, place: `${type} parameter`, detail: name }, read);
    for (const kind of kindsOf(type)) {
      const ofText = texts[kind] ?? misreadBlock(kind, `${cellName(cell)}/${name}`);
      const read = (value: Value): Value => {
        if (value === null) return null;
        return typeof value === 'bigint' ? (numbers[kind]?.(value) ?? value) : ofText(value);
      };
      yield of(kind, (values) => ({ ...values, [name]: read(values[name] ?? null) }));
    }
    const other = parameters[(at + 1) % parameters.length];
    if (other !== undefined && other.type === type && other.name !== name)
      yield of('swapped with the next', (values) => {
        return { ...values, [name]: values[other.name] ?? null, [other.name]: values[name] ?? null };
      });
    // One dealer's credentials are the same in every call.
    if (credential) continue;
    let before: Value | undefined;
    yield of('of the call before', (values) => {
      const value = before;
      before = values[name] ?? null;
      return { ...values, [name]: value ?? before };
    });
  }
  const strings = parameters.filter(({ type, credential }) => type === 'string' && !credential);
  for (const [kind, read] of cell.operation.effect === 'read' ? Object.entries(allTexts) : []) {
    const of = (names: readonly string[], place: string, detail: string): Misreading =>
      misreading(cell, { kind, place, detail }, (values) => {
        return { ...values, ...Object.fromEntries(names.map((name) => [name, read(`${values[name]}`)] as const)) };
      });
    const shows = strings.map(({ name }) => of([name], 'string parameter', name));
    if (shows.length > 0)
      yield {
        ...of(
          strings.map(({ name }) => name),
          'all string parameters',
          'texts',
        ),
        shows,
      };
  }
  if (cell.operation.header === null || !isSoap(cell.binding)) return;
  for (const { name } of fields.fields) {
    const field = name as keyof VehicleTypeHeader;
    for (const [kind, read] of Object.entries(header[field]))
      yield misreading(cell, { kind, place: 'header field', detail: name }, null, (block) => {
        return { ...block, [field]: (read as (value: unknown) => unknown)(block[field]) };
      });
  }
  yield misreading(cell, { kind: 'dropped', place: 'header', detail: 'VehicleTypeHeader' }, null, () => null);
}

/** A server that misreads requests of only this cell. */
function misreading(
  { operation, binding }: Cell,
  done: Pick<Misreading, 'kind' | 'place' | 'detail'>,
  values: Misreading['values'],
  block: (block: VehicleTypeHeader) => VehicleTypeHeader | null = (same) => same,
): Misreading {
  let fired = 0;
  const counted = <T>(from: T, to: T): T => {
    if (!isDeepStrictEqual(from, to)) fired += 1;
    return to;
  };
  const mutation: Mutation = {
    applies: (name, over) => name === operation.name && over === binding,
    parameters: (from) => (values === null ? from : counted(from, values(from))),
    header: (from) => (from === null ? null : counted<VehicleTypeHeader | null>(from, block(from))),
  };
  return { ...done, mutation, trait: null, values, level: 'recommended', fired: () => fired };
}
