import { expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import { bindingNames } from '../contract/operations.ts';
import { openClient } from '../engine/send/client.ts';
import { completeOptions } from '../options/run-options.ts';
import { editsOf } from '../proof/mutants/answers.ts';
import { exchangeOf, type Golden, goldens, NAMESPACE } from '../proof/mutants/golden.ts';
import { inProcess, NeedsSocket } from '../proof/mutants/in-process.ts';
import { defects, mutation } from '../reference/defects/defects.ts';
import { rulesFor } from '../rules/rules.ts';
import type { Exchange } from '../wire/http/exchange.ts';
import { testJudge } from './judge.fixture.ts';
import type { ExchangeJudge } from './judge.ts';

const contract = loadContract(NAMESPACE);
const remembering = await testJudge(contract);
const plain = await testJudge(contract, { judgeEach: true });

/** All that a judge says of an answer. */
function said(judge: ExchangeJudge, { cell, call }: Golden, exchange: Exchange) {
  const evidence = judge.read({ call, expectation: 'known', exchange }, cell, true);
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
      said(remembering, golden, exchangeOf(golden.answer));
      const edited = exchangeOf(answer);
      expect(said(remembering, golden, edited), `${kind} ${place} ${detail}`).toEqual(said(plain, golden, edited));
    }
  }
});

test('the answers of each fault are judged the same by both', async () => {
  const client = openClient('http://127.0.0.1:9/', contract, optionsOf());
  const all = goldens(contract);
  let judged = 0;
  for (const [at, defect] of defects.entries()) {
    const faulty = inProcess(client, [mutation(defect, { operation: null, binding: null }, contract)]);
    for (const golden of [0, 1, 2].flatMap((step) => all[(at * 7 + step * 13) % all.length] ?? [])) {
      const { cell, call } = golden;
      const exchange = await faulty.call(cell, call).catch((error: unknown) => {
        if (error instanceof NeedsSocket) return null;
        throw error;
      });
      if (exchange === null) continue;
      judged += 1;
      // Twice, so that an equal answer was judged before.
      said(remembering, golden, exchange);
      expect(said(remembering, golden, exchange), defect.id).toEqual(said(plain, golden, exchange));
    }
  }
  expect(judged).toBeGreaterThan(defects.length);
  await client.close();
});

function optionsOf() {
  return completeOptions({ flags: { target: null, namespace: NAMESPACE }, env: {}, config: null, randomSeed: 1 });
}
