import { expect, test } from 'vitest';
import { defects, mutation } from '../../reference/defects/defects.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { contract, harvested, variation } from '../../reference/variations/target.fixture.ts';
import { LOST_DATA } from '../../rules/policy.ts';
import { field, lists, runOf } from './run-operation.fixture.ts';

/** Each cell is looked at by itself: one shows it, that of the most calls. */
const inOneCell = async () => ({ pools: await harvested(), bindings: ['soap11'] as const });

/** What a run finds in the data of an operation that changes its n-th answers. */
async function lostIn(
  operation: string,
  change: (n: number) => Mutation['result'],
  ...written: readonly Mutation[]
): Promise<readonly string[]> {
  let n = 0;
  const changing: Mutation = {
    applies: (own) => own === operation,
    result: (value, context) => {
      n += 1;
      return change(n)?.(value, context) ?? value;
    },
  };
  const { findings } = await runOf(operation, [changing, ...written], await inOneCell());
  return findings.flatMap(({ rule, cause }) => (rule === 'data.lasting' ? [cause] : []));
}

const withoutFirst: Mutation['result'] = (value) => lists(value, (list) => list.slice(1));
const empty: Mutation['result'] = (value) => lists(value, () => []);

test.each([3, 6, 9])('a record that is missing in one answer of 20 is found, from answer %s on', async (first) => {
  const found = await lostIn('Get_Video_Links', (n) => (n % 20 === first ? withoutFirst : undefined));
  expect(found).toEqual(['data.lasting:comes-and-goes']);
});

test('nor is it missed where all texts are in CDATA sections', async () => {
  const change = (n: number) => (n % 20 === 9 ? withoutFirst : undefined);
  expect(await lostIn('Get_Video_Links', change, variation('cdata'))).toEqual(['data.lasting:comes-and-goes']);
});

test.each([60, 80])('an operation that has no data after %s calls is found', async (most) => {
  expect(await lostIn('GetModel_Restricted', (n) => (n > most ? empty : undefined))).toEqual(['data.lasting:gone']);
});

/** Changes what an operation answers to a call the first time. @param after - so many calls */
function atFirst(
  operation: string,
  change: NonNullable<Mutation['result']>,
  keyOf = (values: readonly string[], _body: string) => `${values}`,
  after = 0,
): Mutation {
  const asked = new Set<string>();
  return {
    applies: (own) => own === operation,
    result: (value, context) => {
      const call = keyOf(Object.values(context.parameters).map(String), Buffer.from(context.request.body).toString());
      const isFirst = !asked.has(call);
      asked.add(call);
      return isFirst && asked.size > after ? change(value, context) : value;
    },
  };
}

test.each([
  ['Get_Submodel_Restricted', 'Submodels'],
  ['GetModel_Restricted', 'Modelnames'],
  ['Get_Basevehicle_Images', ''],
])('%s that lacks data in the first answer to each call is found', async (operation, name) => {
  const cold = atFirst(operation, name === '' ? empty : (value) => field(value, name, () => []));
  const { findings } = await runOf(operation, [cold], await inOneCell());
  expect(findings.map(({ cause }) => cause)).toContain('data.lasting:at-first');
});

/** More calls than are planned. */
const PLANNED = 50;

test('it is found where only a number in another form, sent later, lacks data', async () => {
  const keyOf = (values: readonly string[], body: string) => `${values} ${/Basevehicle>\s*([^<\s]*)/.exec(body)?.[1]}`;
  const cold = atFirst('Get_Basevehicle_Images', empty, keyOf, PLANNED);
  const { findings } = await runOf('Get_Basevehicle_Images', [cold], await inOneCell());
  expect(findings.map(({ cause }) => cause)).toContain('data.lasting:at-first');
});

test('a list that grows with each answer to a call is no finding', async () => {
  const counts = new Map<string, number>();
  const growing: Mutation = {
    applies: (own) => own === 'GetModel_Restricted',
    result: (value, { parameters }) => {
      const call = JSON.stringify(Object.values(parameters).map(String));
      const count = (counts.get(call) ?? 0) + 1;
      counts.set(call, count);
      return field(value, 'Modelnames', (names) => [...(names as readonly string[]), ...new Array(count).fill('More')]);
    },
  };
  const { findings } = await runOf('GetModel_Restricted', [growing], await inOneCell());
  expect(findings.filter(({ rule }) => rule === 'data.lasting')).toEqual([]);
});

/** One number of so many, chosen by chance. */
const isDrawn = (n: number, many: number): boolean => Math.abs(Math.sin(n * 78.233) * 43_758.5453) % 1 < 1 / many;

test('data that one server of four lacks, to which requests come by chance, is no finding', async () => {
  for (const start of [100, 200, 300, 400])
    expect(await lostIn('Get_Video_Links', (n) => (isDrawn(n + start, 4) ? withoutFirst : undefined))).toEqual([]);
});

test.each<readonly [string, string, (n: number) => Mutation['result']]>([
  ['gone for a moment', 'Get_Video_Links', (n) => (n > 20 && n < 26 ? empty : undefined)],
  ['late on one server of two', 'Get_Video_Links', (n) => (n % 2 === 0 ? withoutFirst : undefined)],
  ['late on one server of four', 'Get_Video_Links', (n) => (n % 4 === 0 ? withoutFirst : undefined)],
  ['removed', 'GetModel_Restricted', (n) => (n > 30 ? (value) => field(value, 'Modelnames', noCivic) : undefined)],
  ['added', 'Get_Video_Links', (n) => (n < 30 ? withoutFirst : undefined)],
  ['another number each time', 'Get_Universal_Seat_Cover', (n) => (value) => lists(value, (list) => list.slice(n % 3))],
])('data that is %s is no finding', async (_how, operation, change) => {
  expect(await lostIn(operation, change)).toEqual([]);
});

const noCivic = (names: unknown) => (names as readonly string[]).filter((name) => name !== 'Civic');

test('data is not looked for again where CDATA sections of requests explain that it is missing', async () => {
  const times = new Map<string, number>();
  const counting: Mutation = {
    applies: () => true,
    result: (value, { parameters, header }) => {
      const key = `${Object.values(parameters).map(String)} ${JSON.stringify(header)}`;
      times.set(key, (times.get(key) ?? 0) + 1);
      return value;
    },
  };
  const dropped = defects.filter(({ id }) => id === 'cdata-dropped');
  const faults = dropped.map((one) => mutation(one, { operation: null, binding: null }, contract));
  const { findings } = await runOf('Get_Model_MMSY', [counting, ...faults], await inOneCell());
  expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(['request.infoset']));
  expect(Math.max(...times.values())).toBeLessThan(LOST_DATA.most);
});
