import { expect, test } from 'vitest';
import { xmlDimensions } from '../calls/spelling/xml.ts';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import { operationNamed } from '../contract/operations.ts';
import { summarize } from './summarize.ts';

const cell = {
  operation: operationNamed(loadContract(defaultNamespace()), 'Get_Video_Links'),
  binding: 'soap11',
} as const;

test('the spellings that were sent stand in one order, in whatever order their answers arrived', () => {
  const traits = xmlDimensions.flatMap(({ choices }) => choices).map((trait) => [trait]);
  const told = (sent: typeof traits) =>
    JSON.stringify(
      summarize(cell, { exchanges: () => [], calls: () => [], spellings: () => sent }, 0, [], [], []).spellings,
    );
  expect(told(traits)).toContain('"cdata":1');
  expect(told(traits.toReversed())).toBe(told(traits));
});
