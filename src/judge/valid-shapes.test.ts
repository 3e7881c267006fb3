import { expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import { bindingNames } from '../contract/operations.ts';
import { editsOf } from '../proof/mutants/answers.ts';
import { type Answer, exchangeOf, type Golden, goldens, NAMESPACE } from '../proof/mutants/golden.ts';
import { rulesFor } from '../rules/rules.ts';
import { testJudge } from './judge.fixture.ts';
import type { Judge } from './judge.ts';

const contract = loadContract(NAMESPACE);
const remembering = await testJudge(contract);
const plain = await testJudge(contract, { judgeEach: true });

/** All that a judge says of an answer. */
function said(judge: Judge, { cell, call }: Golden, answer: Answer) {
  const evidence = judge.read({ call, expectation: 'known', exchange: exchangeOf(answer) }, cell, true);
  const judgements = rulesFor(cell, contract).map((rule) => [rule.id, judge.judge(rule, evidence)]);
  return { judgements, inspection: evidence.inspection, schema: evidence.schema };
}

/** One edit in so many, of all golden answers; without it a sample of the edits of some. */
const every = process.env.EDIT_STRIDE;
const STRIDE = Number(every ?? 199);

test.each(bindingNames)('%s: an answer is judged the same after right ones as by itself', (binding) => {
  const all = goldens(contract).filter(({ cell }) => cell.binding === binding);
  let turn = 0;
  for (const golden of all.filter((_golden, at) => every !== undefined || at % 6 === 0)) {
    for (const { answer, kind, place, detail } of editsOf(golden, contract)) {
      turn += 1;
      if (turn % STRIDE !== 0) continue;
      // So that its shape is known; equal bytes are another matter.
      said(remembering, golden, golden.answer);
      expect(said(remembering, golden, answer), `${kind} ${place} ${detail}`).toEqual(said(plain, golden, answer));
    }
  }
});
