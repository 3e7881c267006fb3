import { Option } from 'commander';
import { expect, test } from 'vitest';
import { flagTexts } from '../options/flags.ts';

test('each flag of the table has the name under which commander hands it over', () => {
  const names = Object.values(flagTexts).map(([flag]) => new Option(flag).attributeName());
  expect(names).toEqual(Object.keys(flagTexts));
});
