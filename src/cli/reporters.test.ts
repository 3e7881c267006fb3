import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reportersOf } from '../views/output.ts';

const config = (reporters: readonly string[]) => ({ file: 'my.json', text: JSON.stringify({ reporters }) });

test('a flag beats the config file, which beats the HTML report', () => {
  expect(reportersOf('junit, ctrf,junit', config(['markdown']))).toEqual(['junit', 'ctrf']);
  expect(reportersOf(undefined, config(['markdown', 'github']))).toEqual(['markdown', 'github']);
  expect(reportersOf(undefined, { file: 'my.json', text: '{}' })).toEqual(['html']);
  expect(reportersOf(undefined, null)).toEqual(['html']);
});

test.each([
  ['allure,allure-findings', null, /^--reporter names allure and allure-findings, which write the same folder/],
  [undefined, config(['allure-findings', 'allure']), /^my\.json: reporters names allure and allure-findings/],
])('only one of the reporters that write to the folder of Allure', (flag, file, sentence) => {
  expect(() => reportersOf(flag, file)).toThrow(sentence);
});

test('an empty list in the config file leaves only results.json', () => {
  expect(reportersOf(undefined, config([]))).toEqual([]);
});

test.each(['docs/configuration.md', 'docs/ci.md', '.github/actions/conformance/action.yml'])(
  '%s names each reporter of the config file',
  (file) => {
    const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    const { properties } = JSON.parse(read('specs/schemas/config.schema.json'));
    const names: readonly string[] = properties.reporters.items.enum;
    const text = read(file);
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text))).toEqual([]);
  },
);
