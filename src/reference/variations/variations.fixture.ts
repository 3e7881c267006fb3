import { httpVariations } from './http.ts';
import { layoutVariations, prologVariations } from './layout.ts';
import { envelopeVariations, namespaceVariations } from './namespaces.ts';
import { absenceVariations, recordVariations } from './records.ts';
import { textVariations } from './text.ts';
import { valueVariations } from './values.ts';
import type { Variation } from './variation.ts';

/** Servers that are right but different, from the wire inwards. */
export const variations: readonly Variation[] = [
  ...httpVariations,
  ...prologVariations,
  ...layoutVariations,
  ...namespaceVariations,
  ...textVariations,
  ...envelopeVariations,
  ...absenceVariations,
  ...recordVariations,
  ...valueVariations,
];

/** The variation of that id; undefined where there is none. */
export function variationNamed(id: string): Variation | undefined {
  return variations.find((variation) => variation.id === id);
}
