import { expect, test } from 'vitest';
import { bindingNames } from '../../contract/operations.ts';
import type { Mutation } from '../../reference/mutation.ts';
import type { ParameterValues, VehicleTypeHeader } from '../../reference/value.ts';
import { harvested } from '../../reference/variations/target.fixture.ts';
import { over, runOf } from './run-operation.fixture.ts';

/** A server that takes a parameter from the call before over one binding. */
function callBefore(parameter: string, binding: string): Mutation {
  let before: ParameterValues[string] | undefined;
  return {
    applies: over(binding),
    parameters: (values) => {
      const value = before ?? values[parameter] ?? null;
      before = values[parameter] ?? null;
      return { ...values, [parameter]: value };
    },
  };
}

test.each([
  ['Get_PartialProd_Resources', 'PartialProd'],
  ['Get_PartialProd_Resources_vehicle', 'PartialProd'],
  ['Get_BasevevehicleLinks', 'Basevehicle'],
  ['Get_Basevehicle_Images', 'Basevehicle'],
  ['Get_Recid_Images', 'recid'],
  ['Get_Digital_Assets_recid', 'recid'],
  ['Get_BasevevehicleLinks', 'ProductID'],
])('%s: an answer for the %s of the call before is found', async (operation, parameter) => {
  const missed: string[] = [];
  for (const faulty of [bindingNames.slice(0, 2), bindingNames.slice(2)]) {
    const mutations = faulty.map((binding) => callBefore(parameter, binding));
    // With two random calls a cell, what one seed draws can miss it.
    const how = { pools: await harvested(), bindings: faulty, runs: 6 };
    const { findings } = await runOf(operation, mutations, how);
    const own = findings.filter(({ rule, level }) => rule === 'response.own-call' && level === 'required');
    const unfound = faulty.filter((name) => !own.some(({ binding }) => binding === name));
    if (unfound.length > 0) missed.push(`${unfound}: ${findings.map(({ rule, binding }) => `${rule}@${binding}`)}`);
  }
  expect(missed).toEqual([]);
});

test.each([
  ['of the call before', false],
  ['that a call had last', true],
])('a call without a header that gets the answer for the header %s is found', async (_which, isKept) => {
  const mutationOf = (binding: string): Mutation => {
    let last: VehicleTypeHeader | null = null;
    const header: Mutation['header'] = (own) => {
      const before = last;
      last = isKept ? (own ?? last) : own;
      return own ?? before;
    };
    return { applies: over(binding), header };
  };
  const soap = ['soap11', 'soap12'] as const;
  const how = { pools: await harvested(), bindings: [...soap, 'http-get'] as const };
  const { findings } = await runOf('GetModel_VehicleType', soap.map(mutationOf), how);
  // binding.same-without-header may see it too.
  const own = findings.filter(({ rule }) => rule === 'response.own-call');
  const found = own.map(({ binding, level, call, before }) => [binding, level, call.header, before?.call.header]);
  expect(found).toEqual(soap.map((binding) => [binding, 'required', null, expect.anything()]));
});

test('a call without a header that is filtered as often after calls with a filter as after others is no finding', async () => {
  const filtering = { Filtervehicles: true, VehicleTypeToFilter: 'Car', NoMissings: true, VcdbOnly: true };
  const late: Mutation = {
    applies: over('soap11', 'soap12'),
    header: (own, { n }) => ((n * Math.SQRT2) % 1 < 0.25 ? { OnlyMake: [], NoModel: [], ...filtering } : own),
  };
  const { findings } = await runOf('GetModel_VehicleType', [late], { pools: await harvested() });
  expect(findings.filter(({ rule }) => rule === 'response.own-call')).toEqual([]);
});
