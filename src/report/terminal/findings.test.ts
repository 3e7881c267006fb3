import { describe, expect, test } from 'vitest';
import { excerptAround, whereIn } from './findings.ts';

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

describe('an excerpt of a body', () => {
  const body = `<r>${Array.from({ length: 60 }, (_, at) => `<Field_${at}>value of ${at}</Field_${at}>`).join('')}</r>`;

  test('is all of a short one', () => {
    expect(excerptAround('<r>short</r>', 3, 400)).toBe('<r>short</r>');
  });

  test.each([0, 3, 700, 1200, body.length - 5])('holds the place that counts, %i, and cuts no word', (place) => {
    const excerpt = excerptAround(body, place, 400);
    const [, shown = ''] = /^…?([\s\S]*?)…? \(\d+ characters\)$/.exec(excerpt) ?? [];
    expect(shown.length).toBeLessThanOrEqual(400);
    const from = body.indexOf(shown);
    expect(from).toBeGreaterThanOrEqual(0);
    expect([from <= place, from + shown.length >= place]).toEqual([true, true]);
    const isWord = (at: number): boolean => /\w/.test(body[at - 1] ?? ' ') && /\w/.test(body[at] ?? ' ');
    expect([isWord(from), isWord(from + shown.length)]).toEqual([false, false]);
  });
});
