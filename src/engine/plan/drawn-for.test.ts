import { expect, test } from 'vitest';
import { bindingNames } from '../../contract/operations.ts';
import { cellOf, quickRun } from '../../reference/variations/target.fixture.ts';
import { drawnFor } from './drawn-for.ts';

const parameters = ['Make', 'Model', 'Year', 'ProductID'];

function wordsOf(binding: (typeof bindingNames)[number], parameter: string): readonly string[] {
  const options = { ...quickRun('http://127.0.0.1:9'), seed: 7 };
  const { wholes } = drawnFor(cellOf('Get_Submodel_Restricted', binding), { options });
  return wholes(parameter).map(({ text }) => text);
}

const all = new Set(bindingNames.flatMap((binding) => wordsOf(binding, 'Make')));

test.each(bindingNames)('the four parameters of an operation have all words over %s', (binding) => {
  expect(new Set(parameters.flatMap((parameter) => wordsOf(binding, parameter)))).toEqual(all);
});

test.each(parameters)('the four bindings have all words for %s, each once', (parameter) => {
  const words = bindingNames.flatMap((binding) => wordsOf(binding, parameter));
  expect([words.length, new Set(words)]).toEqual([36, all]);
});
