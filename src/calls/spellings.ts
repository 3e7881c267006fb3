import fc, { type Arbitrary } from 'fast-check';
import type { Dimension, Trait } from './spelling/trait.ts';

/** `count` random sets of traits: one trait per dimension, or none half of the time. The same seed draws the same. */
export function drawSpellings(dimensions: readonly Dimension[], seed: number, count: number) {
  const choices = dimensions.map(
    ({ choices: traits }): Arbitrary<Trait | null> => fc.oneof(fc.constant(null), fc.constantFrom(...traits)),
  );
  const spelling = fc
    .tuple(...choices)
    .map((chosen): readonly Trait[] => chosen.filter((trait) => trait !== null))
    .filter(({ length }) => length > 0);
  return count === 0 || dimensions.length === 0 ? [] : fc.sample(spelling, { seed, numRuns: count });
}
