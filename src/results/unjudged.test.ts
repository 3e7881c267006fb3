import { expect, test } from 'vitest';
import { folded } from './folded.fixture.ts';
import { unjudgedGroups } from './unjudged.ts';

const { coverage } = folded({});
const NOTHING_SEEN = { coverage: { ...coverage, fields: [], parameters: [] }, exchanges: [] };

const open = (
  operation: string,
  reasonCode: 'no-data' | 'limit' | 'unknown' | 'fields-unseen' | 'unstable',
  reason: string,
) => ({ operation, binding: 'soap11', rule: 'value.lexical', reason, reasonCode }) as const;

test('what could not be judged is grouped by what helps against its reason', () => {
  const inconclusive = [
    open('McatCodes', 'no-data', 'no call was answered with data'),
    open('Get_Inventory', 'limit', 'an answer was too large'),
    open('Get_Inventory', 'no-data', 'no call was answered with data'),
    open('McatCodes', 'unknown', 'nobody knows'),
  ];
  expect(unjudgedGroups({ inconclusive, cells: [], verdict: 'inconclusive', ...NOTHING_SEEN })).toEqual([
    {
      sentences: [
        'McatCodes: value.lexical: no call was answered with data (soap11)',
        'Get_Inventory: value.lexical: no call was answered with data (soap11)',
      ],
      advice: expect.stringMatching(/^To supply values: give parameters that the target has data for/),
    },
    {
      sentences: ['Get_Inventory: value.lexical: an answer was too large (soap11)'],
      advice: expect.stringContaining('raise the limit'),
    },
    { sentences: ['McatCodes: value.lexical: nobody knows (soap11)'], advice: null },
  ]);
});

test("only where fields were not seen, 'unused' is proposed", () => {
  const adviceOn = (code: 'no-data' | 'fields-unseen') =>
    unjudgedGroups({
      inconclusive: [open('McatCodes', code, 'x')],
      cells: [],
      verdict: 'inconclusive',
      ...NOTHING_SEEN,
    })[0]?.advice;
  expect(adviceOn('fields-unseen')).toContain("'unused'");
  expect(adviceOn('no-data')).not.toContain("'unused'");
});

test('the advice for answers that always differ says what to do where that is by design', () => {
  const [found] = unjudgedGroups({
    inconclusive: [open('McatCodes', 'unstable', 'x')],
    cells: [],
    verdict: 'inconclusive',
    ...NOTHING_SEEN,
  });
  expect(found?.advice).toContain('--allow-inconclusive');
});

test('a comparison that could not be made is named where it keeps a run from being conformant, and not next to findings', () => {
  const rule = { rule: 'binding.same-records', level: 'required', verdict: 'not-reached', judged: 0 } as const;
  const reason = { reason: 'no answer could be compared', reasonCode: 'not-comparable' } as const;
  const [cell] = folded({}).cells;
  const cells = cell === undefined ? [] : [{ ...cell, rules: [...cell.rules, { ...rule, ...reason }] }];
  const [found] = unjudgedGroups({ inconclusive: [], cells, verdict: 'inconclusive', ...NOTHING_SEEN });
  expect(found?.sentences).toEqual(['Get_Inventory: binding.same-records: no answer could be compared (soap11)']);
  expect(found?.advice).toContain('--bindings');
  expect(unjudgedGroups({ inconclusive: [], cells, verdict: 'non-conformant', ...NOTHING_SEEN })).toEqual([]);
});
