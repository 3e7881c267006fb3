import { expect, test } from 'vitest';
import { learnedText } from './prepare.ts';

test('values of the config file are not said to be learned', () => {
  const values = { Make: ['VW', 'Audi'], Year: ['2024'] };
  expect(learnedText({ values, rows: [] }, { Make: ['VW'], Year: ['2024'] })).toContain('target: Make 1 (values');
  expect(learnedText({ values, rows: [] }, values)).toContain('no values');
});
