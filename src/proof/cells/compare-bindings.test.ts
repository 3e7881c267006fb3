import { describe, expect, test } from 'vitest';
import { edgeValues } from '../../calls/values.ts';
import { operationNamed } from '../../contract/operations.ts';
import { everywhere, field, lists, over, runOf } from '../../engine/cell/run-operation.fixture.ts';
import type { Mutation } from '../../reference/mutation.ts';
import type { FieldValue, ParameterValues, VehicleTypeHeader } from '../../reference/value.ts';
import { contract, harvested } from '../../reference/variations/target.fixture.ts';
import { isElement, type OutElement } from '../../reference/wire/element.ts';
import { changingWarnings } from '../../results/changing.ts';
import type { Results } from '../../results/results.ts';

const shuffled: Mutation = {
  applies: everywhere,
  result: (value, { n }) => lists(value, (list) => [...list.slice(n % list.length), ...list.slice(0, n % list.length)]),
};
const stock: Mutation = { applies: everywhere, result: (value, { n }) => field(value, 'Quantity', () => n) };
const signed: Mutation = {
  applies: everywhere,
  result: (value, { n }) => field(value, 'Link', (link) => `${link}?signature=${n}`),
};
const turns: Mutation = {
  applies: everywhere,
  result: (value, { n }) => field(value, 'Link', (link) => `${link}?server=${n % 2}`),
};

const required = ({ findings }: Results): readonly string[] =>
  findings.filter(({ level }) => level === 'required').map(({ id, location }) => `${id} ${location}`);

const rulesOf = ({ cells }: Results) => cells.flatMap((cell) => cell.rules.map((rule) => ({ ...rule, cell })));

describe('a server that is right is conformant', () => {
  test.each([
    ['Get_Year_Restricted', 'years reversed over GET', { applies: over('http-get'), result: shuffledOnce }],
    ['Get_Year_Restricted', 'lists of strings in a random order', shuffled],
    ['Get_Video_Links', 'records in a random order', shuffled],
    ['Get_PartialProd_Resources', 'nested lists in a random order', shuffled],
  ] as const)('%s: %s', async (operation, _what, mutation) => {
    const results = await runOf(operation, [mutation]);
    expect([required(results), results.verdict, results.warnings]).toEqual([[], 'conformant', []]);
  });

  test.each([
    ['Get_Inventory', 'stock changes', 'Inventory_List.Quantity', [stock]],
    ['Get_Video_Links', 'signed addresses change', 'Link', [signed]],
    ['Get_Video_Links', 'two servers with other addresses take turns', 'Link', [turns]],
    ['Get_Inventory', 'stock changes in a random order', 'Inventory_List.Quantity', [stock, shuffled]],
  ] as const)('%s: %s', async (operation, _what, changing, mutations) => {
    const results = await runOf(operation, mutations);
    expect([required(results), results.verdict]).toEqual([[], 'conformant']);
    expect(results.warnings).toEqual([
      `In ${operation} the field ${changing} changed between equal reads; it was not compared.`,
    ]);
    expect(results.cells[0]?.changing).toEqual([changing]);
  });

  function shuffledOnce(value: FieldValue): FieldValue {
    return lists(value, (list) => list.toReversed());
  }
});

test('a field that changes and is found is not said to be left out of every comparison', () => {
  const cells = [{ operation: 'McatCodes', changing: ['List.Name'] }];
  const warning = (operation: string, location: string) => changingWarnings(cells, [{ operation, location }]).join();
  expect(warning('McatCodes', '[1].List[2].Name')).toMatch(/; it was not compared, apart from what was found\.$/);
  expect(warning('McatCodes', '[1].Name')).toMatch(/; it was not compared\.$/);
  expect(warning('Get_Inventory', '[1].List[2].Name')).toMatch(/; it was not compared\.$/);
});

test('that the order changes is recorded, and judged by no rule', async () => {
  const stability = rulesOf(await runOf('Get_Year_Restricted', [shuffled])).filter(({ level }) => level === 'observed');
  expect(stability.map(({ rule, verdict }) => [rule, verdict])).toContainEqual(['response.stability', 'inconclusive']);
});

describe('what differs is still found', () => {
  const renamed: Mutation = {
    applies: over('http-post'),
    result: (value) => field(value, 'Title', (title) => `${title}!`),
  };
  const other: Mutation = {
    applies: over('soap12'),
    result: (value) => field(value, 'Application_ID', (id) => `${id}-9`),
  };

  test.each([
    ['in another order', 'Get_Video_Links', [shuffled, renamed], 'binding.same-records@Get_Video_Links/http-post'],
    [
      'beside a field that changes',
      'Get_Video_Links',
      [signed, renamed],
      'binding.same-records@Get_Video_Links/http-post',
    ],
    ['beside stock that changes', 'Get_Inventory', [stock, other], 'binding.same-records@Get_Inventory/soap12'],
  ] as const)('%s', async (_what, operation, mutations, id) => {
    const results = await runOf(operation, mutations);
    expect(results.verdict).toBe('non-conformant');
    expect(required(results)).toEqual([expect.stringMatching(`^${id} `)]);
  });
});

test('records that come and go leave the rules that compare them without a verdict', async () => {
  const growing: Mutation = {
    applies: everywhere,
    result: (value, { n }) =>
      lists(value, (list) => (list.length === 0 ? list : Array.from({ length: n }, (_, at) => `${1900 + at}`))),
  };
  const results = await runOf('Get_Year_Restricted', [growing]);
  const open = results.inconclusive.filter(({ rule }) => rule === 'request.header-fields');
  expect([results.findings, open.length, open[0]?.reasonCode]).toEqual([[], 4, 'unstable']);
});

test('nothing is sent again where nothing differs, and a few times where a difference is gone then', async () => {
  const calm = await runOf('Get_Year_Restricted');
  let calls = 0;
  const once: Mutation = {
    applies: over('http-get'),
    result: (value) => field(value, 'ProductID', (id) => (++calls === 1 ? 'other' : id)),
  };
  const results = await runOf('Get_Year_Restricted', [once]);
  expect([required(results), results.verdict]).toEqual([[], 'conformant']);
  // Once over each binding, or a call and its probe over GET, and four times more there; then 17 times, to see
  // if it comes back; and three pairs of calls in two rounds, of nine and ten. Where a request with the variants of
  // several rules differed, up to seven are sent alone.
  expect(results.requests - calm.requests).toBeLessThanOrEqual(8 + 17 + 3 * (9 + 10) + 7);
});

test('calls that one binding refuses are confirmed by a few of them', async () => {
  const refusing: Mutation = { applies: over('http-get'), failure: () => ({ kind: 'plain', message: 'no' }) };
  const sent = async (runs: number) => {
    const [calm, results] = [
      await runOf('McatCode_check', [], { runs }),
      await runOf('McatCode_check', [refusing], { runs }),
    ];
    expect(results.findings.map(({ id }) => id)).toContain('binding.parity@McatCode_check/http-get');
    return results.requests - calm.requests;
  };
  expect((await sent(80)) - (await sent(40))).toBeLessThan(20);
});

test('a base call that is answered oddly once is settled once, not for each of its variants', async () => {
  const calm = await runOf('Get_Video_Links');
  let calls = 0;
  const once: Mutation = {
    applies: over('http-get'),
    result: (value) => (++calls === 1 ? lists(value, (list) => list.slice(1)) : value),
  };
  const results = await runOf('Get_Video_Links', [once]);
  expect([required(results), results.verdict]).toEqual([[], 'conformant']);
  // Where data was missing, data.lasting sends the call up to 60 times more, one with its near spellings up to 14 times,
  // and binding.same-records 17 times.
  expect(results.requests - calm.requests).toBeLessThan(16 + 60 + 14 + 17);
});

test('a record that is lost in one binding is found where only a random call of that cell showed data', async () => {
  const operation = operationNamed(contract, 'GetSubmodel_VehicleType');
  const free = operation.parameters.filter(({ credential }) => !credential);
  const shared = new Set([...free.map(({ example }) => example), ...Object.values(edgeValues).flat()]);
  const late: Mutation = {
    applies: everywhere,
    result: (value, { parameters }) => {
      if (free.every(({ name }) => shared.has(`${parameters[name]}`))) return [];
      return field(value, 'Submodels', () => ['LX', 'EX'].map((name) => ({ Submodelname: name, Basevehicle: '1' })));
    },
  };
  const lost: Mutation = {
    applies: over('http-get'),
    result: (value) => lists(value, (list) => list.slice(1)),
  };
  expect(required(await runOf(operation.name, [late]))).toEqual([]);
  expect(required(await runOf(operation.name, [late, lost]))).toContainEqual(
    expect.stringContaining('binding.same-records@GetSubmodel_VehicleType/'),
  );
});

test('a list that SOAP marks nil leaves GET and POST to be compared with each other', async () => {
  const nil: Mutation = {
    applies: over('soap11', 'soap12'),
    envelope: (element) => nilList(element, 'Assets_list'),
  };
  const other: Mutation = { applies: over('http-post'), result: (value) => field(value, 'URL', () => 'other') };
  expect(required(await runOf('Get_Digital_Assets_recid', [nil]))).toEqual([]);
  expect(required(await runOf('Get_Digital_Assets_recid', [nil, other]))).toContainEqual(
    expect.stringContaining('binding.same-records@Get_Digital_Assets_recid/http-post'),
  );
});

test('a rule that has nothing to compare in answers has no more where other calls are refused', async () => {
  const strict: Mutation = {
    applies: everywhere,
    failure: (failure, { binding, parameters }) => {
      if (failure !== null || !Object.values(parameters).includes('')) return failure;
      const message = 'ItemID is empty.';
      return binding.startsWith('soap') ? { kind: 'fault', code: 'Client', message } : { kind: 'plain', message };
    },
  };
  const results = await runOf('Get_Digital_Assets_recid', [strict], { pools: await harvested() });
  const numbers = rulesOf(results).filter(({ rule }) => rule === 'request.text-parameters');
  expect(numbers.map(({ verdict }) => verdict)).toEqual(['not-applicable', 'not-applicable']);
});

test('a value that only GET leaves out by a nil is found', async () => {
  const nil: Mutation = {
    applies: over('http-get'),
    text: (xml) => xml.replace(/<Title>[^<]*<\/Title>/, '<Title xsi:nil="true" />'),
  };
  expect(required(await runOf('Get_Video_Links', [nil]))).toContainEqual(
    expect.stringContaining('binding.same-records@Get_Video_Links/http-get'),
  );
});

test('a binding that is unstable by itself does not keep the others from being compared', async () => {
  const unstable: Mutation = {
    applies: over('soap11'),
    result: (value, { n }) => lists(value, (list) => list.slice(0, 1 + (n % 3))),
  };
  const lost: Mutation = { applies: over('http-get'), result: (value) => lists(value, (list) => list.slice(0, 2)) };
  expect(required(await runOf('Get_Video_Links', [unstable, lost]))).toContainEqual(
    expect.stringContaining('binding.same-records@Get_Video_Links/http-get'),
  );
});

/** The element of that name, wherever it is, as a nil one. */
function nilList(element: OutElement, name: string): OutElement {
  if (element.name === name) return { ...element, attributes: { 'xsi:nil': 'true' }, children: [] };
  const children = element.children.map((child) => (isElement(child) ? nilList(child, name) : child));
  return { ...element, children };
}

/** A server that reads a field of the VehicleTypeHeader as if it were not filtered by. */
const unread: Readonly<Partial<VehicleTypeHeader>> = {
  Filtervehicles: false,
  VehicleTypeToFilter: 'None',
  OnlyMake: [],
  NoModel: [],
  NoMissings: false,
  VcdbOnly: false,
};

test.each(Object.entries(unread))('a %s that one SOAP version does not read is found', async (name, value) => {
  const ignoring: Mutation = {
    applies: over('soap12'),
    header: (header) => header && { ...header, [name]: value },
  };
  const results = await runOf('GetModel_VehicleType', [ignoring], { pools: await harvested() });
  expect(required(results).join()).toMatch(/binding\.(?:same-records|parity)@GetModel_VehicleType\/soap12/);
});

test('a record that one binding loses for a few values alone is found by calls that only two bindings get', async () => {
  const some = new Set(['2013', '2014', '2015', '2016', '2017', '2018', '2019']);
  const losing: Mutation = {
    applies: over('soap12'),
    result: (value, { parameters: { Year } }) =>
      typeof Year === 'string' && some.has(Year) ? lists(value, (list) => list.slice(1)) : value,
  };
  const results = await runOf('GetModel_Restricted', [losing], { pools: await harvested(), runs: 14 });
  expect(required(results).join()).toMatch(/binding\.same-records@GetModel_Restricted\/soap12/);
});

test('a binding that answers each call as its first is found: the bindings get the calls in other orders', async () => {
  const first = new Map<string, ParameterValues>();
  const keeping: Mutation = {
    applies: everywhere,
    parameters: (values, { binding }) => {
      const kept = first.get(binding) ?? values;
      first.set(binding, kept);
      return kept;
    },
  };
  const results = await runOf('Get_PartialProd_Resources', [keeping], { pools: await harvested() });
  expect(required(results).join()).toMatch(/binding\.parity@Get_PartialProd_Resources/);
});
