import { expect, test } from 'vitest';
import { openCell } from '../../engine/cell/cell.ts';
import { everywhere, field } from '../../engine/cell/run-operation.fixture.ts';
import { openSession } from '../../engine/cell/session.ts';
import { harvest } from '../../engine/plan/harvest.ts';
import { openClient } from '../../engine/send/client.ts';
import type { RunOptions } from '../../options/model.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import { inProcess } from '../../proof/mutants/in-process.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { type FieldValue, isRecord } from '../../reference/value.ts';
import { contract, quickRun, sharedValidator, variation } from '../../reference/variations/target.fixture.ts';
import type { RuleResult } from '../../results/outcome.ts';
import { rulesFor } from '../rules.ts';
import { listedAcceptedRule, listsFor } from './listed-accepted.ts';
import { restrictedPartRule, wholesFor } from './restricted-part.ts';
import { sameRecordRule } from './same-record.ts';
import { stabilityRule } from './stability.ts';

test('the contract says which lists complete a call, and of what an answer is a part', () => {
  const related = contract.operations.map((operation) => ({
    name: operation.name,
    lists: listsFor({ operation }, contract).map(({ list, parameter }) => `${parameter} of ${list.name}`),
    wholes: wholesFor({ operation }, contract).map(({ name }) => name),
  }));
  expect(related.filter(({ lists, wholes }) => lists.length + wholes.length > 0)).toEqual([
    { name: 'Get_Video_Links_by_Make', lists: ['Make of Get_Video_Links'], wholes: ['Get_Video_Links'] },
    { name: 'Get_PartialProd_Resources_vehicle', lists: [], wholes: ['Get_PartialProd_Resources'] },
    { name: 'GetSubmodel_VehicleType', lists: ['Model of GetModel_VehicleType'], wholes: [] },
    { name: 'Get_Submodel_Restricted', lists: ['Model of GetModel_Restricted'], wholes: [] },
    { name: 'GetModel_Restricted', lists: ['Make of GetMake_Restricted'], wholes: [] },
    { name: 'GetMake_Restricted', lists: ['Year of Get_Year_Restricted'], wholes: [] },
    { name: 'McatCode_check', lists: ['mcat of McatCodes'], wholes: ['McatCodes'] },
  ]);
});

const NOWHERE = 'http://127.0.0.1:9';
/** A cell is held against the lists of its own binding: two of the four show it. */
const bindings = ['soap12', 'http-get'] as const;
const sampled = { ...quickRun(NOWHERE), samples: [], profile: 'standard', bindings, seed: 1 } as const;

const relating = [listedAcceptedRule, restrictedPartRule, sameRecordRule];
/** One rule more, that sends a read twice: fields that change between equal reads are not compared. */
const asked = [stabilityRule, ...relating];

/** What the rules say of an operation: values are learned from one server, and calls sent to another. */
async function judged(
  operation: string,
  learned: readonly Mutation[],
  called: readonly Mutation[] = learned,
  changes: Partial<RunOptions> = {},
): Promise<readonly RuleResult[]> {
  const options = {
    ...sampled,
    operations: [operation],
    rules: asked.map(({ id }) => id),
    ...changes,
  };
  const before = inProcess(openClient(NOWHERE, contract, options), learned);
  const client = inProcess(openClient(NOWHERE, contract, options), called);
  const pools = await harvest(before, options);
  const validator = await sharedValidator();
  const plan = { options, baseUrl: NOWHERE, pools, resultsPath: 'results.json' };
  const session = await openSession(plan, { contract, validator, client });
  const results: RuleResult[] = [];
  for (const cell of selectedCells(contract, options)) {
    const open = await openCell(session, cell);
    for (const rule of rulesFor(cell, contract, asked)) {
      const result = await open.judge(rule);
      if (relating.includes(rule)) results.push(result);
    }
  }
  await session.close();
  return results;
}

const broken = (results: readonly RuleResult[]): readonly string[] => [
  ...new Set(results.flatMap(({ rule, finding }) => (finding === null ? [] : [`${rule}: ${finding.message}`]))),
];
const isList = (value: FieldValue): value is readonly FieldValue[] => Array.isArray(value);
/** Changes each value of a field in the answers of one operation. */
const edited = (operation: string, name: string, edit: (text: string) => string): Mutation => ({
  applies: (own) => own === operation,
  result: (value) => field(value, name, (one) => (isList(one) ? one.map((item) => edit(`${item}`)) : edit(`${one}`))),
});

test.each(
  contract.operations.filter((operation) => listsFor({ operation }, contract).length > 0).map(({ name }) => name),
)('values that lists have in another form are unknown to %s', async (name) => {
  const [first] = contract.operations.filter((one) => one.name === name);
  const [feeding] = first === undefined ? [] : listsFor({ operation: first }, contract);
  if (feeding === undefined) throw new Error(`${name} has no list`);
  const { list, parameter } = feeding;
  const path = Object.keys(list.feeds).find((one) => list.feeds[one]?.includes(parameter)) ?? '';
  const found = broken(await judged(name, [edited(list.name, path, (text) => `${text}1`)]));
  expect(found).toEqual([`data.listed-accepted: No ${parameter} that ${list.name} lists gets data.`]);
});

test.each([2, 4])(
  'where the plan has few listed values, more are asked if those get no data: seed %s',
  async (seed) => {
    const listed = edited('GetModel_Restricted', 'Modelnames', (text) => `${text}1`);
    const found = broken(await judged('Get_Submodel_Restricted', [listed], [listed], { seed }));
    expect(found).toEqual(['data.listed-accepted: No Model that GetModel_Restricted lists gets data.']);
  },
);

test('a listed value that could not be read is not expected to have data', async () => {
  const damaged = edited('Get_Video_Links', 'Make', (text) => (text === 'Ram' ? 'R\uFFFDm' : text));
  expect(broken(await judged('Get_Video_Links_by_Make', [damaged]))).toEqual([]);
  const unknown = edited('Get_Video_Links', 'Make', (text) => (text === 'Ram' ? 'Rxm' : text));
  expect(broken(await judged('Get_Video_Links_by_Make', [unknown]))).not.toEqual([]);
});

test('a right server breaks no rule, whatever filters it is sent', async () => {
  for (const operation of ['GetModel_VehicleType', 'Get_PartialProd_Resources_vehicle', 'McatCode_check']) {
    const results = await judged(operation, []);
    expect(broken(results)).toEqual([]);
    expect(results.map(({ verdict }) => verdict)).toContain('pass');
  }
});

test('a list that has changed since it was read is read again', async () => {
  const withoutFirst: Mutation = {
    applies: (operation) => ['Get_Video_Links', 'McatCodes'].includes(operation),
    result: (value) => (isList(value) ? value.slice(1) : value),
  };
  expect(broken(await judged('Get_Video_Links_by_Make', [withoutFirst], []))).toEqual([]);
  expect(broken(await judged('Get_Video_Links_by_Make', [withoutFirst]))).toEqual([
    'data.restricted-part: An answer has a record or item that Get_Video_Links lacks.',
  ]);
  const removed: Mutation = {
    applies: (operation) => operation === 'Get_Year_Restricted',
    result: (value) => field(value, 'Years', (years) => (isList(years) ? [...years, '1999'] : years)),
  };
  expect(broken(await judged('GetMake_Restricted', [removed], []))).toEqual([]);
  expect(broken(await judged('GetMake_Restricted', [removed]))).toEqual([
    'data.listed-accepted: A Year that Get_Year_Restricted lists gets no data.',
  ]);
});

/** Changes what one operation answers, given its parameters. */
const answering = (of: RegExp, change: NonNullable<Mutation['result']>): Mutation => ({
  applies: (operation) => of.test(operation),
  result: change,
});

test.each<[string, string, Mutation]>([
  ...[12, 20].map((most): [string, string, Mutation] => [
    `lists that end after ${most} records`,
    'Get_Video_Links_by_Make',
    answering(/^Get_Video_Links/, (value) => (isList(value) ? value.slice(0, most) : value)),
  ]),
  [
    'fewer of all videos than of a make, as those that it recommends',
    'Get_Video_Links_by_Make',
    answering(/^Get_Video_Links$/, (value) => (isList(value) ? value.filter((_one, at) => at % 2 === 1) : value)),
  ],
  [
    'a page of three parts for all vehicles',
    'Get_PartialProd_Resources_vehicle',
    answering(/^Get_PartialProd_Resources$/, (value) => (isList(value) ? value.slice(0, 3) : value)),
  ],
  [
    'flags that depend on the vehicle',
    'Get_PartialProd_Resources_vehicle',
    answering(/_vehicle$/, (value) =>
      isList(value) ? value.map((part, at) => (isRecord(part) ? { ...part, IsMandatory: at % 2 === 0 } : part)) : value,
    ),
  ],
  [
    'links that differ between operations',
    'Get_Video_Links_by_Make',
    answering(/_by_Make$/, (value) =>
      isList(value) ? value.map((one, at) => (isRecord(one) && at % 3 === 0 ? { ...one, Link: `${at}` } : one)) : value,
    ),
  ],
  [
    'texts in capitals',
    'Get_Video_Links_by_Make',
    answering(/_by_Make$/, (value) =>
      isList(value)
        ? value.map((one, at) =>
            isRecord(one) && at % 3 === 0 ? { ...one, Link: `${one.Link}`.toUpperCase(), Title: null } : one,
          )
        : value,
    ),
  ],
  [
    'less data where no header is sent',
    'GetSubmodel_VehicleType',
    answering(/_VehicleType$/, (value, { header, parameters }) =>
      header === null && isRecord(value) && `${parameters.Model}`.length % 3 === 0
        ? { ...value, Modelnames: [], Submodels: [], Basevehicle: '', VehicleTypeName: '' }
        : value,
    ),
  ],
])('a right server may have %s', async (_what, operation, mutation) => {
  expect(broken(await judged(operation, [mutation]))).toEqual([]);
});

test('an answer from before data was removed does not contradict the lists of now', async () => {
  const noFirst = answering(/^Get_Video_Links$/, (value) => (isList(value) ? value.slice(1) : value));
  let isRemoved = false;
  const losing = answering(/^Get_Video_Links/, (value, { operation }) => {
    isRemoved ||= operation === 'Get_Video_Links';
    const isKept = (one: FieldValue): boolean => !isRecord(one) || !/[05]&/.test(`${one.Link}`);
    return isList(value) && isRemoved ? value.filter(isKept) : value;
  });
  expect(broken(await judged('Get_Video_Links_by_Make', [noFirst], [losing], { bindings: ['http-get'] }))).toEqual([]);
});

test('a nil item of a list is no value', async () => {
  const results = await judged('GetMake_Restricted', [variation('null-items')]);
  expect(results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});

test('a server that knows no value has nothing to relate', async () => {
  const nothing: Mutation = { applies: everywhere, result: (value) => (isList(value) ? [] : value) };
  const results = await judged('Get_Video_Links_by_Make', [nothing]);
  expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['not-applicable']));
});

test.each([
  ['Get_Video_Links_by_Make', 'Title', 'Get_Video_Links'],
  ['McatCode_check', 'Description', 'McatCodes'],
  ['Get_PartialProd_Resources_vehicle', 'Name', 'Get_PartialProd_Resources'],
])('%s never has the %s of %s: it contradicts', async (operation, name, whole) => {
  expect(broken(await judged(operation, [edited(operation, name, (text) => `1${text}`)]))).toEqual([
    `data.same-record: ${name} of a record is never what ${whole} says.`,
  ]);
});

test('a field that is wrong for few records is found where the list has the key of the record once', async () => {
  const active: Mutation = {
    applies: (operation) => operation === 'McatCodes',
    result: (value) => field(value, 'Active', () => true),
  };
  const [found] = broken(await judged('McatCode_check', [active]));
  expect(found).toBe('data.same-record: Active of a record is not what McatCodes says.');
  // Texts may be cut or in another language in a list, and a list in which a code is repeated has no key.
  const written = edited('McatCodes', 'Description', (text) => text.replace(/^Seat covers.*$/, 'Housses…'));
  expect(broken(await judged('McatCode_check', [written]))).toEqual([]);
  const cut = edited('McatCodes', 'Description', (text) => `${text.slice(0, 3)}…`);
  expect(broken(await judged('McatCode_check', [cut]))).toEqual([]);
  const twice: Mutation = {
    applies: (operation) => operation === 'McatCodes',
    result: (value) => (Array.isArray(value) ? [...value, ...value.slice(0, 1)] : value),
  };
  expect(broken(await judged('McatCode_check', [active, twice]))).toEqual([]);
});

test('addresses, texts that change with every read, and records of which most differs contradict nothing', async () => {
  const operation = 'Get_Video_Links_by_Make';
  expect(broken(await judged(operation, [edited(operation, 'Link', (text) => `${text}&from=make`)]))).toEqual([]);
  let times = 0;
  const counted = (name: string) =>
    edited(name, 'Title', (text) => {
      times += 1;
      return `${text} ${times}`;
    });
  expect(broken(await judged(operation, [operation, 'Get_Video_Links'].map(counted)))).toEqual([]);
  const names = ['Title', 'YearFrom', 'YearTo', 'Model'];
  expect(
    broken(
      await judged(
        operation,
        names.map((name) => edited(operation, name, (text) => `${text}1`)),
      ),
    ),
  ).toEqual([]);
});

test('data that was added after the answer without a filter is not held against the one with a filter', async () => {
  const asked = new Set<string>();
  const adding: Mutation = {
    applies: (operation) => operation === 'GetModel_VehicleType',
    result: (value, { binding, parameters, header }) => {
      const question = [binding, ...Object.values(parameters)].join();
      if (header?.Filtervehicles === true || asked.has(question)) return value;
      asked.add(question);
      return field(value, 'Modelnames', (names) => (isList(names) ? names.slice(0, -1) : names));
    },
  };
  expect(broken(await judged('GetModel_VehicleType', [], [adding]))).toEqual([]);
});
