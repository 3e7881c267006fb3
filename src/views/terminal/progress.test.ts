import { expect, test, vi } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { operationNamed } from '../../contract/operations.ts';
import { ruleResult } from '../../results/outcome.ts';
import { palette } from './palette.ts';
import { cellProgress, createProgress } from './progress.ts';

const contract = loadContract(defaultNamespace());
const cells = [{ operation: operationNamed(contract, 'Get_Inventory'), binding: 'soap11' } as const];
const cell = { operation: 'Get_PartialProd_Resources_vehicle', binding: 'http-post' } as const;

/** What is shown of a cell that took three seconds, on a terminal of that width. */
function shownAt(columns: number): string {
  let shown = '';
  const out = (text: string): void => {
    shown = text.replace('\r\u001b[2K', '');
  };
  vi.useFakeTimers();
  try {
    const progress = cellProgress(80, { out, live: true, columns: () => columns }, palette(false));
    vi.advanceTimersByTime(3_000);
    progress.cell(cell, 12_345, '123 findings');
    return shown;
  } finally {
    vi.useRealTimers();
  }
}

test.each([
  [120, '1/80 cells, about 4 min left, 12345 requests, 123 findings  Get_PartialProd_Resources_vehicle http-post'],
  [80, '1/80 cells, about 4 min left, 12345 requests, 123 findings'],
  [45, '1/80 cells, about 4 min left, 123 findings'],
  [40, '1/80 cells, 123 findings'],
  [8, '1/80 ce'],
])('progress fits a terminal of %i columns', (columns, line) => {
  expect(shownAt(columns)).toBe(line);
  expect(line.length).toBeLessThan(columns);
});

test.each([
  ['cells that send nothing take no time', [100, 100, 200], 5, 4, '3/5 cells, about 10 s left, 200 requests'],
  ['no cell that sends any is left', [100, 200], 3, 2, '2/3 cells, 200 requests'],
  ['none has sent any yet', [0], 3, 2, '1/3 cells, 0 requests'],
])('the time left is that of the requests so far: %s', (_, requests, all, called, line) => {
  vi.useFakeTimers();
  try {
    const shown: string[] = [];
    const progress = cellProgress(all, { out: (text) => shown.push(text), live: true }, palette(false), called);
    for (const sent of requests) {
      vi.advanceTimersByTime(3_000);
      progress.cell(cell, sent, '0 findings');
    }
    expect(shown.at(-1)).toContain(`${line}, 0 findings`);
  } finally {
    vi.useRealTimers();
  }
});

test('the time left does not rise and fall with each cell', () => {
  vi.useFakeTimers();
  try {
    const shown: string[] = [];
    const progress = cellProgress(12, { out: (text) => shown.push(text), live: true }, palette(false));
    let requests = 0;
    // Slow and fast cells in turn, as one operation after the other has them.
    for (const ms of [1_000, 200, 2_600, 100, 2_600, 100, 2_800, 100, 2_800, 100, 2_800]) {
      vi.advanceTimersByTime(ms);
      requests += 10;
      progress.cell(cell, requests, '0 findings');
    }
    const left = shown.map((text) => Number(/about (\d+) s/.exec(text)?.[1]));
    const rises = left.filter((seconds, at) => seconds > (left[at - 1] ?? seconds));
    expect(rises, left.join()).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test('a run without an outcome for a while says where and why, once, and not after its end, nor if it is quiet', () => {
  vi.useFakeTimers();
  try {
    const lines: string[] = [];
    const progress = createProgress(
      cells,
      cells,
      () => 7,
      30_000,
      { out: (text) => lines.push(text), live: false },
      palette(false),
    );
    const passed = { verdict: 'pass', judged: 1, reason: null } as const;
    const outcome = ruleResult({ id: 'soap.body', level: 'required' }, cell, passed, null);
    vi.advanceTimersByTime(14_000);
    progress.take(outcome);
    vi.advanceTimersByTime(14_000);
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toBe(
      'Waiting in Get_Inventory/soap11: the target answers slowly, or not at all; the run ends if calls that it answered before stay unanswered for 30 s or more.\n',
    );
    progress.take(outcome);
    progress.waits('a minute');
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(1)).toEqual(['Waiting in Get_Inventory/soap11: a minute.\n']);
    progress.take(outcome);
    progress.end();
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(2);
    createProgress(
      cells,
      cells,
      () => 7,
      30_000,
      { out: (text) => lines.push(text), live: false, quiet: true },
      palette(false),
    );
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
