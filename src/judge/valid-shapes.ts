import { cellName } from '../contract/cell-name.ts';
import type { Contract } from '../contract/model.ts';
import type { Evidence } from '../rules/evidence.ts';
import { isBroken } from '../rules/judgement.ts';
import type { Rule } from '../rules/rule.ts';
import { documentShapes, stringNames } from './answer-shape.ts';
import type { JudgedAnswer, ValidShape } from './judge-answer.ts';

/** Layers of rules for which the shape of a right answer decides. */
const OF_SHAPE: ReadonlySet<Rule['layer']> = new Set<Rule['layer']>([
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
  const shapeOf = documentShapes(stringNames(contract), contract.by === 'wsdl');
  const shapes = new Map<string, ValidShape>();
  return {
    /** The shape of an answer in its cell; null where it has none, or its status is not 200. */
    of({ response, text, cell }: Evidence['reading']): string | null {
      if (response?.status !== 200 || text === null) return null;
      const shape = shapeOf(text.text);
      return shape === null ? null : `${cellName(cell)} ${shape}`;
    },
    get: (shape: string): ValidShape | undefined => shapes.get(shape),
    /** Keeps what holds for all answers of the shape of this valid one. */
    keep(shape: string, { judgements, inspection }: JudgedAnswer): void {
      if (shapes.size >= MOST_SHAPES) shapes.clear();
      const ofShape = new Map([...judgements].filter(([{ layer }]) => OF_SHAPE.has(layer)));
      shapes.set(shape, { judgements: [...ofShape.values()].some(isBroken) ? null : ofShape, inspection });
    },
  };
}
