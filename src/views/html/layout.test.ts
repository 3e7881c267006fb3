import { describe, expect, test } from 'vitest';
import { layout } from './layout.ts';

const shown = (text: string) =>
  layout(text).map(
    ({ depth, pieces }) => `${'.'.repeat(depth)}${pieces.map(({ start, end }) => text.slice(start, end)).join('')}`,
  );

describe('one element on a line', () => {
  test('values stay with their tags', () => {
    const text = '<?xml version="1.0"?><a><b>1</b><c/><d><e></e></d></a>';
    expect(shown(text)).toEqual([
      '<?xml version="1.0"?>',
      '<a>',
      '.<b>1</b>',
      '.<c/>',
      '.<d>',
      '..<e></e>',
      '.</d>',
      '</a>',
    ]);
  });

  test('white space between tags is left out, text is not', () => {
    expect(shown('<a>\r\n  <b> 1 </b>\n x </a>')).toEqual(['<a>', '.<b> 1 </b>', '.\n x ', '</a>']);
  });

  test('comments, CDATA and instructions end at their own end marks', () => {
    expect(shown('<a><!-- <b> --><![CDATA[</a>]]><?p <x> ?></a>')).toEqual([
      '<a>',
      '.<!-- <b> -->',
      '.<![CDATA[</a>]]>',
      '.<?p <x> ?>',
      '</a>',
    ]);
  });
});

test.each(['<a><b>1</a>', '</a></a></a>', '<a', '<<<', 'a < b', '<!-- never closed <a>', '', '<a>1'])(
  'broken XML loses nothing: %j',
  (text) => {
    expect(shown(text).join('').replaceAll('.', '')).toBe(text);
  },
);

test.each(['<', '<a', '<!--', '<![CDATA[', '<a>', '<?', '</'])('64 KiB of %j take no time', (part) => {
  // Where it takes long, the test's own limit says so.
  const text = part.repeat(65_536 / part.length);
  const pieces = layout(text).flatMap((line) => line.pieces);
  expect(pieces.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(text.length);
});
