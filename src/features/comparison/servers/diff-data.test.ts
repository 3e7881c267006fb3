import { expect, test } from 'vitest';
import { alignedLists, textChanges } from './diff-data.ts';

const [one, two, three] = [{ Name: 'a', L: [{ X: '1' }, { X: '2' }] }, { Name: 'b' }, { Name: 'c' }];

test('records in another order are put in order, with one note', () => {
  const { records, notes } = alignedLists([one, two, three], [three, { ...one, Code: '' }, two]);
  expect(records).toEqual([one, two, three]);
  expect(notes.map(({ at, change }) => [at, change])).toEqual([['', 'another order']]);
});

test('so are the items of a list in a record, by its place', () => {
  const turned = { Name: 'a', L: [{ X: '2' }, { X: '1' }] };
  const { records, notes } = alignedLists([two, one], [two, turned]);
  expect(records).toEqual([two, one]);
  expect(notes.map(({ at, change }) => [at, change])).toEqual([['[2].L', 'another order']]);
});

test('equal lists and lists of other items are left as they are', () => {
  expect(alignedLists([one, two], [one, two]).notes).toEqual([]);
  expect(alignedLists([one, two], [three, two])).toEqual({ records: [three, two], notes: [] });
  expect(alignedLists([one], [one, two])).toEqual({ records: [one, two], notes: [] });
});

test('what only one side marks nil is noted, but not where the other has nothing', () => {
  const nil = { Name: 'a', L: null };
  expect(alignedLists([one], [nil]).notes).toMatchObject([{ at: '[1].L', change: 'nil only in B' }]);
  expect(alignedLists([nil], [one]).notes).toMatchObject([{ at: '[1].L', change: 'nil only in A' }]);
  expect(alignedLists([{ ...nil, L: [] }], [nil]).notes).toEqual([]);
});

test.each([
  ['other white space', 'a  b ', 'a b'],
  ['other letter case', 'Floor', 'FLOOR'],
  ['other escapes', 'a & b', 'a &amp; b'],
  ['other escapes', 'a &amp; b', 'a & b'],
  ['other accents', 'Citroën', 'Citroen'],
  ['other characters beyond ASCII', 'Citroën', 'Citro?n'],
  ['other characters beyond ASCII', 'soft – blue', 'soft â€“ blue'],
  [undefined, '車', '靴'],
  [undefined, 'Civic', 'Accord'],
])('what alone two texts differ in has a name: %s', (change, a, b) => {
  expect(textChanges.find(([, without]) => without(a) === without(b))?.[0]).toBe(change);
});
