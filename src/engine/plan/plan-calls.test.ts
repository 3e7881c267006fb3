import { beforeAll, expect, test } from 'vitest';
import type { Pools } from '../../calls/pools.ts';
import type { BindingName, Operation } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import { loadCatalog } from '../../reference/catalog.ts';
import { contract, harvested, quickRun } from '../../reference/variations/target.fixture.ts';
import { planCalls } from './plan-calls.ts';

let pools: Pools;
beforeAll(async () => {
  pools = await harvested();
});

const reads = contract.operations.filter(({ effect }) => effect === 'read');

/** The values that calls of a binding ask for, as `Make=Honda`. */
function askedFor(operation: Operation, binding: BindingName, seed: number): readonly string[] {
  const options = { ...quickRun('http://127.0.0.1:9'), profile: 'standard' as const, seed };
  const planned = planCalls({ operation, binding }, contract, { options, pools });
  return planned.flatMap(({ call }) => Object.entries(call.values).map(([name, value]) => `${name}=${value}`));
}

test('the walk learns every year and make that lists offer', () => {
  const { vehicles } = loadCatalog();
  for (const name of ['Year', 'Make'] as const) {
    const offered = [...new Set(vehicles.map((vehicle) => vehicle[name]))].toSorted();
    expect(pools.values[name]?.toSorted()).toEqual(offered);
  }
});

test.each([1, 2, 3])(
  'the bindings together send every known value of the parameters of an operation: seed %s',
  (seed) => {
    for (const operation of reads) {
      const asked = new Set(bindingNames.flatMap((binding) => askedFor(operation, binding, seed)));
      const known = operation.parameters.flatMap(
        ({ name }) => pools.values[name]?.map((one) => `${name}=${one}`) ?? [],
      );
      expect(
        known.filter((one) => !asked.has(one)),
        operation.name,
      ).toEqual([]);
    }
  },
);

const asking = reads.filter(({ parameters }) => parameters.some(({ credential }) => !credential));

test.each(asking)('$name: both bindings of a pair get a paired call, and each operation has some', (operation) => {
  const options = { ...quickRun('http://127.0.0.1:9'), profile: 'standard' as const };
  const plans = new Map(
    bindingNames.map((binding) => [binding, planCalls({ operation, binding }, contract, { options, pools })]),
  );
  const isPaired = ({ peer }: ReturnType<typeof planCalls>[number]): boolean => peer !== undefined;
  expect([...plans.values()].flat().some(isPaired)).toBe(true);
  for (const [binding, planned] of plans) {
    for (const { call, peer } of planned.filter(isPaired)) {
      expect(plans.get(peer ?? binding)?.map((one) => one.call)).toContainEqual(call);
    }
  }
});

test('another seed sends other values to each binding', () => {
  const [operation] = reads.filter(({ name }) => name === 'GetModel_Restricted');
  if (operation === undefined) throw new Error('no operation');
  expect(askedFor(operation, 'soap11', 1)).not.toEqual(askedFor(operation, 'soap11', 2));
});
