import type { Draw } from './probe.ts';

const classes: ReturnType<Draw['classes']> = [
  { code: 'non-ascii', label: 'non-ASCII characters', text: 'Größe–Škoda–漢字' },
  { code: 'spaces', label: 'spaces', text: 'one\u00A0two\u200B\u200Dthree\uFEFFfour  five\u2028six' },
  { code: 'markup', label: 'markup', text: 'a <b>c</b> & d\u0085e' },
  { code: 'folded', label: 'folded letters', text: 'ﬁe\u0301Å' },
];

/** Draws the same for every run, and keeps every order. */
export const NOTHING_DRAWN: Draw = {
  classes: () => classes,
  blocks: () => classes,
  wholes: () => [],
  long: () => ({ code: 'long', label: '500 characters', text: '0123456789'.repeat(50) }),
  word: () => 'Plaintext',
  number: () => '40713',
  shuffled: (items) => items,
};
