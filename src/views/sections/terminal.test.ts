import { expect, test } from 'vitest';
import { palette } from '../terminal/palette.ts';
import { entry, section } from './section.ts';
import { sectionText } from './terminal.ts';

const shown = section('changes', 'What changed', 'plain', [
  {
    ...entry('R.Code: another number', 'all 4 cells', [
      ['A', 'x1'],
      ['B', 'x2', [{ start: 1, end: 2 }]],
      ['call', 'none'],
    ]),
    ...{ kind: 'data', tone: 'worse' },
    lines: [
      { of: null, text: '<R>', marks: [] },
      { of: 'a', text: '  <Code>1</Code>', marks: [{ start: 8, end: 9 }] },
      { of: 'b', text: '  <Code>\u001b[2J2\n</Code>', marks: [] },
    ],
  },
]);

test('a difference has its kind, both sides, and below them the lines that differ', () => {
  expect(sectionText(shown, 'compare.json', palette(false)).split('\n')).toEqual([
    'What changed (1)',
    '  ✗ data  R.Code: another number in all 4 cells',
    '      A         x1',
    '      B         x2',
    '                  <R>',
    '                -   <Code>1</Code>',
    '                +   <Code>\uFFFD[2J2 </Code>',
    '      call      none',
  ]);
});

test('in colour the headline is bold, A is red, B is green, and the characters that differ are reversed', () => {
  const text = sectionText(shown, 'compare.json', palette(true)).replaceAll('\u001b', '');
  expect(text).toContain('[31m✗[39m [31mdata[39m  [1mR.Code: another number[22m [2min all 4 cells[22m');
  expect(text).toContain('B         x[7m2[27m');
  expect(text).toContain('[31m-   <Code>[7m1[27m</Code>[39m');
  expect(text).toContain('[32m+   <Code>\uFFFD[2J2 </Code>[39m');
});
