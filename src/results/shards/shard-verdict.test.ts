import { expect, test } from 'vitest';
import { markdownSummary } from '../../views/markdown/summary.ts';
import { palette } from '../../views/terminal/palette.ts';
import { verdictText } from '../../views/terminal/summary.ts';
import { folded, type Imagined } from '../folded.fixture.ts';

const shard = { index: 2, count: 4 };

function lastLine({ options, ...imagined }: Imagined = {}): string {
  const results = folded({ ...imagined, options: { ...options, operations: null, shard } });
  return verdictText(results, palette(false));
}

test('the heading of its summary says so too', () => {
  const results = folded({ options: { operations: null, shard } });
  expect(markdownSummary(results)).toMatch(/^## ✅ GetData conformance, shard 2\/4: conformant\n/);
  expect(markdownSummary(folded({}))).toMatch(/^## ✅ GetData conformance: conformant\n/);
});

test('the last line of a shard says which part was judged', () => {
  expect(lastLine()).toBe('conformant in shard 2/4 (exit code 0)');
  expect(lastLine({ verdicts: { 'http.status@McatCodes/soap11': 'fail' } })).toBe(
    'non-conformant in shard 2/4 (exit code 1)',
  );
  expect(lastLine({ verdicts: { 'http.status@McatCodes/soap11': 'inconclusive' } })).toBe(
    'inconclusive in shard 2/4 (exit code 3)',
  );
});

test('a shard without a cell that could pass leaves it to merge', () => {
  expect(lastLine({ options: { cells: [] } })).toBe(
    'inconclusive in shard 2/4, which has no operation: merge judges the whole (exit code 0)',
  );
  const cells = ['McatCodes/soap11'];
  const known = [{ rule: 'http.status', operation: 'McatCodes', binding: 'soap11' }] as const;
  expect(lastLine({ options: { cells }, known, verdicts: { 'http.status@McatCodes/soap11': 'fail' } })).toBe(
    'inconclusive in shard 2/4, where no cell could pass: merge judges the whole (exit code 0)',
  );
});
