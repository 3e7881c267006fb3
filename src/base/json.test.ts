import { expect, test } from 'vitest';
import { ConfigError } from './error.ts';
import { jsonText, parseJson } from './json.ts';

test('what is written holds no control characters, those beyond ASCII too, and says the same', () => {
  const value = { '\u009b31m': 'a\u0000\u001b\u007f\u0080\u0085\u009f\u00a0é' };
  const text = jsonText(value);
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(text)).toEqual(value);
});

test('a byte order mark before the value is ignored', () => {
  expect(parseJson('f', '\uFEFF{"a": [1]}')).toEqual({ a: [1] });
});

test.each([
  ['', 'it is empty'],
  [' \n', 'it is empty'],
  ['{"a": [', 'it ends too early, in line 1, column 8'],
  ['{"a": 1,\n}', "there is a comma before '}' in line 2, column 1"],
  ['[1, ]', "there is a comma before ']' in line 1, column 5"],
  ['[1 2]', 'a comma is missing in line 1, column 4'],
  ['[1,, 2]', 'a value is missing in line 1, column 4'],
  ['{"a" 1}', 'a colon is missing in line 1, column 6'],
  ['{"a": 1,, "b": 2}', 'a key in double quotes is missing in line 1, column 9'],
  ["{'a': 1}", 'text without double quotes in line 1, column 2'],
  ['{"a": "sesame}', 'a text without its closing quote in line 1, column 7'],
  ['{"a": "\\x"}', 'an escape that JSON does not have in line 1, column 7'],
  ['{} {}', 'more text after the end of the value in line 1, column 4'],
  ['// a\n{}', 'a comment, which JSON does not have in line 1, column 1'],
  ['['.repeat(200_000), 'it is nested too deeply or holds what JSON does not allow'],
  [`"${'x'.repeat(17 * 1024 * 1024)}`, 'it is damaged or ends too early'],
])('the mistake in a JSON text is named, with its place and none of the text (%#)', (text, sentence) => {
  expect(() => parseJson('f', text)).toThrow(new ConfigError(`f is not JSON: ${sentence}`));
});

const LONG = 5 * 1024 * 1024;

test('a long text is refused for its depth before it is parsed: each level takes memory', () => {
  const levels = LONG / 2;
  const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`;
  expect(() => parseJson('f', deep)).toThrow(new ConfigError('f is nested more than 1000 levels deep'));
});

test('a long text is refused for the number of its values before it is parsed: each takes memory', () => {
  const many = `[${Array(LONG / 2)
    .fill('{}')
    .join(',')}]`;
  expect(() => parseJson('f', many)).toThrow(new ConfigError('f holds more than 2000000 values; expected fewer'));
});

test('marks within its texts are no levels', () => {
  const texts = ['[{'.repeat(2000), `\\"${'['.repeat(2000)}`, ','.repeat(LONG)];
  expect(parseJson('f', JSON.stringify(texts))).toEqual(texts);
});
