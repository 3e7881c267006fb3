import { expect, test } from 'vitest';
import { unlikeLines } from './words.ts';

test('only what one body lacks is left, an element on a line', () => {
  const [a, b] = ['<R><A>1</A><B>2</B><C>3</C></R>', '<R><A>1</A><B>9</B><D/><C>3</C></R>'];
  expect(unlikeLines(a, b)).toEqual({ a: ['<B>2</B>'], b: ['<B>9</B>', '<D/>'] });
});

test('a line that both have between others that differ is left out', () => {
  const [a, b] = ['<R><A>1</A><K/><B>1</B></R>', '<R><A>2</A><K/><B>2</B></R>'];
  expect(unlikeLines(a, b)).toEqual({ a: ['<A>1</A>', '<B>1</B>'], b: ['<A>2</A>', '<B>2</B>'] });
});

test('a line more of several alike is one line', () => {
  expect(unlikeLines('<R><A>1</A></R>', '<R><A>1</A><A>1</A></R>')).toEqual({ a: [], b: ['<A>1</A>'] });
});

test('a line that moved is in both', () => {
  expect(unlikeLines('<R><A/><B/></R>', '<R><B/><A/></R>')).toEqual({ a: ['<A/>'], b: ['<A/>'] });
});

test('beyond the limit of edits, the lines that the other body has nowhere', () => {
  const lines = (letter: string): readonly string[] => Array.from({ length: 4000 }, (_, row) => `${letter}${row}`);
  const [a, b] = [lines('a'), lines('b')];
  expect(unlikeLines(['both', ...a].join('\n'), [...b, 'both'].join('\n'))).toEqual({ a, b });
});

test('equal bodies have none', () => {
  expect(unlikeLines('plain\ntext', 'plain\ntext')).toEqual({ a: [], b: [] });
});
