import { httpVariations } from './http.fixture.ts';
import { layoutVariations, prologVariations } from './layout.fixture.ts';
import { envelopeVariations, namespaceVariations } from './namespaces.fixture.ts';
import { absenceVariations, recordVariations } from './records.fixture.ts';
import { textVariations } from './text.fixture.ts';
import { valueVariations } from './values.fixture.ts';
import type { Variation } from './variation.fixture.ts';

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
