import { afterAll, expect, test } from 'vitest';
import { cellName } from '../../contract/cell-name.ts';
import type { Cell } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import { openCellSession } from '../../engine/cell/cell-session.ts';
import type { Session } from '../../engine/cell/session.ts';
import type { RuleResult } from '../../results/outcome.ts';
import { fieldPaths } from '../../rules/fields.ts';
import { rulesFor } from '../../rules/rules.ts';
import { defectNamed, mutation } from '../defects/defects.ts';
import { startReferenceServer } from '../server.ts';
import { stacks } from './stacks.ts';
import { against, bothValidators, cellOf, contract, everywhere, harvested, wireAnswers } from './target.fixture.ts';
import type { Variation } from './variation.ts';
import { randomVariation, variations } from './variations.ts';

/** Arrays and single records, nested and unnamed items, long, boolean and negative values, headers, lists of others, all bindings. */
const cells: readonly Cell[] = [
  cellOf('Get_Video_Links_by_Make', 'http-get'),
  cellOf('Get_PartialProd_Resources', 'soap11'),
  cellOf('Get_Universal_Seat_Cover', 'http-post'),
  cellOf('Get_BasevevehicleLinks', 'soap12'),
  cellOf('Get_Recid_Images', 'soap11'),
  cellOf('Get_Recid_Images', 'http-get'),
  cellOf('GetSubmodel_VehicleType', 'soap12'),
  cellOf('Get_Inventory', 'http-post'),
];

const pools = await harvested();
const validator = await bothValidators();
const plain = await startReferenceServer({ contract });
let tried = 0;
let findings = 0;
afterAll(async () => {
  validator.dispose();
  await plain.close();
  process.stdout.write(`harmless variations: ${tried} tried, ${findings} findings\n`);
});

test('the catalogue holds at least 35 variations, each with an id of its own', () => {
  expect(new Set(variations.map(({ id }) => id)).size).toBe(variations.length);
  expect(variations.length).toBeGreaterThanOrEqual(35);
});

test.each(variations.map((one) => [one.id, one] as const))('no rule objects to %s', async (_id, variation) => {
  const mutations = [everywhere(variation)];
  const touched = cells.filter((cell) => variation.cells(cell, contract));
  // Rules that compare bindings may object in a binding that was left alone.
  const judged = cells.filter(({ operation }) =>
    bindingNames.some((binding) => variation.cells({ operation, binding }, contract)),
  );
  tried += 1;
  const wrong = await against(mutations, pools, validator, async (session) => {
    expect(await differsFromPlain(session, touched), 'no answer differs from the plain ones').toBe(true);
    const objections = await Promise.all(judged.map((cell) => objectionsIn(session, cell, variation)));
    return objections.flat();
  });
  findings += wrong.length;
  expect(wrong, variation.why).toEqual([]);
});

test.each(stacks.map((one) => [one.id, one] as const))(
  'no rule objects to what %s does legally',
  async (_id, stack) => {
    const mutations = stack.legal.map((change) => mutation(change, { operation: null, binding: null }, contract));
    const wrong = await against(mutations, pools, validator, async (session) => {
      expect(await differsFromPlain(session, cells), 'no answer differs from the plain ones').toBe(true);
      return (await Promise.all(cells.map((cell) => objectionsIn(session, cell)))).flat();
    });
    expect(wrong, stack.source).toEqual([]);
  },
);

test.each([1, 2])('no rule objects to a variation for each answer, seed %i', async (seed) => {
  const wrong = await against([randomVariation(seed, contract)], pools, validator, async (session) =>
    (await Promise.all(cells.map((cell) => objectionsIn(session, cell)))).flat(),
  );
  expect(wrong).toEqual([]);
});

test('every departure of a stack is a defect that shows in its binding', async () => {
  for (const { departures } of stacks) {
    for (const [id = '', place = ''] of departures.map((text) => text.split('@'))) {
      const binding = bindingNames.find((name) => name === place);
      const defect = defectNamed(id);
      expect(binding && defect?.cells(cellOf('Get_Inventory', binding), contract), `${id}@${place}`).toBe(true);
    }
  }
});

test('a server that is wrong is objected to in the same way', async () => {
  const wrong = defectNamed('int-decimal');
  if (wrong === undefined) throw new Error("The catalogue of defects has no 'int-decimal'.");
  const defect: Variation = { ...wrong, why: '' };
  const objections = await against([everywhere(defect)], pools, validator, (session) =>
    objectionsIn(session, cellOf('Get_Recid_Images', 'soap11'), defect),
  );
  expect(objections.join()).toContain('value.int');
});

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
  const open = await openCellSession(session, cell);
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
