import { createHash } from 'node:crypto';
import type { Contract } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import type { Mutation, MutationContext } from '../mutation.ts';
import { descriptionVariations } from './description.ts';
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

export const variations: readonly Variation[] = [
  ...writingVariations,
  ...absenceVariations,
  ...recordVariations,
  ...furtherTextVariations,
  ...descriptionVariations,
];

/** Writes each answer in another way, drawn from the seed and the number of the call; the data stay the same. */
export function randomVariation(seed: number, contract: Contract): Mutation {
  const drawn = ({ operation: name, binding, n }: MutationContext): Variation | undefined => {
    const cell = { operation: operationNamed(contract, name), binding };
    const possible = writingVariations.filter(({ cells }) => cells(cell, contract));
    const number = createHash('sha256').update(`${seed}/${n}`).digest().readUInt32BE();
    return possible[number % possible.length];
  };
  return {
    applies: (operation) => operation !== '',
    name: (ctx) => drawn(ctx)?.id,
    payload: (element, ctx) => drawn(ctx)?.hooks.payload?.(element, ctx) ?? element,
    envelope: (element, ctx) => drawn(ctx)?.hooks.envelope?.(element, ctx) ?? element,
    text: (xml, ctx) => drawn(ctx)?.hooks.text?.(xml, ctx) ?? xml,
    response: (response, ctx) => drawn(ctx)?.hooks.response?.(response, ctx) ?? response,
  };
}
