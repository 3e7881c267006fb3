import { expect, test } from 'vitest';
import { bindingNames } from '../../contract/operations.ts';
import { defectNamed } from '../defects/defects.ts';
import { stacks } from './stacks.ts';
import { cellOf, contract } from './target.fixture.ts';
import { variations } from './variations.ts';

test('the catalogue holds at least 35 variations, each with an id of its own', () => {
  expect(new Set(variations.map(({ id }) => id)).size).toBe(variations.length);
  expect(variations.length).toBeGreaterThanOrEqual(35);
});

test('every departure of a stack is a defect that shows in its binding', () => {
  for (const { departures } of stacks) {
    for (const [id = '', place = ''] of departures.map((text) => text.split('@'))) {
      const binding = bindingNames.find((name) => name === place);
      const defect = defectNamed(id);
      expect(binding && defect?.cells(cellOf('Get_Inventory', binding), contract), `${id}@${place}`).toBe(true);
    }
  }
});
