import { expect, test } from 'vitest';
import { sampleFinding } from '../../results/results.fixture.ts';
import type { Results } from '../../results/results.ts';
import { lineOf } from './run-line.ts';
import { runOn } from './runs.fixture.ts';
import { cellLetters, findingSpans, observedChanges, ruleLetters, sinceOf, verdictLetters } from './timeline.ts';

const rule = 'record.field-order';
const finding = sampleFinding();

/** The cell with the finding passes, fails, is known to fail, or is not judged. */
function run(day: number, letter: string) {
  const changes: Partial<Results> = {};
  const results = runOn(day, letter === 'f' || letter === 'k' ? [{ ...finding, known: letter === 'k' }] : [], changes);
  if (letter === 'f' || letter === 'k') return lineOf(results, `${day}`);
  const verdict = letter === 'p' ? ('pass' as const) : ('inconclusive' as const);
  const cells = results.cells.map((cell) =>
    cell.binding === 'soap12'
      ? { ...cell, rules: [...cell.rules, { rule, level: 'required' as const, verdict, judged: 1 }] }
      : cell,
  );
  return lineOf({ ...results, cells }, `${day}`);
}

const runs = (letters: string) => [...letters].map((letter, at) => run(at + 1, letter));

test.each([
  ['ppff', { firstBad: '3', lastGood: '2', fixed: null }],
  ['ppfip', { firstBad: '3', lastGood: '2', fixed: '5' }],
  ['fiifk', { firstBad: '1', lastGood: null, fixed: null }],
  ['pfpifip', { firstBad: '5', lastGood: '3', fixed: '7' }],
  ['pkf', { firstBad: '2', lastGood: '1', fixed: null }],
])('of %s, the last time that it was broken', (letters, expected) => {
  const [span, ...more] = findingSpans(runs(letters));
  expect(more).toEqual([]);
  expect({
    firstBad: span?.firstBad.file,
    lastGood: span?.lastGood?.file ?? null,
    fixed: span?.fixed?.file ?? null,
  }).toEqual(expected);
  expect(span).toMatchObject({ rule, cells: ['Get_Inventory/soap12'] });
});

test.each([
  ['ppff', 0, '3'],
  ['pfpfipfif', 2, '2'],
  ['pfifkp', 0, '2'],
])('of %s, how often it had been broken and fixed before, and the first time', (letters, earlier, first) => {
  expect(findingSpans(runs(letters))).toMatchObject([{ earlier, first: { file: first } }]);
});

test('a rule that never failed has no span', () => {
  expect(findingSpans(runs('pip'))).toEqual([]);
  expect(findingSpans([])).toEqual([]);
});

test('cells that failed in the same runs are one span; what still fails comes first', () => {
  const both = [finding, sampleFinding({ binding: 'soap11' })];
  const wide = (day: number) => {
    const results = runOn(day, both);
    const cells = results.cells.map((cell) => ({
      ...cell,
      rules: [{ rule, level: 'required' as const, verdict: 'fail' as const, judged: 1 }],
    }));
    return lineOf({ ...results, cells }, `${day}`);
  };
  const other = lineOf(runOn(1, [sampleFinding({ rule: 'xml.bom' })]), '1');
  const spans = findingSpans([other, wide(2)]);
  expect(spans.map(({ rule: id, cells }) => [id, cells.length])).toEqual([
    [rule, 2],
    ['xml.bom', 1],
  ]);
});

test('letters of runs, cells and rules, and since when the last one holds', () => {
  const lines = runs('pffk');
  expect(verdictLetters(lines)).toBe('pfff');
  expect(cellLetters(lines, 'Get_Inventory/soap12')).toBe('pfff');
  expect(cellLetters(lines, 'McatCodes/soap12')).toBe('----');
  expect(ruleLetters(lines, rule)).toBe('pffk');
  expect(ruleLetters(lines, 'xml.bom')).toBe('----');
  expect(sinceOf(lines, 'pfff')?.file).toBe('2');
  expect(sinceOf(lines, 'pffk')?.file).toBe('4');
});

test('when an observer saw something else, over runs that did not ask', () => {
  const line = (day: number, status: number | null) =>
    lineOf(
      runOn(day, [], {
        observations:
          status === null
            ? []
            : [
                {
                  id: 'observe.wsdl@endpoint',
                  operation: null,
                  binding: null,
                  probe: 'observe.wsdl',
                  fingerprint: { status },
                },
              ],
      }),
      `${day}`,
    );
  const changes = observedChanges([line(1, 200), line(2, null), line(3, 404), line(4, 404), line(5, 200)]);
  expect(changes.map(({ probe, before, run: at }) => [probe, before.file, at.file])).toEqual([
    ['observe.wsdl', '4', '5'],
    ['observe.wsdl', '1', '3'],
  ]);
});
