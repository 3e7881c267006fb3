import { expect, test } from 'vitest';
import { resultsOf } from './diff.fixture.ts';
import { latency } from './latency.ts';

const cell = 'McatCodes/soap11';
const tight = (middle: number): readonly number[] => Array.from({ length: 20 }, (_, index) => middle + index * 0.1);

function shift(old: readonly number[], now: readonly number[]) {
  const results = (durations: readonly number[]) => {
    const base = resultsOf({ cells: [cell], durations: { [cell]: durations } });
    return { ...base, cells: base.cells.map((one) => ({ ...one, requests: durations.length })) };
  };
  const [told] = latency({ a: results(old).cells, b: results(now).cells }).cells;
  return told;
}

test.each([
  ['slower', 'a shift beyond the spread', tight(50), tight(90)],
  ['faster', 'one the other way', tight(90), tight(50)],
  ['within', 'a shift of less than 10 ms, however tight the runs are', tight(1), tight(10)],
  ['within', 'a shift that the old run had within itself', [50, 50, 50, 50, 50, 120], [90, 90, 90, 90, 90, 91]],
  ['within', 'a shift that the new run has within itself', [50, 50, 50, 50, 50, 51], [90, 90, 90, 90, 90, 180]],
  ['unknown', 'a shift of four requests', [50, 50, 50, 50], [500, 500, 500, 500]],
  ['unknown', 'no request at all', [], tight(50)],
] as const)('%s: %s', (verdict, _why, old, now) => {
  expect(shift(old, now)?.verdict).toBe(verdict);
});

test('a shift comes with its ratio and the spread it was compared with', () => {
  expect(shift(tight(50), tight(100))).toMatchObject({ shift: 50, ratio: 1.98, spread: 0.9 });
});

test('the median ratio of all cells is shown, and how many shifted', () => {
  const slow = resultsOf({ durations: { [cell]: tight(80) } });
  expect(latency({ a: resultsOf().cells, b: slow.cells })).toMatchObject({
    slower: 1,
    faster: 0,
    medianRatio: 1,
    overall: 'unknown',
  });
});

/** Runs of eight cells that vary so much that no cell alone says anything. */
function noisy(middle: number, ...others: readonly number[]) {
  const bindings = ['soap11', 'soap12', 'http-get', 'http-post'];
  const cells = ['McatCodes', 'Get_Inventory'].flatMap((operation) => bindings.map((one) => `${operation}/${one}`));
  const around = (p50: number) => [p50, p50, p50, p50, p50, p50 + 200];
  const durations = Object.fromEntries(cells.map((name, index) => [name, around(others[index] ?? middle)]));
  return resultsOf({ cells, durations });
}

test.each([
  ['slower', 'all cells are slower', noisy(50), noisy(90)],
  ['faster', 'all cells are faster', noisy(90), noisy(50)],
  ['within', 'some are faster and some slower', noisy(50), noisy(90, 20, 20, 20)],
  ['within', 'all are slower by less than 10 ms', noisy(50), noisy(59)],
  ['within', 'all are slower by less than a tenth', noisy(500), noisy(540)],
] as const)('as a whole %s where %s within their spread', (overall, _why, old, now) => {
  expect(latency({ a: old.cells, b: now.cells })).toMatchObject({ overall, slower: 0, faster: 0 });
});
