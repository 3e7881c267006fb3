import { expect, test } from 'vitest';
import { options, refusal } from './options.fixture.ts';

test.each([
  ['1/1', { index: 1, count: 1 }],
  ['4/4', { index: 4, count: 4 }],
  ['20/20', { index: 20, count: 20 }],
])('--shard %s is a part of a run', (text, shard) => {
  expect(options({ shard: text }).shard).toEqual(shard);
});

test.each(['', '1', '0/4', '5/4', '1/0', '1/21', '1/2000', '-1/4', '1.0/4', '1/4/2', ' 1/4', 'a/b', '1\\4'])(
  '--shard %j is refused',
  (text) => {
    expect(refusal({ shard: text })).toBe(
      `--shard is '${text}'; expected i/n, like 1/4 for the first of four parts, with i from 1 to n and n up to 20, the number of operations`,
    );
  },
);

test('all shards of a run have one seed where none is given', () => {
  expect(options({ shard: '1/2' }).seed).toBe(options({ shard: '2/2' }).seed);
  expect(options({}).seed).toBe(42);
  expect(options({ shard: '1/2', seed: '7' }).seed).toBe(7);
  expect(options({ shard: '1/2' }, {}, { seed: 9 }).seed).toBe(9);
});

test('what is not a shard has none', () => {
  expect('shard' in options({})).toBe(false);
});
