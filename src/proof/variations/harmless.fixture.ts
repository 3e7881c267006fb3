import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pools } from '../../calls/pools.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Cell } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import { openCell } from '../../engine/cell/cell.ts';
import type { Session } from '../../engine/cell/session.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { type ReferenceServer, startReferenceServer } from '../../reference/server.ts';
import {
  against,
  bothValidators,
  cellOf,
  contract,
  everywhere,
  harvested,
  wireAnswers,
} from '../../reference/variations/target.fixture.ts';
import type { Variation } from '../../reference/variations/variation.ts';
import type { RuleResult } from '../../results/outcome.ts';
import { fieldPaths } from '../../rules/fields.ts';
import { rulesFor } from '../../rules/rules.ts';
import type { SchemaValidator } from '../../xml/schema.ts';

/** Arrays and single records, nested and unnamed items, long, boolean and negative values, headers, lists of others, all bindings. */
export const cells: readonly Cell[] = [
  cellOf('Get_Video_Links_by_Make', 'http-get'),
  cellOf('Get_PartialProd_Resources', 'soap11'),
  cellOf('Get_Universal_Seat_Cover', 'http-post'),
  cellOf('Get_BasevevehicleLinks', 'soap12'),
  cellOf('Get_Recid_Images', 'soap11'),
  cellOf('Get_Recid_Images', 'http-get'),
  cellOf('GetSubmodel_VehicleType', 'soap12'),
  cellOf('Get_Inventory', 'http-post'),
];

let pools: Pools;
let validator: SchemaValidator;
let plain: ReferenceServer;

/** Tests that no rule objects to variations which the document allows. */
export function harmless(chosen: readonly Variation[]): void {
  let tried = 0;
  let findings = 0;

  beforeAll(async () => {
    pools = await harvested();
    validator = await bothValidators();
    plain = await startReferenceServer({ contract });
  });

  afterAll(async () => {
    validator.dispose();
    await plain.close();
    process.stdout.write(`harmless variations: ${tried} tried, ${findings} findings\n`);
  });

  test.each(chosen.map((one) => [one.id, one] as const))('no rule objects to %s', async (_id, variation) => {
    // Rules that compare bindings may object in a binding that was left alone.
    const judged = cells.filter(({ operation }) =>
      bindingNames.some((binding) => variation.cells({ operation, binding }, contract)),
    );
    tried += 1;
    const touched = cells.filter((cell) => variation.cells(cell, contract));
    const wrong = await objectionsTo([everywhere(variation)], judged, { variation, touched });
    findings += wrong.length;
    expect(wrong, variation.why).toEqual([]);
  });
}

/** What rules have against a changed server. @param touched - cells of which one must differ from the plain server's; any if left out */
export function objectionsTo(
  mutations: readonly Mutation[],
  judged: readonly Cell[],
  { variation, touched }: { readonly variation?: Variation; readonly touched?: readonly Cell[] } = {},
): Promise<readonly string[]> {
  return against(mutations, pools, validator, async (session) => {
    if (touched !== undefined)
      expect(await differsFromPlain(session, touched), 'no answer differs from the plain ones').toBe(true);
    return (await Promise.all(judged.map((cell) => objectionsIn(session, cell, variation)))).flat();
  });
}

async function differsFromPlain({ plan }: Session, touched: readonly Cell[]): Promise<boolean> {
  const describedBy = async (url: string): Promise<string> =>
    (await (await fetch(`${url}${contract.endpointPath}?wsdl`)).text()).replaceAll(url, '');
  if ((await describedBy(plan.baseUrl)) !== (await describedBy(plain.url))) return true;
  for (const cell of touched) {
    if ((await wireAnswers(plan.baseUrl, cell)) !== (await wireAnswers(plain.url, cell))) return true;
  }
  return false;
}

/** What the rules have against a cell, coverage that the variation takes away excepted. */
async function objectionsIn(session: Session, cell: Cell, variation?: Variation): Promise<readonly string[]> {
  const open = await openCell(session, cell);
  const objections: string[] = [];
  for (const rule of rulesFor(cell, session.contract)) {
    const result = await open.judge(rule);
    if (result.verdict === 'fail') objections.push(`${cellName(cell)} ${rule.id}: ${inWords(result)}`);
    if (rule.id !== 'record.coverage') continue;
    const expected = variation === undefined ? '' : hiddenFields(cell, variation);
    const actual = result.verdict === 'inconclusive' ? (result.reason?.text ?? '') : '';
    if (actual !== expected) objections.push(`${cellName(cell)} coverage: '${actual}' instead of '${expected}'`);
  }
  return objections;
}

function inWords({ finding }: RuleResult): string {
  return `${finding?.location} expected ${finding?.expected}, actual ${finding?.actual}`;
}

/** What `record.coverage` says of the fields that a variation leaves without a value; '' where there are none. */
function hiddenFields(cell: Cell, { cells: seenIn, hides = () => false, empties }: Variation): string {
  if (!seenIn(cell, contract)) return '';
  const hidden = new Set<string>();
  const without = new Set<string>();
  for (const { path, content, parent } of fieldPaths(cell, contract)) {
    const isInside = without.has(parent ?? '');
    if (content.kind === 'open' || !(isInside || hides({ content }, cell))) continue;
    without.add(path);
    if (isInside || empties !== true) hidden.add(path);
  }
  return hidden.size === 0 ? '' : `never seen with a value: ${[...hidden].join(', ')}`;
}
