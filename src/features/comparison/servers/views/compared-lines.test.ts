import { expect, test } from 'vitest';
import { unlikeCharacters } from '../../../../views/unlike-characters.ts';
import { bodyLines, comparedLines } from './compared-lines.ts';

/** As diff shows it, with marks in brackets. */
const shown = (a: readonly string[], b: readonly string[]) =>
  comparedLines(bodyLines(a.join('')), bodyLines(b.join(''))).map(({ of, text, marks }) => {
    const end = marks.at(-1)?.end ?? 0;
    const parts = marks.map(
      ({ start, end: to }, at) => `${text.slice(marks[at - 1]?.end ?? 0, start)}[${text.slice(start, to)}]`,
    );
    return `${of ?? ' '} ${parts.join('')}${text.slice(end)}`;
  });

test('the characters that a line has and its counterpart lacks are marked', () => {
  expect(shown(['<Id>1</Id>', '<Mcat>4</Mcat>'], ['<Id>1</Id>', '<mcat>4</mcat>'])).toEqual([
    '  <Id>1</Id>',
    'a <[M]cat>4</[M]cat>',
    'b <[m]cat>4</[m]cat>',
  ]);
});

test('of what has little in common all is marked, and what moved', () => {
  expect(shown(['<A>1</A>'], ['<Other>x</Other>'])).toEqual(['a [<A>1</A>]', 'b [<Other>x</Other>]']);
  expect(shown(['<A/>', '<B/>'], ['<B/>', '<A/>'])).toEqual(['a [<A/>]', '  <B/>', 'b [<A/>]']);
});

test('letters in another case are marked in what is otherwise alike', () => {
  const sides = { a: '…; charset=utf-8', b: '…; CHARSET=UTF-8' };
  expect(unlikeCharacters(sides)?.b).toEqual([{ start: 3, end: 14 }]);
});

test('few equal characters between others are marked with them', () => {
  expect(shown(['<Price>120.50</Price>'], ['<Price>3.75</Price>'])).toEqual([
    'a <Price>[120.50]</Price>',
    'b <Price>[3.75]</Price>',
  ]);
});

test('a line more of several alike is one line, and equal texts have none', () => {
  expect(shown(['<A/>'], ['<A/>', '<A/>'])).toEqual(['  <A/>', 'b [<A/>]']);
  expect(shown(['plain'], ['plain'])).toEqual(['  plain']);
});

test('beyond the limits: the lines that the other has nowhere, and no characters', () => {
  const lines = (letter: string): readonly string[] => Array.from({ length: 4000 }, (_, row) => `${letter}${row}`);
  const [a, b] = [lines('a'), lines('b')];
  const found = comparedLines(bodyLines(['both', ...a].join('\n')), bodyLines([...b, 'both'].join('\n')));
  expect(found.map(({ text }) => text)).toEqual([...a, ...b]);
  const long = 'x'.repeat(100_000);
  expect(unlikeCharacters({ a: long, b: `${long}y` })).toBe(null);
  expect(unlikeCharacters({ a: 'ab'.repeat(2000), b: 'ba'.repeat(1000) })).toBe(null);
});
