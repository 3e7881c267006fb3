import { expect, test } from 'vitest';
import { contract } from '../../engine/observe/observe.fixture.ts';
import { observers } from './observers.ts';

const gaps = contract.requirements.filter(({ kind }) => kind === 'gap');
const ids = observers.map(({ id }) => id);

test('every gap that names a probe has an observer of that id, and that observer names the gap', () => {
  const probed = gaps.filter(({ probe }) => probe !== null);
  expect(probed.length).toBeGreaterThan(15);
  const lost = probed.filter(({ id, probe }) => !observers.some((one) => one.id === probe && one.gaps.includes(id)));
  expect(lost.map(({ id, probe }) => `${id}: ${probe}`)).toEqual([]);
});

test('every observer looks into gaps that the requirements list as such and that have a probe', () => {
  const known = new Set(gaps.filter(({ probe }) => probe !== null).map(({ id }) => id));
  expect(observers.filter(({ gaps: mine }) => mine.some((gap) => !known.has(gap))).map(({ id }) => id)).toEqual([]);
});

test('no two observers share an id or a title', () => {
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(observers.map(({ title }) => title)).size).toBe(ids.length);
});
