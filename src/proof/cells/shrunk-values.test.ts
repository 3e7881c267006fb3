import { beforeAll, expect, test } from 'vitest';
import type { Pools } from '../../calls/pools.ts';
import type { BindingName } from '../../contract/model.ts';
import { openCell } from '../../engine/cell/cell.ts';
import { openSession } from '../../engine/cell/session.ts';
import type { ProfileName } from '../../options/model.ts';
import { defectNamed, mutation } from '../../reference/defects/defects.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { startReferenceServer } from '../../reference/server.ts';
import { cellOf, contract, harvested, quickRun } from '../../reference/variations/target.fixture.ts';
import type { Finding } from '../../results/outcome.ts';
import { rulesFor } from '../../rules/rules.ts';

let pools: Pools = { values: {}, rows: [] };
beforeAll(async () => {
  pools = await harvested();
});

/** The findings of some rules in one cell of a faulty server. */
async function findings(
  faulty: Mutation,
  operation: string,
  binding: BindingName,
  profile: ProfileName,
  rules: readonly string[],
): Promise<readonly Finding[]> {
  const server = await startReferenceServer({ contract, defects: [faulty] });
  const session = await openSession({
    options: { ...quickRun(server.url), profile, samples: [] },
    baseUrl: server.url,
    pools,
    resultsPath: 'reports/results.json',
  });
  const cell = cellOf(operation, binding);
  const open = await openCell(session, cell);
  const judged = rulesFor(cell, contract).filter(({ id }) => rules.includes(id));
  const found: Finding[] = [];
  for (const rule of judged) {
    const { finding } = await open.judge(rule);
    if (finding !== null) found.push(finding);
  }
  await session.close();
  await server.close();
  return found;
}

function planted(id: string): Mutation {
  const defect = defectNamed(id);
  if (defect === undefined) throw new Error(`there is no defect '${id}'`);
  return mutation(defect, { operation: null, binding: null }, contract);
}

const REFUSED = ['http.status-generated'];

test.each([
  [
    'negative-int-refused',
    'Get_Basevehicle_Images',
    'http-get',
    REFUSED,
    (f: Finding) => expect(f.call.values.Basevehicle).toBe('-1'),
  ],
  ['zero-refused', 'McatCode_check', 'soap12', REFUSED, (f: Finding) => expect(f.call.values.mcat).toBe('0')],
  [
    'long-text-refused',
    'Get_Inventory',
    'soap11',
    REFUSED,
    (f: Finding) => expect(Object.values(f.call.values).filter((v) => v.length === 257)).toHaveLength(1),
  ],
  [
    'apostrophe-refused',
    'Get_Model_MMSY',
    'http-post',
    REFUSED,
    (f: Finding) => expect(Object.values(f.call.values)).toContain("'"),
  ],
  [
    'header-filter-refused',
    'GetModel_VehicleType',
    'soap11',
    REFUSED,
    (f: Finding) =>
      expect(f.call.header).toMatchObject({ Filtervehicles: 'true', VehicleTypeToFilter: 'None', NoMissings: 'false' }),
  ],
  [
    'make-swaps-fields',
    'Get_Model_MMSY',
    'soap12',
    ['record.field-order'],
    (f: Finding) => expect(f.call.values.Make).toMatch(/^T.*/),
  ],
] as const)(
  '%s is found by the standard profile and shrunk to the value that matters',
  async (id, operation, binding, rules, check) => {
    const found = await findings(planted(id), operation, binding, 'standard', rules);
    expect(found).toHaveLength(1);
    for (const finding of found) check(finding);
  },
);
