import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../contract/load.ts';
import { selectedCells } from '../options/selected-cells.ts';
import { NOTHING_DRAWN } from '../rules/draw.fixture.ts';
import { rules } from '../rules/rules.ts';
import { folded } from './folded.fixture.ts';
import { type OldResults, upgraded } from './old-results.ts';
import { checkResults } from './read.ts';
import { sampleFinding, sampleResults } from './results.fixture.ts';
import type { Results } from './results.ts';

/** Results as version 1 wrote them. */
function old({ failure: _failure, leftToMerge: _left, ...results }: Results, changes: Partial<OldResults> = {}) {
  const uncoded = <T extends { readonly reasonCode?: unknown }>({ reasonCode: _code, ...one }: T) => one;
  const cells = results.cells.map((cell) => ({ ...uncoded(cell), rules: cell.rules.map(uncoded) }));
  return { ...results, schemaVersion: 1, cells, inconclusive: results.inconclusive.map(uncoded), ...changes } as const;
}

test('version 1 is read, and says what version 2 says', () => {
  const now = folded({ verdicts: { 'xml.bom@McatCodes/soap11': 'inconclusive' } });
  const file: unknown = JSON.parse(JSON.stringify(old(now)));
  checkResults(file);
  const unknown = now.inconclusive.map((one) => ({ ...one, reasonCode: 'unknown' }));
  expect(upgraded(file)).toEqual({ ...now, inconclusive: unknown });
  expect(upgraded(now)).toBe(now);
});

test('version 2 lacks none of its own keys', () => {
  const now = folded({ verdicts: { 'xml.bom@McatCodes/soap11': 'inconclusive' } });
  expect(() => checkResults({ ...old(now), schemaVersion: 2 })).toThrow("the file has no 'failure'; expected one");
  const { inconclusive } = old(now);
  expect(() => checkResults({ ...now, inconclusive })).toThrow("inconclusive[0] has no 'reasonCode'; expected one");
});

test.each([
  [
    { verdict: 'error', exitCode: 4, warnings: ['gone'] },
    { kind: 'target', message: 'gone' },
  ],
  [
    { verdict: 'error', exitCode: 5, warnings: ['x', 'The suite itself failed: y'] },
    { kind: 'suite', message: 'The suite itself failed: y' },
  ],
  [{ verdict: 'conformant', exitCode: 0, warnings: ['x'] }, null],
] as const)('of version 1 %o has the failure %o', (changes, failure) => {
  expect(upgraded(old(sampleResults([]), changes)).failure).toEqual(failure);
});

test.each([
  ['the cell was given up after 3 calls that ran into a limit', 'given-up'],
  ['the target went down', 'target-down'],
  ["the target can't be reached", 'target-unreachable'],
  ['an earlier layer left nothing to judge', 'earlier-layer'],
])('the reason %s has the code %s', (reason, reasonCode) => {
  const [cell] = sampleResults([]).cells;
  if (cell === undefined) throw new Error('there is a cell');
  expect(upgraded(old(sampleResults([]), { cells: [{ ...cell, reason }] })).cells[0]).toMatchObject({ reasonCode });
});

test.each([
  ['http.status', 'http.status: status 500', 'http.status:500'],
  ['http.status', 'no call answers 200', 'http.status:no-200'],
  ['binding.reachable', 'no call answers 200', 'http.status:no-200'],
  ['record.field-order', 'record.field-order: Video.Title', 'record.field-order:Video.Title'],
  ['request.personas', 'request.personas: as PHP SoapClient sends it', 'request.personas:PHP-SoapClient'],
  ['request.header-values', 'request.header-values: NoModel true', 'request.header-values:NoModel-true'],
  ['request.header-values', 'request.header-values: OnlyMake of 50 items', 'request.header-values:OnlyMake-many'],
  ['request.text-fidelity', 'request.text-fidelity: Make with astral characters', 'request.text-fidelity:Make-astral'],
  ['http.content-type', 'an HTML page instead of an answer', 'http.content-type:html-page'],
])('the cause of %s, %s, is %s', (rule, cause, now) => {
  expect(upgraded(old(sampleResults([sampleFinding({ rule, cause })]))).findings[0]?.cause).toBe(now);
});

test('each probe of a rule has a code of its own, without white space', () => {
  const contract = loadContract(defaultNamespace());
  const cells = selectedCells(contract, { operations: null, bindings: null, cells: null });
  for (const { id, probing } of rules) {
    for (const cell of probing === undefined ? [] : cells) {
      const base = { operation: cell.operation.name, values: {}, header: null };
      const probes = probing?.plan(cell, base, contract, NOTHING_DRAWN) ?? [];
      const codes = new Set(probes.map(({ code }) => code));
      expect(codes.size, id).toBe(new Set(probes.map(({ variant }) => variant)).size);
      expect([...codes].join(''), id).not.toMatch(/\s/);
    }
  }
});
