import { expect, test } from 'vitest';
import { everywhere, runOf, runOver } from '../../engine/cell/run-operation.fixture.ts';
import { serverThatTakes } from '../../engine/cell/server-between.fixture.ts';
import { patience } from '../../patience.fixture.ts';
import type { Mutation } from '../../reference/mutation.ts';
import type { ParameterValues } from '../../reference/value.ts';
import { harvested } from '../../reference/variations/target.fixture.ts';

/** Takes a request for that of another caller under way, once in 40 requests. @param first - how many came before */
function mixingUp(first: number): Parameters<typeof serverThatTakes>[0] {
  let count = first;
  return (request, { others: [other] }) => {
    count += 1;
    if (count < 40 || other === undefined) return request;
    count = 0;
    return other;
  };
}

/** Cells that are run one after the other, until one shows it: a run has 80. */
const cells = [
  ['Get_Submodel_Restricted', 'soap11'],
  ['Get_Submodel_Restricted', 'soap12'],
  ['Get_Submodel_Restricted', 'http-get'],
  ['Get_Basevehicle_Images', 'soap11'],
  ['Get_Basevehicle_Images', 'http-post'],
  ['GetModel_Restricted', 'soap12'],
  ['GetModel_Restricted', 'http-get'],
  ['Get_Submodel_Restricted', 'http-post'],
  ['Get_Basevehicle_Images', 'soap12'],
  ['GetModel_Restricted', 'http-post'],
] as const;

test(
  'a server that mixes up two callers once in 40 is found with at least 19 of 20 seeds, 8 calls at a time',
  async () => {
    const pools = await harvested();
    const missed: number[] = [];
    for (let seed = 1; seed <= 20; seed += 1) {
      const url = await serverThatTakes(mixingUp(2 * seed));
      let isFound = false;
      for (const [operation, binding] of cells) {
        const { findings } = await runOver(url, [operation], [binding], seed, pools);
        isFound = findings.some(({ rule, level }) => rule === 'response.own-call' && level === 'required');
        if (isFound) break;
      }
      if (!isFound) missed.push(seed);
    }
    expect(missed.length, missed.join()).toBeLessThanOrEqual(1);
  },
  patience(120_000),
);

/** A server that once in 40 calls gives an answer with the values of the call before. */
function mixing(turn: number): Mutation {
  let calls = 0;
  let before: ParameterValues = {};
  return {
    applies: everywhere,
    parameters: (values) => {
      calls += 1;
      const last = before;
      before = values;
      return calls % 40 === turn ? { ...values, ...last } : values;
    },
  };
}

test('an answer that another call gets, and that does not come again, is that of the other call', async () => {
  const pools = await harvested();
  // One turn in ten is one at which it shows.
  const every3rd = Array.from({ length: 20 }, (_, at) => 3 * (at + 1));
  const runs = every3rd.map((turn) => runOf('Get_Basevehicle_Images', [mixing(turn)], { pools }));
  const found = (await Promise.all(runs)).flatMap(({ findings }) =>
    findings.filter(({ cause }) => cause === 'response.own-call:answer'),
  );
  expect(found.map(({ actual }) => actual)).toContainEqual(
    expect.stringMatching(/^the answer to a call with (?:Basevehicle|ProductID) '/),
  );
});
