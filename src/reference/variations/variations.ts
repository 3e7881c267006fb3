import { httpVariations } from './http.ts';
import { layoutVariations, prologVariations } from './layout.ts';
import { envelopeVariations, namespaceVariations } from './namespaces.ts';
import { absenceVariations, recordVariations } from './records.ts';
import { textVariations } from './text.ts';
import { furtherTextVariations, valueVariations } from './values.ts';
import type { Variation } from './variation.ts';

/** Other ways to write the same data, from the wire inwards. */
export const writingVariations: readonly Variation[] = [
  ...httpVariations,
  ...prologVariations,
  ...layoutVariations,
  ...namespaceVariations,
  ...textVariations,
  ...envelopeVariations,
  ...valueVariations,
];

/** Servers that are right but different. */
export const variations: readonly Variation[] = [
  ...writingVariations,
  ...absenceVariations,
  ...recordVariations,
  ...furtherTextVariations,
];

/** The variation with that id; undefined where there is none. */
export function variationNamed(id: string): Variation | undefined {
  return variations.find((variation) => variation.id === id);
}
