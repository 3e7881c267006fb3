import { describe, expect, test } from 'vitest';
import { ruleResult } from '../outcome.ts';
import { sampleFinding } from '../results.fixture.ts';
import { byCause } from './causes.ts';
import { withOneMistake } from './one-mistake.ts';

const RULE = 'record.field-order';
const outcome = { judged: 1, reason: null } as const;

/** The outcome of a rule in an operation over SOAP 1.1, with a cause of that operation. */
function broken(operation: string, changes: Parameters<typeof sampleFinding>[0] = {}) {
  const { rule = RULE } = changes;
  const own = {
    rule,
    operation,
    binding: 'soap11' as const,
    cause: `${rule}:${operation}`,
    message: `<${operation}> is late.`,
  };
  const finding = sampleFinding({ ...own, ...changes });
  return ruleResult({ id: rule, level: 'required' }, finding, { ...outcome, verdict: 'fail' }, finding);
}

function passed(operation: string) {
  const cell = { operation, binding: 'soap11' } as const;
  return ruleResult({ id: RULE, level: 'required' }, cell, { ...outcome, verdict: 'pass' }, null);
}

const operations = ['McatCodes', 'Get_Inventory', 'Get_Video_Links'];
const all = operations.map((name) => broken(name));
const shapes = operations.map((name, at) =>
  broken(name, { rule: 'record.shape', cause: at === 0 ? 'record.shape:list-as-text' : `record.shape:${name}` }),
);
const shapeKept = { ...passed('Get_Recid_Images'), rule: 'record.shape' };
const causesOf = (...some: Parameters<typeof withOneMistake>[0]) => [
  ...new Set(withOneMistake(some).flatMap(({ finding }) => finding?.cause ?? [])),
];

test('a rule that all records break is one cause, in other bindings too, and says what else is wrong', () => {
  const overGet = broken('McatCodes', { binding: 'http-get' });
  expect(causesOf(...all, overGet)).toEqual([`${RULE}:everywhere`]);
  const [cause] = byCause(withOneMistake(all).flatMap(({ finding }) => finding ?? []));
  expect(cause?.message).toBe(
    '<McatCodes> is late. All other records break the rule too: <Get_Inventory> is late, <Get_Video_Links> is late.',
  );
});

test('of its findings one alone is told without the others', () => {
  const [finding] = withOneMistake(all).flatMap((one) => one.finding ?? []);
  expect(byCause(finding === undefined ? [] : [finding])).toMatchObject([{ message: '<McatCodes> is late.' }]);
});

describe('other causes stay apart', () => {
  test.each([
    ['a cell keeps the rule', [...all.slice(1), passed('Get_Recid_Images')], 2],
    ['a cell keeps the rule, and one cause is a mistake by its name', [...shapes, shapeKept], 3],
    ['only one operation is judged', [broken('McatCodes', { binding: 'http-get' }), broken('McatCodes')], 1],
    ['a cause of its own explains a cell', [...all.slice(1), broken('McatCodes', { cause: 'http.page:page' })], 3],
    ['the rule is not on records', operations.map((name) => broken(name, { rule: 'http.status' })), 3],
  ])('%s', (_why, some, count) => {
    expect(causesOf(...some)).toHaveLength(count);
  });

  test('a mistake of one binding in others that keep the rule', () => {
    const kept = { ...passed('McatCodes'), binding: 'http-get' } as const;
    const alone = broken('Get_Recid_Images', { binding: 'http-get' });
    expect(causesOf(...all, kept, alone)).toEqual([`${RULE}:everywhere`, `${RULE}:Get_Recid_Images`]);
  });
});

test('records that are written wrongly in three places are one mistake, where others keep the rule', () => {
  const some = [...all, passed('Get_Recid_Images')];
  expect(causesOf(...some)).toEqual([`${RULE}:in-several`]);
  const [cause] = byCause(withOneMistake(some).flatMap(({ finding }) => finding ?? []));
  expect(cause?.message).toBe(
    '<McatCodes> is late. Other records break the rule too: <Get_Inventory> is late, <Get_Video_Links> is late.',
  );
});

test('the same text in several records is one mistake, where other records keep the rule', () => {
  const of = (operation: string, actual: string) => broken(operation, { rule: 'value.boolean', actual });
  const kept = { ...passed('Get_Recid_Images'), rule: 'value.boolean' };
  const causes = causesOf(
    of('McatCodes', "'True'"),
    of('Get_Inventory', "'True'"),
    of('Get_Video_Links', "'-1'"),
    kept,
  );
  expect(causes).toEqual(['value.boolean:McatCodes', 'value.boolean:Get_Video_Links']);
});

test('a text that differs from record to record is one mistake too, also where two bindings show each', () => {
  const rule = 'record.mixed-text';
  const of = (operation: string, at: number) =>
    (['soap11', 'http-get'] as const).map((binding) =>
      broken(operation, { rule, binding, actual: ','.repeat(at + 1) }),
    );
  const kept = (['soap11', 'http-get'] as const).map((binding) => ({ ...passed('Get_Recid_Images'), rule, binding }));
  expect(causesOf(...operations.flatMap(of), ...kept)).toEqual([`${rule}:in-several`]);
});

describe('differences between bindings', () => {
  const facts = { wanted: ['5001'], found: ['500'] };
  const differs = (operation: string, binding: 'http-get' | 'http-post' = 'http-get') =>
    broken(operation, {
      rule: 'binding.same-records',
      binding,
      facts,
      location: `[1].${operation}`,
      message: `${operation} differs from what.`,
    });

  test('are one mistake where one binding differs in three operations, and no other does there', () => {
    const three = operations.map((name) => differs(name));
    expect(causesOf(...three)).toEqual(['binding.same-records:over-http-get']);
    expect(causesOf(...three.slice(1))).toHaveLength(2);
    expect(causesOf(...three, differs('McatCodes', 'http-post'))).toHaveLength(3);
    const [cause] = byCause(withOneMistake(three).flatMap(({ finding }) => finding ?? []));
    expect(cause?.message).toBe(
      'McatCodes differs from what. Other fields differ there too: Get_Inventory, Get_Video_Links.',
    );
  });

  test('have the cause of the number that is misread in the same cell', () => {
    const number = broken('McatCodes', { rule: 'request.text-parameters', binding: 'http-get', facts });
    expect(causesOf(number, differs('McatCodes'))).toEqual(['request.text-parameters:McatCodes']);
    expect(causesOf(number, differs('Get_Inventory'))).toHaveLength(2);
  });
});

test('an item too much without the header has the cause of the one with it', () => {
  const part = broken('GetModel_VehicleType', { rule: 'data.restricted-part', actual: "'Golf II'" });
  const without = (item: string) => {
    const facts = { wanted: [], found: [item] };
    return broken('GetModel_VehicleType', {
      rule: 'binding.same-without-header',
      actual: `8 items, with ${item}`,
      facts,
    });
  };
  expect(causesOf(part, without("'Golf II'"))).toEqual(['data.restricted-part:GetModel_VehicleType']);
  expect(causesOf(part, without("'Polo'"))).toHaveLength(2);
});

test('a fault of another media type has the cause of the answers with it', () => {
  const of = (type: string) => ({ facts: { wanted: ['text/xml'], found: [type] } });
  const answer = broken('McatCodes', { rule: 'http.content-type', ...of('text/plain') });
  const fault = (type: string) =>
    broken('McatCodes', { rule: 'soap.fault', cause: 'soap.fault:Content-Type', ...of(type) });
  expect(causesOf(answer, fault('text/plain'))).toEqual(['http.content-type:McatCodes']);
  expect(causesOf(answer, fault('text/html'))).toHaveLength(2);
});

test('a value of the header that is refused as every header is has that cause', () => {
  const call = { operation: 'GetModel_VehicleType', values: {}, header: { Filtervehicles: 'true' } };
  const refused = broken('GetModel_VehicleType', { rule: 'http.status-generated', call });
  const value = (operation: string) => broken(operation, { rule: 'request.header-values' });
  expect(causesOf(refused, value('GetModel_VehicleType'))).toEqual(['http.status-generated:GetModel_VehicleType']);
  expect(causesOf(refused, value('GetSubmodel_VehicleType'))).toHaveLength(2);
});
