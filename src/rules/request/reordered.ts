import { editParameters } from '../../calls/spelling/edit-parameters.ts';
import type { Cell } from '../../contract/model.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { type Call, free } from '../../wire/soap/call.ts';
import type { Judgement } from '../judgement.ts';
import type { Probe, Probing } from '../probe.ts';
import { LESSER } from '../rule.ts';
import { echoed, echoing } from './echoed-text.ts';
import { changed } from './same-answer-rule.ts';

export const REORDERED = 'reordered';

/** A call with its first parameter last: parameters have names, so none is taken for another. */
export function reorderedProbes(cell: Cell, call: Call): readonly Probe[] {
  if (free(cell).length < 2) return [];
  const named = [REORDERED, 'its first parameter last'] as const;
  return [
    changed(cell, call, named, (request) =>
      editParameters(request, cell, ([first, ...rest]) => (first ? [...rest, first] : rest)),
    ),
  ];
}

/** Whether a field shows what was sent for another parameter. A target may refuse or ignore parameters in another order. */
export const judgeReordered: Probing['judge'] = (base, answer, { call: { values }, variant }, contract): Judgement => {
  const { cell } = base;
  const shown = echoing(cell, contract).filter((one) => echoed(base, one, contract) === values[one.name]);
  if (shown.length === 0 || !answer.success) return 'not-applicable';
  return shown.flatMap((parameter) => {
    const { name } = parameter;
    const actual = echoed(answer, parameter, contract);
    const other = actual === values[name] ? undefined : free(cell).find((one) => actual === values[one.name]);
    if (other === undefined) return [];
    const text = `With ${variant}, ${name} holds what was sent for ${other.name}`;
    const place = { location: name, expected: values[name] ?? '', actual: `${actual}` };
    return [{ code: REORDERED, text, ...place, ...(isSoap(cell.binding) ? LESSER : {}) }];
  });
};
