import type { Components } from './components.ts';
import { derivationOf, type ElementType, MOST_BASES, typeOf, valuesOf } from './schema-type.ts';

/** A constraining facet of a simple type (XML Schema Part 2, section 4.3); an enumeration has all its values. */
export interface Facet {
  readonly name: string;
  readonly values: readonly string[];
}

/** Facets that a value is compared with, by its characters or as a number. */
const COMPARED = {
  length: (value: string, limit: number) => [...value].length === limit,
  minLength: (value: string, limit: number) => [...value].length >= limit,
  maxLength: (value: string, limit: number) => [...value].length <= limit,
  minInclusive: (value: string, limit: number) => Number(value) >= limit,
  maxInclusive: (value: string, limit: number) => Number(value) <= limit,
  minExclusive: (value: string, limit: number) => Number(value) > limit,
  maxExclusive: (value: string, limit: number) => Number(value) < limit,
  totalDigits: (value: string, limit: number) => value.replaceAll(/\D|^[-+]?0+(?=\d)/g, '').length <= limit,
  fractionDigits: (value: string, limit: number) => value.replace(/^[^.]*\.?|(?<!0)0+$/g, '').length <= limit,
} as const;

const isCompared = (name: string): name is keyof typeof COMPARED => Object.hasOwn(COMPARED, name);

/** The facets of a simple type and of the types that it restricts. */
export function facetsOf(description: Components, type: ElementType): readonly Facet[] {
  const facets: Facet[] = [];
  let current = type;
  for (let steps = 0; steps < MOST_BASES && current.kind === 'own'; steps += 1) {
    const { derived } = derivationOf(current.declaration);
    if (derived === undefined) break;
    // Of several patterns in one step, one must match.
    for (const name of ['enumeration', 'pattern', ...Object.keys(COMPARED)]) {
      const values = valuesOf(derived, name);
      if (values.length > 0) facets.push({ name, values });
    }
    current = typeOf(description, derived, 'base');
  }
  return facets;
}

/** The first facet that a value breaks; null if it breaks none, or if none can be told. */
export function brokenFacet(value: string, facets: readonly Facet[]): Facet | null {
  return facets.find((facet) => breaks(value, facet)) ?? null;
}

const NUMBER = /^\s*[-+]?\d+(?:\.\d+)?\s*$/;

function breaks(value: string, { name, values }: Facet): boolean {
  if (name === 'enumeration') return !values.includes(value) && !values.includes(value.trim());
  if (name === 'pattern') {
    const patterns = values.map(patternOf);
    return value.length <= LONGEST && patterns.every((one) => one !== null && !one.test(value));
  }
  const [limit = ''] = values;
  if (!isCompared(name) || !NUMBER.test(limit)) return false;
  const isOfText = /length$/i.test(name);
  return (isOfText || NUMBER.test(value)) && !COMPARED[name](isOfText ? value : value.trim(), Number(limit));
}

/** Longer values are not matched, and of unbounded repetitions no more: a target's pattern must not take long. */
const LONGEST = 200;
const MOST_REPETITIONS = 2;
const ATOM = String.raw`(?:\\[dD\\.*+?()[\]{}|^$-]|\[\^?(?:\\[d\\.\[\]-]|[^\\\[\]&~])+\]|[^\\()[\]{}|*+?^$])`;
const PLAIN = new RegExp(String.raw`^(?:${ATOM}(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})?)*$`, 'u');

/** A pattern of XML Schema that JavaScript reads alike: characters and classes with quantifiers; else null. */
function patternOf(pattern: string): RegExp | null {
  const unbounded = pattern.match(/[*+]|,\}/g) ?? [];
  if (pattern.length > LONGEST || !PLAIN.test(pattern) || unbounded.length > MOST_REPETITIONS) return null;
  try {
    return new RegExp(`^(?:${pattern.replaceAll('\\d', '\\p{Nd}').replaceAll('\\D', '\\P{Nd}')})$`, 'u');
  } catch {
    return null;
  }
}
