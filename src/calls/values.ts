import { createHash } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import type { SimpleType } from '../contract/model.ts';
import { characterIn } from './blocks.ts';
import { otherArbitraries, otherEdges } from './other-values.ts';
import { isPlainText } from './read-texts.ts';
import { textClasses } from './texts.ts';

const INT = { min: -(2 ** 31), max: 2 ** 31 - 1 };
const LONG = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/** Edge cases by XSD type, most likely trouble first; lexical text. Those of texts are drawn (texts.ts). */
export const edgeValues: Readonly<Record<SimpleType, readonly string[]>> = {
  ...otherEdges,
  int: ['0', '-1', `${INT.max}`, `${INT.min}`],
  long: ['0', '-1', `${LONG.max}`, `${LONG.min}`],
  boolean: ['true', 'false'],
  string: ['', '-1'],
};

/** Letters, digits, and what must be escaped in XML or in a query. */
const characters = [...'abcXYZ019 -_.,/&\'"<>+%=;#?'];

const pieces: readonly string[] = textClasses.flatMap((one) => one.pieces);

/** A character of any block and kind. */
const ofPlace: Arbitrary<string> = fc
  .tuple(fc.constantFrom(...textClasses.flatMap(({ places = [] }) => places)), fc.noBias(fc.nat()))
  .map(([place, start]) => characterIn(place, start).join(''));

/** Letters and pieces of every class; half of the texts are only letters and common marks. */
const text: Arbitrary<string> = fc
  .oneof(
    fc
      .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...characters) }, ofPlace), { maxLength: 40 })
      .map((all) => all.join('')),
    fc.array(fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...characters), ofPlace), { maxLength: 12 }).map(
      (parts) => parts.join(''),
      (value) => {
        if (typeof value !== 'string') throw new Error('not a text');
        return [...value];
      },
    ),
  )
  .filter((value) => isPlainText(value));

/** Any code point. fast-check's own unit 'binary' makes a table of them all, which is 150 MB. */
const anyCharacter: Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff })
  .map((code) => String.fromCodePoint(code), toCodePoint);

/** Text of any characters that XML 1.0 and ASP.NET carry; for shrinking, since it accepts outside values. */
const anyText: Arbitrary<string> = fc
  .string({ unit: anyCharacter, maxLength: 10_000 })
  // The pieces of texts have tabs, line ends and control characters too.
  .filter((value) => isPlainText(value.replaceAll(/[\t\n]/g, ' ').replaceAll(/[\x80-\x9f]/g, 'x')));

const arbitraries: Readonly<Record<SimpleType, Arbitrary<string>>> = {
  ...otherArbitraries,
  int: fc.integer(INT).map(String, (value) => Number(digits(value))),
  long: fc.bigInt(LONG).map(String, (value) => BigInt(digits(value))),
  boolean: fc.constantFrom('true', 'false'),
  string: text,
};

/** Lexical values of an XSD type, edge cases among them. Every value can be shrunk again without its history. */
export function valuesOf(type: SimpleType): Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: arbitraries[type] },
    { weight: 1, arbitrary: fc.constantFrom(...edgeValues[type]) },
  );
}

/** Texts drawn from a seed. One with entities has an ampersand: a server that escapes none is one finding, not two. */
export function drawTexts(seed: number, count: number): readonly string[] {
  return fc.sample(
    text.filter((value) => value.length > 0 && (!/&\w+;/.test(value) || /&(?!\w+;)/.test(value))),
    { seed, numRuns: count },
  );
}

/** The same items in an order drawn at random; the same seed draws the same. */
export function drawOrder<T>(seed: number, items: readonly T[]): readonly T[] {
  const { length } = items;
  if (length < 2) return items;
  const orders = fc.shuffledSubarray([...items], { minLength: length, maxLength: length });
  return fc.sample(orders, { seed, numRuns: 1 })[0] ?? items;
}

/** Values of a type that can be shrunk from any origin: a pool, an edge, an earlier answer. */
export function shrinkableValue(type: SimpleType): Arbitrary<string> {
  return type === 'string' ? anyText : arbitraries[type];
}

function toCodePoint(value: unknown): number {
  const code = typeof value === 'string' ? value.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== value) throw new Error('not one character');
  return code;
}

function digits(value: unknown): string {
  if (typeof value !== 'string' || !/^-?\d+$/.test(value)) throw new Error('not an integer');
  return value;
}

/** Names and numbers that requests need, by use; the same seed gives the same. */
export function drawnNames(seed: number) {
  const digest = (use: string) => createHash('sha256').update(`${seed}/${use}`).digest();
  const word = (use: string): string => {
    const [length = 0, ...letters] = digest(use);
    // No `x`, since names that begin with `xml` are reserved.
    return letters
      .slice(0, 5 + (length % 5))
      .map((byte) => 'abcdefghijklmnopqrstuvwyz'[byte % 25])
      .join('');
  };
  return { word, hex: (use: string): string => digest(use).toString('hex') };
}

/** A seed of 32 bits from the run's seed and a name, independent of filters, shards and order. */
export function derivedSeed(seed: number, name: string): number {
  return createHash('sha256').update(`${seed}/${name}`).digest().readInt32BE(0);
}
