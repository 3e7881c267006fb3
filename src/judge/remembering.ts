import type { Contract } from '../contract/model.ts';
import { isDescribed } from '../rules/evidence.ts';
import type { ParsedResponse } from '../wire/soap/parsed-response.ts';
import type { TextDecode } from '../xml/decode.ts';
import { equalResponses } from './equal-responses.ts';
import type { JudgeAnswer } from './judge-answer.ts';
import { validShapes } from './valid-shapes.ts';

/**
 * A judge that says the same and does less: equal responses of a cell are judged once, and rules on the document and
 * the validator see one valid answer of each shape. Its memory is bounded. Bench lines 'judged in full'.
 */
export function remembering(judge: JudgeAnswer, contract: Contract): JudgeAnswer {
  const equals = equalResponses();
  const shapes = validShapes(contract);
  return (answer) =>
    equals(answer, () => {
      const shape = shapes.of(answer.reading);
      const known = shape === null ? undefined : shapes.get(shape);
      const judged = judge(answer, known);
      if (shape !== null && known === undefined && isDescribed(answer) && judged.schema?.kind === 'valid')
        shapes.keep(shape, judged);
      return judged;
    });
}

/** Makes the same of equal bodies once: equal bytes of one cell share one text object while they are remembered. */
export function onceABody<Made>(make: (reading: ParsedResponse) => Made): (reading: ParsedResponse) => Made {
  const made = new WeakMap<TextDecode, { readonly of: Made }>();
  return (reading) => {
    if (reading.text === null) return make(reading);
    const kept = made.get(reading.text) ?? { of: make(reading) };
    made.set(reading.text, kept);
    return kept.of;
  };
}
