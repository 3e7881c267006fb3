import { describe, expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import { completeOptions } from '../options/run-options.ts';
import { selectedCells } from '../options/selected-cells.ts';
import { credentialsWanted, mayHaveRefused } from './credentials.ts';
import type { CellSummary } from './outcome.ts';

const contract = loadContract(defaultNamespace());
/** One that takes no credential, and two that take DealerID. */
const FREE = 'GetModel_VehicleType';
const [taking, other] = ['GetModel_Restricted', 'Get_Year_Restricted'] as const;

/** A run without credentials in which the operations are answered so over each binding. */
function runOf(statuses: Readonly<Record<string, string>>, named: readonly string[] = []) {
  const options = completeOptions({ flags: { target: 'http://t.example' }, env: {}, config: null, randomSeed: 1 });
  const cells = selectedCells(contract, { operations: Object.keys(statuses), bindings: null, cells: null });
  const summaries = cells.map(({ operation: { name }, binding }) => {
    const counts = Object.fromEntries((statuses[name] ?? '').split(' ').map((status) => [status, 2]));
    const own = { operation: name, binding, statuses: counts, credentialsNamed: named };
    return { ...own, exchanges: [] } as unknown as CellSummary;
  });
  return { cells, options, summaries };
}

describe('credentials that were not given are not blamed', () => {
  test.each(['404', '405', '501', '500', '400'])('where one operation is there, and no other: %s', (status) => {
    const run = runOf({ Get_Model_MMSY: '200', [FREE]: status, [taking]: status, [other]: status });
    expect([credentialsWanted(run), mayHaveRefused(run)]).toEqual([null, false]);
  });

  test('where the same cells answer, and refuse a text with 403', () => {
    expect(mayHaveRefused(runOf({ [taking]: '200 403' }))).toBe(false);
    expect(mayHaveRefused(runOf({ [taking]: '200 401' }))).toBe(true);
  });
});

describe('credentials that were not given may be why', () => {
  test.each(['500', '400', '403'])('only operations that take one are refused: %s', (status) => {
    const run = runOf({ [FREE]: '200', [taking]: status, [other]: status });
    expect(credentialsWanted(run)).toMatch(/^Credentials are missing or refused \(DealerID not given/);
    expect(mayHaveRefused(run)).toBe(true);
  });

  test('other operations are refused by another status', () => {
    expect(credentialsWanted(runOf({ Get_Model_MMSY: '200', [FREE]: '404', [taking]: '500' }))).not.toBeNull();
  });

  test('an answer names one, whatever its status', () => {
    const run = runOf({ Get_Model_MMSY: '200', [FREE]: '404', [taking]: '404' }, ['DealerID']);
    expect([credentialsWanted(run) === null, mayHaveRefused(run)]).toEqual([false, true]);
  });
});
