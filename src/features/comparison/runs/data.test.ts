import { expect, test } from 'vitest';
import { type AnsweredCall, dataDigests } from '../../../results/record/data-digests.ts';
import type { Results } from '../../../results/results.ts';
import type { AnswerDigest } from '../../../rules/same-answer.ts';
import { palette } from '../../../views/terminal/palette.ts';
import type { DecodedRecord } from '../../../wire/soap/records.ts';
import { resultsOf } from './diff.fixture.ts';
import { diffResults } from './diff.ts';
import { terminalDiff } from './views/terminal.ts';

const base = resultsOf();
const bindings = ['soap11', 'http-get'] as const;
const files = { oldFile: 'old.json', newFile: 'new.json' };

/** What was said to one call each: the answer, and those to equal requests. */
type Said = readonly [AnswerDigest, ...AnswerDigest[]];

const answer = (...records: readonly DecodedRecord[]): AnswerDigest => ({ kind: 'records', records });
const stock = (quantity: string, place = 'A'): AnswerDigest => answer({ Quantity: quantity, Place: place });

/** Results of Get_Inventory over two bindings, with these answers to calls of their own. */
function withData(said: readonly Said[], password = 'p'): Results {
  const answered = said.map((all, at): AnsweredCall => {
    return { call: { operation: 'Get_Inventory', values: { partno: `${at}` }, header: null }, said: all };
  });
  const digests = dataDigests({ Password: password })(answered);
  return { ...base, data: bindings.map((binding) => ({ operation: 'Get_Inventory', binding, ...digests })) };
}

function dataOf(before: Results, after: Results, failOnData = false) {
  const { data, exitCode, outcome } = diffResults(before, after, { ...files, failOnData });
  return { ...data, exitCode, outcome };
}

const old = withData([[stock('14')], [stock('3')], [stock('5')]]);

/** The line on what data were compared. */
function groundsOf(before: Results, after: Results): string {
  return / Data: .*/.exec(terminalDiff(diffResults(before, after, files), palette(false)))?.[0] ?? '';
}

test('equal answers of two runs are compared, and nothing differs', () => {
  expect(groundsOf(old, old)).toBe(' Data: answers to 6 calls that both runs sent: the same.');
  expect(dataOf(old, old)).toMatchObject({ calls: 6, open: null, changed: [], varying: [], outcome: 'unchanged' });
});

test('another value is told by field and cell, and fails only if asked', () => {
  const now = withData([[stock('15')], [stock('4')], [stock('5')]]);
  const [change] = dataOf(old, now).changed;
  expect(groundsOf(old, now)).toBe(' Data: answers to 6 calls that both runs sent: other data in some.');
  expect(change).toMatchObject({ operation: 'Get_Inventory', field: 'Quantity', change: 'other values', calls: 4 });
  expect(change?.cells.map(({ binding }) => binding)).toEqual(bindings);
  expect(dataOf(old, now)).toMatchObject({ exitCode: 0, outcome: 'changed' });
  expect(dataOf(old, now, true)).toMatchObject({ exitCode: 1, outcome: 'regressed' });
});

test('records that went, a refusal, a field that only one run fills and values in other records are told', () => {
  const before = withData([
    [stock('1')],
    [stock('2')],
    [stock('3')],
    [answer({ Quantity: '1', Place: 'A' }, { Quantity: '2', Place: 'B' })],
  ]);
  const after = withData([
    [answer()],
    [{ kind: 'status', status: 500 }],
    [stock('3', '')],
    [answer({ Quantity: '1', Place: 'B' }, { Quantity: '2', Place: 'A' })],
  ]);
  expect(dataOf(before, after).changed.map(({ field, change }) => [field, change])).toEqual([
    [null, 'records → no records'],
    [null, 'records → status 500'],
    ['Place', 'only in the old run'],
    [null, 'other records, or the same values in other ones'],
  ]);
});

test('what differs between equal reads of either run is named apart, and the rest is compared', () => {
  const now = withData([[stock('15', 'B'), stock('16', 'B')], [stock('4')], [stock('5')]]);
  for (const [before, after] of [
    [old, now],
    [now, old],
  ] as const) {
    const { changed, varying } = dataOf(before, after);
    expect(changed.map(({ field }) => field)).toEqual(['Place']);
    expect(varying.map(({ field, cells }) => [field, cells.length])).toEqual([['Quantity', 2]]);
  }
});

test('a field that a run noted as changing is no change in another cell', () => {
  const now = withData([[stock('15')], [stock('4')], [stock('5')]]);
  const cells = now.cells.map((cell) => (cell.binding === 'soap11' ? { ...cell, changing: ['Quantity'] } : cell));
  expect(dataOf(old, { ...now, cells })).toMatchObject({ changed: [], varying: [{ field: 'Quantity' }] });
  expect(groundsOf(old, { ...now, cells })).toContain(': the same, apart from what changes by itself.');
});

test('where records come and go by themselves nothing is compared, and one odd answer hides nothing else', () => {
  const swinging = withData([[stock('14'), answer()], [answer()], [stock('5')]]);
  expect(dataOf(old, swinging)).toMatchObject({ changed: [], varying: [{ field: null }] });
  const { data = [] } = withData([[stock('14'), { kind: 'status', status: 503 }], [stock('3')], [stock('6')]]);
  const later = withData([[stock('14')], [stock('3')], [stock('6')]]).data ?? [];
  const now = { ...base, data: [...data.slice(0, 1), ...later.slice(1)] };
  expect(dataOf(old, now).changed).toMatchObject([{ field: 'Quantity', calls: 2 }]);
});

const unreached = base.cells.map((cell) => ({ ...cell, verdict: 'not-reached' as const }));
const down: Results = { ...base, cells: unreached };
const silent = (old.data ?? []).map((cell) => ({ ...cell, calls: [] }));

test.each([
  ['old has no digests', base, old, 'as the old file has no digests of data'],
  ['new has no digests', old, base, 'as the new file has no digests of data'],
  ['old reached nothing', down, old, 'as the old run reached nothing'],
  ['new reached nothing', old, down, 'as the new run reached nothing'],
  ['no equal call', old, { ...old, data: silent }, 'as no call got an answer in both runs'],
  ['other credentials', old, withData([[stock('14')]], 'q'), 'as the runs had other credentials'],
] as const)('%s: one sentence says so, and data that count are lost evidence', (open, before, after, sentence) => {
  expect(dataOf(before, after)).toMatchObject({ open, calls: 0, changed: [], exitCode: 0 });
  expect(dataOf(before, after, true)).toMatchObject({ exitCode: 3, outcome: 'evidence-lost' });
  expect(groundsOf(before, after)).toContain(`Data: not compared, `);
  expect(groundsOf(before, after)).toContain(sentence);
});
