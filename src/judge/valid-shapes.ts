import { cellName } from '../contract/cell-name.ts';
import type { Contract } from '../contract/model.ts';
import type { Inspection } from '../rules/answer/inspect/inspection.ts';
import type { Evidence } from '../rules/evidence.ts';
import type { Judgement } from '../rules/judgement.ts';
import type { Rule } from '../rules/rule.ts';
import { documentShapes, stringNames } from './answer-shape.ts';

/** What was found out about a valid answer, and so holds for all of its shape. */
export interface ValidShape {
  /** Of the rules on the document; null if one of them objects: then each answer is judged by them. */
  readonly judgements: ReadonlyMap<Rule, Judgement> | null;
  readonly inspection: Inspection | null;
}

/** Layers of rules for which the shape of a right answer decides. */
export const OF_SHAPE: ReadonlySet<Rule['layer']> = new Set<Rule['layer']>([
  'XML',
  'envelope',
  'wrapper',
  'record',
  'value',
  'several exchanges',
]);

/** Most shapes kept: bounded whatever a target answers. */
const MOST_SHAPES = 5_000;

/** The shapes of valid answers. Bench line 'judged in full, distinct answers'. */
export function validShapes(contract: Contract) {
  const shapeOf = documentShapes(stringNames(contract));
  const shapes = new Map<string, ValidShape>();
  return {
    /** The shape of an answer in its cell; null where it has none, or its status is not 200. */
    of({ response, text, cell }: Evidence['reading']): string | null {
      if (response?.status !== 200 || text === null) return null;
      const shape = shapeOf(text.text);
      return shape === null ? null : `${cellName(cell)} ${shape}`;
    },
    get: (shape: string): ValidShape | undefined => shapes.get(shape),
    keep(shape: string, valid: ValidShape): void {
      if (shapes.size >= MOST_SHAPES) shapes.clear();
      shapes.set(shape, valid);
    },
  };
}
