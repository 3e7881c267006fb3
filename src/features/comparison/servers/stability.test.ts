import { expect, test } from 'vitest';
import type { AnswerDifference } from './difference.ts';
import { checkStability, newStabilityMemo } from './stability.ts';

function difference(subject: string, change = 'another text', whole = false): AnswerDifference {
  return { kind: 'data', subject, change, location: null, a: 'x', b: 'y', whole, level: null };
}

const none: readonly AnswerDifference[] = [];
const field = difference('Video.Title');
const whyOf = (
  first: AnswerDifference,
  again: readonly AnswerDifference[],
  a: readonly AnswerDifference[],
  b: readonly AnswerDifference[],
) => checkStability([first], { again, own: { a, b } })[0]?.why;

test('a difference that is there again, while neither server changes, counts', () => {
  expect(whyOf(field, [field], none, none)).toBeNull();
});

test('it counts also if another field varies', () => {
  expect(whyOf(field, [field], none, [difference('Video.Model')])).toBeNull();
});

test.each([
  ['b varies', [field], none, [difference('Video.Title', 'another number')]],
  ['a varies', [field], [field], none],
  ['both vary', [field], [field], [field]],
  ['b varies', none, none, none],
] as const)('it counts against nobody if %s', (why, again, a, b) => {
  expect(whyOf(field, again, a, b)).toBe(why);
});

test('where a server gives a whole other answer, nothing is known of what is within', () => {
  const refusal = difference('answer', 'a result → status 500 without a result', true);
  expect(checkStability([field, refusal], { again: [field, refusal], own: { a: none, b: [refusal] } })).toEqual([
    { difference: refusal, why: 'b varies' },
  ]);
});

test('a difference in many records of one answer counts as one look', () => {
  const [memo, many] = [newStabilityMemo({ rounds: 2, known: 1 }, new Set()), [field, { ...field, a: 'z' }]];
  const look = () => {
    for (const one of checkStability(many, { again: many, own: { a: none, b: none } })) memo.note(one);
    return memo.whyOf(field);
  };
  expect([look(), look()]).toEqual([undefined, null]);
});
