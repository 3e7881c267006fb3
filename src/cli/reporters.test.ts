import { expect, test } from 'vitest';
import { reportersOf } from '../run/output.ts';

const config = (reporters: readonly string[]) => ({ file: 'my.json', text: JSON.stringify({ reporters }) });

test('a flag beats the config file, which beats the HTML report', () => {
  expect(reportersOf('junit, ctrf,junit', config(['markdown']))).toEqual(['junit', 'ctrf']);
  expect(reportersOf(undefined, config(['markdown', 'github']))).toEqual(['markdown', 'github']);
  expect(reportersOf(undefined, { file: 'my.json', text: '{}' })).toEqual(['html']);
  expect(reportersOf(undefined, null)).toEqual(['html']);
});

test('an empty list in the config file leaves results.json alone', () => {
  expect(reportersOf(undefined, config([]))).toEqual([]);
});
