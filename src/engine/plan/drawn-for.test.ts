import { expect, test } from 'vitest';
import type { BindingName } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import { cellOf, contract, quickRun } from '../../reference/variations/target.fixture.ts';
import { echoing } from '../../rules/request/echoed-text.ts';
import { drawnFor } from './drawn-for.ts';

/** The patterns of the words that a parameter gets over some bindings, in all operations that repeat it. */
function wordsOf(parameter: string, bindings: readonly BindingName[]): ReadonlySet<string> {
  const options = { ...quickRun('http://127.0.0.1:9'), seed: 7 };
  const texts = contract.operations.flatMap(({ name: operation }, turn) =>
    bindings
      .map((binding) => cellOf(operation, binding))
      .filter(
        (cell) => cell.operation.effect === 'read' && echoing(cell, contract).some(({ name }) => name === parameter),
      )
      .flatMap((cell) => drawnFor(cell, { options }).wholes(parameter, turn)),
  );
  return new Set(texts.map(({ text }) => text));
}

test.each([
  ['Make', 36],
  ['Model', 32],
  ['Year', 36],
  ['ProductID', 36],
])('%s gets %s of 36 whole values in the cells of the operations that have it', (parameter, count) => {
  expect(wordsOf(parameter, bindingNames).size).toBe(count);
});

test.each(bindingNames)('over %s a parameter of most operations gets most of them', (binding) => {
  expect(wordsOf('ProductID', [binding]).size).toBe(28);
});
