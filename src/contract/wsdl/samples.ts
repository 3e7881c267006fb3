import fc from 'fast-check';
import { brokenFacet, type Facet } from './facets.ts';

/** A facet's value; of one that comes again the narrowest derivation's. */
const facetValue = (facets: readonly Facet[], name: string): string | undefined =>
  facets.find((one) => one.name === name)?.values[0];

/** Values of built-in types that the contract keeps as texts. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['NCName', 'Name', 'ID', 'IDREF', 'NMTOKEN'].map((name) => [name, ['a1', 'b-2.c_d']])),
  language: ['en', 'de-DE'],
  gYear: ['2024', '1999'],
  gYearMonth: ['2024-02', '1999-12'],
  gMonthDay: ['--02-29', '--12-31'],
  gMonth: ['--02', '--12'],
  gDay: ['---01', '---31'],
};

/** Characters of a value, and of a pattern: generators take longer for larger ones. */
const MOST_LETTERS = 1000;
const MOST_PATTERN = 300;

/** Values of a pattern that are drawn. */
const DRAWN = 12;

/** Some values of a built-in type within these facets; none where none are made. */
export function samplesOf(name: string, facets: readonly Facet[]): readonly string[] {
  const candidates = candidatesOf(name, facets);
  return [...new Set(candidates)].filter((value) => isWithin(value, name, facets));
}

function candidatesOf(name: string, facets: readonly Facet[]): readonly string[] {
  const pattern = facetValue(facets, 'pattern');
  if (pattern !== undefined) return matching(pattern);
  if (isNumber(name)) return numbers(name, facets);
  const lengths = lengthsOf(facets);
  if (name === 'base64Binary') return lengths.map((length) => Buffer.alloc(length, 7).toString('base64'));
  if (name === 'hexBinary') return lengths.map((length) => '0A'.repeat(length));
  const form = FORMS[name];
  if (form !== undefined) return form;
  const bounds = ['minInclusive', 'maxInclusive'].flatMap((facet) => facetValue(facets, facet) ?? []);
  if (/^(?:date|time|dateTime|duration)$/.test(name)) return bounds;
  return TEXTS.test(name) ? lengths.map((length) => 'A1b2'.repeat(MOST_LETTERS / 4).slice(0, length)) : [];
}

const TEXTS = /^(?:string|normalizedString|token|anySimpleType|anyURI)$/;

const isNumber = (name: string): boolean =>
  /^(?:decimal|float|double|byte|short|int|long|.*Integer|integer|unsigned.*)$/.test(name);

/** Expressions of XML Schema that those of JavaScript say too. Never matched, which may take long: values are drawn. */
function matching(pattern: string): readonly string[] {
  if (pattern.length > MOST_PATTERN) return [];
  try {
    const values = fc.stringMatching(new RegExp(`^(?:${pattern})$`, 'u'), { maxLength: MOST_LETTERS });
    return fc
      .sample(values, { seed: 1, numRuns: DRAWN })
      .filter((value) => /^[^\p{Cc}\p{Cs}\uFFFE\uFFFF]*$/u.test(value));
  } catch {
    // Subtracted classes, names and blocks are XML Schema's alone.
    return [];
  }
}

/** A usual length, the least and the greatest. */
function lengthsOf(facets: readonly Facet[]): readonly number[] {
  const exact = facetValue(facets, 'length');
  const least = Number(exact ?? facetValue(facets, 'minLength') ?? 0);
  const most = Math.min(Number(exact ?? facetValue(facets, 'maxLength') ?? least + 10), MOST_LETTERS);
  return [Math.min(Math.max(2, least), most), least, most].filter((length) => length <= MOST_LETTERS);
}

/** Digits that every value of an integer of this width may have. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/byte$/i, 2],
  [/short$/i, 4],
  [/int$/i, 9],
  [/long$/i, 18],
];

function numbers(name: string, facets: readonly Facet[]): readonly string[] {
  const bounds = ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'].flatMap(
    (facet) => facetValue(facets, facet) ?? [],
  );
  const width = WIDTHS.find(([one]) => one.test(name))?.[1] ?? 28;
  const places = Math.min(Number(facetValue(facets, 'fractionDigits') ?? 2), 20);
  const digits = Math.min(Number(facetValue(facets, 'totalDigits') ?? 3), width);
  const isWhole = (text: string): boolean => /^-?\d{1,30}$/.test(text);
  const beside = bounds.filter(isWhole).flatMap((bound) => [`${BigInt(bound) + 1n}`, `${BigInt(bound) - 1n}`]);
  const [whole, part] = ['9'.repeat(Math.max(digits - places, 0)), '9'.repeat(Math.min(places, digits))];
  const all = ['1', '0', '-1', '1.5', ...bounds, ...beside, '9'.repeat(digits), `${whole || '0'}.${part}`];
  return /^(?:decimal|float|double)$/.test(name) ? all : all.filter(isWhole);
}

/** What the built-in types of integers are bounded by, beside their width. */
const SIGNS: readonly (readonly [RegExp, (value: number) => boolean])[] = [
  [/^(?:unsigned|nonNegative)/, (value) => value >= 0],
  [/^positive/, (value) => value > 0],
  [/^nonPositive/, (value) => value <= 0],
  [/^negative/, (value) => value < 0],
];

function isWithin(value: string, name: string, facets: readonly Facet[]): boolean {
  if (!SIGNS.every(([one, holds]) => !one.test(name) || holds(Number(value)))) return false;
  const bytes = { base64Binary: Buffer.from(value, 'base64').length, hexBinary: value.length / 2 }[name];
  return brokenFacet(bytes === undefined ? value : '-'.repeat(bytes), facets) === null;
}
