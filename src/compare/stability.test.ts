import { expect, test } from 'vitest';
import { settle } from './stability.ts';
import type { Spotted } from './difference.ts';

function spotted(subject: string, change = 'another text', whole = false): Spotted {
  return { kind: 'data', subject, change, location: null, a: 'x', b: 'y', whole, level: null };
}

const none: readonly Spotted[] = [];
const field = spotted('Video.Title');
const whyOf = (first: Spotted, again: readonly Spotted[], a: readonly Spotted[], b: readonly Spotted[]) =>
  settle([first], { again, own: { a, b } })[0]?.why;

test('a difference that is there again, while neither server changes, stands', () => {
  expect(whyOf(field, [field], none, none)).toBeNull();
});

test('it stands beside another field that varies', () => {
  expect(whyOf(field, [field], none, [spotted('Video.Model')])).toBeNull();
});

test.each([
  ['b varies', [field], none, [spotted('Video.Title', 'another number')]],
  ['a varies', [field], [field], none],
  ['both vary', [field], [field], [field]],
  ['b varies', none, none, none],
  ['b varies', [field], none, [spotted('answer', 'a result → status 500 without a result', true)]],
] as const)('it is held against nobody where %s', (why, again, a, b) => {
  expect(whyOf(field, again, a, b)).toBe(why);
});
