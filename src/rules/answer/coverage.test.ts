import { expect, test } from 'vitest';
import { testJudge } from '../../judge/judge.fixture.ts';
import { cellOf, contract } from '../../reference/variations/target.fixture.ts';
import { xmlExchange } from '../../wire/http/http-file.fixture.ts';
import { LIMITS } from '../../xml/tree.ts';
import { rules } from '../rules.ts';

const judge = await testJudge(contract);
const cell = cellOf('McatCodes', 'http-get');

/** Why the fields of an answer were not seen. */
function reasonFor(body: string) {
  const rule = rules.find(({ id }) => id === 'record.coverage') ?? expect.fail('the rule is there');
  const call = { operation: 'McatCodes', values: {}, header: null };
  const { verdict, reason } = judge.judgeCell(
    rule,
    judge.readAll([{ call, expectation: 'sample', exchange: xmlExchange(body) }], cell, true),
    cell,
  );
  return [verdict, reason?.code, reason?.text];
}

test('an answer with more records than a run reads is said to be too large, not to lack values', () => {
  const text = expect.stringContaining(`more than ${LIMITS.maxNodes} nodes`);
  expect(reasonFor(`<ArrayOfMcatCode>${'<McatCode/>'.repeat(LIMITS.maxNodes)}`)).toEqual([
    'inconclusive',
    'limit',
    text,
  ]);
  expect(reasonFor('<ArrayOfMcatCode>').slice(0, 2)).toEqual(['inconclusive', 'fields-unseen']);
});
