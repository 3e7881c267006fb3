import { expect, test, vi } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import { operationNamed } from '../../contract/operations.ts';
import { ruleResult } from '../../results/outcome.ts';
import { palette } from './palette.ts';
import { cellProgress, createProgress } from './progress.ts';

const contract = loadContract(defaultNamespace());
const cells = [{ operation: operationNamed(contract, 'Get_Inventory'), binding: 'soap11' } as const];
const cell = { operation: 'Get_PartialProd_Resources_vehicle', binding: 'http-post' } as const;

/** What is shown of a cell on a terminal of that width. */
function shownAt(columns: number): string {
  let shown = '';
  const out = (text: string): void => {
    shown = text.replace('\r\u001b[2K', '');
  };
  cellProgress(80, { out, live: true, columns: () => columns }, palette(false)).cell(cell, 12_345, '123 findings');
  return shown;
}

test.each([
  [120, '1/80 cells, 79 left, 12345 requests, 123 findings  Get_PartialProd_Resources_vehicle http-post'],
  [80, '1/80 cells, 79 left, 12345 requests, 123 findings'],
  [45, '1/80 cells, 12345 requests, 123 findings'],
  [40, '1/80 cells, 123 findings'],
  [8, '1/80 ce'],
])('progress fits a terminal of %i columns', (columns, line) => {
  expect(shownAt(columns)).toBe(line);
  expect(line.length).toBeLessThan(columns);
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
      'Waiting in Get_Inventory/soap11: the target answers slowly, or not at all; it may be away for 30 s in all, then the run ends.\n',
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
