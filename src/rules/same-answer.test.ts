import { describe, expect, test } from 'vitest';
import type { Decoded } from '../wire/soap/records.ts';
import { type AnswerDigest, changedFields, difference, differences, isReordered } from './same-answer.ts';

function differing(base: Decoded, answer: Decoded) {
  return difference({ kind: 'records', records: [base] }, { kind: 'records', records: [answer] });
}

test.each([
  ['an absent text and an empty one', { A: '' }, {}],
  ['an absent list and an empty one', { L: [] }, {}],
  ['a list and a nil one', { L: ['x'] }, { L: null }],
  ['equal records', { A: 'x', L: [{ B: '1' }] }, { A: 'x', L: [{ B: '1' }] }],
] as const)('%s say the same', (_what, base, answer) => {
  expect(differing(base, answer)).toBeNull();
  expect(differing(answer, base)).toBeNull();
});

test.each([
  ['a text', { A: 'x' }, { A: 'y' }, '[1].A'],
  ['a nested text', { L: [{ B: '1' }] }, { L: [{ B: '2' }] }, '[1].L[1].B'],
  ['a list cut short', { L: ['a', 'b'] }, { L: ['a'] }, '[1].L'],
] as const)('%s that differs is named by its place', (_what, base, answer, location) => {
  expect(differing(base, answer)).toMatchObject({ location });
});

test.each([
  [{ L: ['a', 'b'] }, { L: ['a'] }, "1 item, without 'b'"],
  [{ L: [{ A: 'x' }] }, { L: [{ A: 'y', B: '1' }, { A: 'x' }] }, "2 items, with A 'y', B '1'"],
  [{ L: ['a', 'b', 'c'] }, { L: ['a'] }, '1 item'],
  [{ L: ['a'] }, { L: [] }, '0 items'],
] as const)('the one item that a list has too many or too few is named', (base, answer, actual) => {
  expect(differing(base, answer)).toMatchObject({ actual });
});

test('a status differs from a result', () => {
  expect(difference({ kind: 'records', records: [] }, { kind: 'status', status: 500 })).toMatchObject({
    expected: '0 records',
    actual: 'status 500 without a result',
  });
});

test('all places that differ are listed, in order, with their values', () => {
  const base = { A: 'x', B: 'same', L: [{ C: '1' }, { C: '2' }] };
  const answer = { A: 'y', B: 'same', L: [{ C: '1' }, { C: '3' }], D: 'new' };
  const found = [...differences({ kind: 'records', records: [base] }, { kind: 'records', records: [answer] })];
  expect(found.map(({ location, values }) => [location, ...values])).toEqual([
    ['[1].A', 'x', 'y'],
    ['[1].L[2].C', '2', '3'],
    ['[1].D', undefined, 'new'],
  ]);
});

test('a difference far into a long text is seen and shown', () => {
  const long = 'a'.repeat(500);
  expect(differing({ A: `${long}b` }, { A: `${long}c` })).toMatchObject({
    location: '[1].A',
    expected: expect.stringMatching(/^…a+b'$/),
    actual: expect.stringMatching(/^…a+c'$/),
  });
});

const answered = (...records: readonly Decoded[]): AnswerDigest => ({ kind: 'records', records });

describe('the order of lists', () => {
  const two = answered({ A: '1', L: ['x', 'y'] }, { A: '2', L: [{ B: '1' }, { B: '2' }] });

  test('is no difference, of records and of items', () => {
    expect(difference(two, answered({ A: '2', L: [{ B: '2' }, { B: '1' }] }, { A: '1', L: ['y', 'x'] }))).toBeNull();
  });

  test('hides nothing else that differs', () => {
    const other = answered({ A: '2', L: [{ B: '2' }, { B: '3' }] }, { A: '1', L: ['y', 'x'] });
    expect(difference(two, other)).toMatchObject({ location: '[2].L[1].B', expected: "'1'", actual: "'3'" });
    expect(difference(answered('a', 'a', 'b'), answered('b', 'b', 'a'))).toMatchObject({ location: '[2]' });
  });

  test('is ignored if one side marks a list nil', () => {
    const base = answered({ A: '1', L: null }, { A: '2', L: null });
    expect(difference(base, answered({ A: '2', L: ['y'] }, { A: '1', L: ['x'] }))).toBeNull();
  });

  test('can be told', () => {
    expect(isReordered(answered('a', 'b'), answered('b', 'a'))).toBe(true);
    expect(isReordered(answered('a', 'b'), answered('a', 'b'))).toBe(false);
    expect(isReordered(answered('a', 'b'), answered('b', 'c'))).toBe(false);
  });

  test('is compared without comparing each item with each', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => ({ A: `${index % 1000}`, L: [`${index}`, 'x'] }));
    expect(difference(answered(...names), answered(...names.toReversed()))).toBeNull();
    expect(difference(answered(...names), answered(...names.toReversed().with(0, { A: '0', L: [] })))).not.toBeNull();
  });
});

describe('fields that change between equal reads', () => {
  const before = answered({ Item: 'a', Stock: '1', L: [{ Url: 'p' }] }, { Item: 'b', Stock: '2', L: [{ Url: 'q' }] });
  const after = answered({ Item: 'b', Stock: '7', L: [{ Url: 's' }] }, { Item: 'a', Stock: '9', L: [{ Url: 'r' }] });

  test('are named by their paths, whatever the order', () => {
    const changed = changedFields(before, after);
    expect(changed).toEqual(new Set(['Stock', 'L.Url']));
    expect(difference(before, after, changed ?? undefined)).toBeNull();
  });

  test('are named where the same values are in other records', () => {
    const swapped = answered({ Item: 'a', Stock: '2' }, { Item: 'b', Stock: '1' });
    expect(changedFields(answered({ Item: 'a', Stock: '1' }, { Item: 'b', Stock: '2' }), swapped)).toEqual(
      new Set(['Stock']),
    );
  });

  test('hide no other difference', () => {
    const other = answered({ Item: 'a', Stock: '3', L: [{ Url: 'p' }] }, { Item: 'c', Stock: '4', L: [{ Url: 'q' }] });
    expect(difference(before, other, new Set(['Stock', 'L.Url']))).toMatchObject({ location: '[2].Item' });
  });

  test.each([
    ['a record came', answered({ A: '1' }), answered({ A: '1' }, { A: '2' })],
    ['an item came', answered({ A: '1', L: ['x'] }), answered({ A: '1', L: ['x', 'y'] })],
    ['a list came', answered({ A: '1' }), answered({ A: '1', L: ['x'] })],
    ['every field differs', answered({ A: '1' }), answered({ A: '2' })],
    ['it is refused', answered({ A: '1' }), { kind: 'status', status: 500 } as const],
  ])('are not named where nothing can be compared: %s', (_what, one, other) => {
    expect(changedFields(one, other)).toBeNull();
  });
});
