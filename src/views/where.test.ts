import { expect, test } from 'vitest';
import { whereIn } from './where.ts';

const refs = ['McatCodes', 'Get_Inventory'].flatMap((operation) =>
  (['soap11', 'http-get'] as const).map((binding) => ({ operation, binding })),
);
const where = whereIn(refs);

test.each([
  ['all 4 cells', refs],
  ['every operation (soap11)', refs.filter(({ binding }) => binding === 'soap11')],
  ['McatCodes (soap11, http-get)', refs.filter(({ operation }) => operation === 'McatCodes')],
  ['McatCodes (soap11)', refs.slice(0, 1)],
  ['McatCodes (soap11, http-get), Get_Inventory (soap11)', refs.slice(0, 3)],
  ['Get_Year_Restricted (soap12)', [{ operation: 'Get_Year_Restricted', binding: 'soap12' } as const]],
])('%s', (words, some) => {
  expect(where(some)).toBe(words);
});
