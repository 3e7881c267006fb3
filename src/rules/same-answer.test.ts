import { expect, test } from 'vitest';
import type { Decoded } from '../bindings/records.ts';
import { difference, differences } from './same-answer.ts';

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
