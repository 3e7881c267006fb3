import { createHash } from 'node:crypto';
import type { Contract } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import type { Mutation, MutationContext } from '../mutation.ts';
import type { Variation } from './variation.ts';
import { writingVariations } from './variations.ts';

/**
 * Another way to write each answer, drawn from the seed and the number of the call: the same calls in the same order
 * get the same ways. The data stay the same: equal calls must get equal answers.
 */
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
