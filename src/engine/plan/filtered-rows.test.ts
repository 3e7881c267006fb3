import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import type { Cell } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { inProcess } from '../../proof/mutants/in-process.ts';
import type { Mutation } from '../../reference/mutation.ts';
import type { VehicleTypeHeader } from '../../reference/value.ts';
import { quickRun } from '../../reference/variations/target.fixture.ts';
import { openClient } from '../send/client.ts';
import { learn } from './filtered-rows.ts';
import { planCalls } from './plan-calls.ts';

const contract = loadContract('http://dealer.example/webservices/');
const nowhere = 'http://127.0.0.1:9';
const options = { ...quickRun(nowhere), profile: 'standard' } as const;
const cell: Cell = { operation: operationNamed(contract, 'GetSubmodel_VehicleType'), binding: 'soap12' };

const learned = (mutations: readonly Mutation[]) =>
  learn(inProcess(openClient(nowhere, contract, options), mutations), options);

/** A server that reads the header of some bindings otherwise. */
function reading(applies: Mutation['applies'], changed: Partial<VehicleTypeHeader>): Mutation {
  return { applies, header: (block) => block && { ...block, ...changed } };
}

test('each switch of the header is sent on and off, in every form, with a row whose answer it changes', async () => {
  const pools = await learned([]);
  expect(Object.keys(pools.filtered).toSorted()).toEqual(
    ['GetModel_VehicleType', 'GetSubmodel_VehicleType'].flatMap((name) => [`${name}/NoMissings`, `${name}/VcdbOnly`]),
  );
  const planned = planCalls(cell, contract, { options, pools });
  for (const name of ['NoMissings', 'VcdbOnly']) {
    const [row] = pools.filtered[`GetSubmodel_VehicleType/${name}`] ?? [];
    const own = planned.filter(({ call: { values, header } }) => values === row && header !== null);
    const sent = own.map(({ call, traits = [] }) => [
      `${call.header?.Filtervehicles} ${call.header?.[name]}`,
      ...traits.map(({ id }) => id),
    ]);
    for (const flag of ['true true', 'true false', 'false true'])
      for (const trait of [[], ['plus-sign'], ['spaces-around']]) expect(sent).toContainEqual([flag, ...trait]);
  }
});

test('a switch that one version of SOAP does not read is still seen, and none where none does anything', async () => {
  const deaf = reading((_name, binding) => binding === 'soap11', { VcdbOnly: false });
  expect(Object.keys((await learned([deaf])).filtered)).toContain('GetModel_VehicleType/VcdbOnly');
  const none = await learned([reading(() => true, { Filtervehicles: false })]);
  expect(none.filtered).toEqual({});
  expect(planCalls(cell, contract, { options, pools: none }).some(({ call }) => call.header?.VcdbOnly === 'true')).toBe(
    true,
  );
});
