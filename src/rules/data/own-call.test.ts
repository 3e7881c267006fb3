import { expect, test } from 'vitest';
import { operationNamed } from '../../contract/operations.ts';
import { runOf } from '../../engine/cell/run-operation.fixture.ts';
import { testJudge } from '../../judge/judge.fixture.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { eachParameter, type FieldValue, type ParameterValues } from '../../reference/value.ts';
import { contract } from '../../reference/variations/target.fixture.ts';
import { xmlExchange } from '../../wire/http/http-file.fixture.ts';
import { isCollated } from '../request/echoed-text.ts';
import { ownCallRules } from './own-call.ts';

const inTwoCells = { bindings: ['soap12', 'http-get'] } as const;

const isFilled = (value: FieldValue): boolean => Array.isArray(value) && value.length > 0;

/** Answers one of the calls that have data without any. */
const emptyOnce = (which: number): Mutation => {
  let filled = 0;
  return {
    applies: (operation, binding) => operation === 'Get_Video_Links_by_Make' && binding === 'http-get',
    result: (value) => {
      filled += isFilled(value) ? 1 : 0;
      return isFilled(value) && filled === which ? [] : value;
    },
  };
};

test('an answer without data, while data is loaded anew, is not the answer to another call', async () => {
  for (const which of [1, 2, 3, 4]) {
    const { findings } = await runOf('Get_Video_Links_by_Make', [emptyOnce(which)], inTwoCells);
    expect(findings.map(({ rule, message }) => [rule, message])).toEqual([]);
  }
});

test.each([(text: string) => text.toLowerCase(), (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')])(
  'a server that loses case or accents gives no answers to other calls',
  async (lose) => {
    const lossy: Mutation = {
      applies: () => true,
      parameters: (values) => eachParameter(values, (value) => (typeof value === 'string' ? lose(value) : value)),
    };
    const { findings } = await runOf('Get_Submodel_Restricted', [lossy], inTwoCells);
    expect([...new Set(findings.map(({ rule }) => rule))]).toEqual(['request.text-fidelity']);
  },
);

test.each(['ßß=é', 'ﬁn—ŉ', 'ǰ İ'])('%s in capitals, and that in small letters, is the same text', (text) => {
  expect([isCollated(text, text.toUpperCase()), isCollated(text, text.toUpperCase().toLowerCase())]).toEqual([
    true,
    true,
  ]);
  expect(isCollated(text, `${text}s`)).toBe(false);
});

test('an own text that is read in another encoding is not the answer to another call, which sends it as that', async () => {
  const misread = (text: string): string => Buffer.from(text).toString('latin1');
  const cell = { operation: operationNamed(contract, 'GetModel_Restricted'), binding: 'http-get' } as const;
  const answered = (Make: string, got: string) => {
    const root = `<Model_table xmlns="${contract.namespace}"><Make>${got}</Make></Model_table>`;
    const call = { operation: cell.operation.name, values: { Make, Year: '1', ProductID: 'P' }, header: null };
    return judge.read({ call, expectation: 'generated', exchange: xmlExchange(root) }, cell, true);
  };
  const plain = ['#one a', '#two b', '#six c'].map((text) => answered(text, text));
  const [rule] = ownCallRules;
  const saysOf = (sent: string, got: string, other: string) =>
    rule && judge.judgeCell(rule, [...plain, answered(sent, got), answered(other, other)], cell).verdict;
  expect(saysOf('#Mégane', misread('#Mégane'), misread('#Mégane'))).toBe('pass');
  expect(saysOf('#Mégane', '#Clio', '#Clio')).toBe('fail');
  expect(saysOf('Honda', 'aJkRgoMPMU', 'aJkRgoMPMU')).toBe('fail');
  expect(saysOf('vw', 'Volkswagen', 'Volkswagen')).toBe('pass');
});

test('an order for an item that nobody has is not one for the item of the order before', async () => {
  let before: ParameterValues[string] | undefined;
  const ofBefore: Mutation = {
    applies: (operation, binding) => operation === 'Add_toCart' && binding === 'http-get',
    parameters: (values) => {
      const ItemID = before ?? values.ItemID ?? null;
      before = values.ItemID ?? null;
      return { ...values, ItemID };
    },
  };
  const pools = { values: { ItemID: ['SC-1001'] }, rows: [] };
  const told = async (mutations: readonly Mutation[]) =>
    (await runOf('Add_toCart', mutations, { pools })).findings.map(({ id }) => id);
  expect(await told([])).toEqual([]);
  expect(await told([ofBefore])).toEqual(['response.own-call@Add_toCart/http-get']);
});

const judge = await testJudge(contract);
const cell = { operation: operationNamed(contract, 'Get_Basevehicle_Images'), binding: 'http-post' } as const;

/** An answer to a base vehicle, with the record of another, and the ID of its image. */
function answered(asked: string, got: string, ID = '7') {
  const image = `<Basevehicle_Images_URL><ID>${ID}</ID><Basevehicle>${got}</Basevehicle></Basevehicle_Images_URL>`;
  const fields = `<Basevehicle>${got}</Basevehicle><ProductID>P</ProductID><Basevehicle_Images_URL>${image}</Basevehicle_Images_URL>`;
  const root = `<ArrayOfBasevehicle_Images xmlns="${contract.namespace}"><Basevehicle_Images>${fields}</Basevehicle_Images></ArrayOfBasevehicle_Images>`;
  const call = { operation: cell.operation.name, values: { Basevehicle: asked, ProductID: 'P' }, header: null };
  return judge.read({ call, expectation: 'generated', exchange: xmlExchange(root) }, cell, true);
}

/** What response.own-call says of the answers to base vehicle 1, where 2 and 3 get their own. */
function saysOf(...got: readonly string[]): string | undefined {
  const [rule] = ownCallRules;
  const all = [...got.map((one) => answered('1', one)), answered('2', '2'), answered('3', '3')];
  return rule && judge.judgeCell(rule, all, cell).broken?.problems[0]?.actual;
}

test('a call that got the answers of two other calls, one each, got what belongs to them', () => {
  expect(saysOf('2', '1', '1', '1', '1')).toMatch(/^the answer to a call with Basevehicle '2'/);
  expect(saysOf('2', '3', '1', '1', '1', '1')).toMatch(/^the answer to a call with Basevehicle '2'/);
});

test('no finding: an odd answer that came twice, that no other call gets, or that has few steady ones beside it', () => {
  for (const got of [
    ['2', '2', '1', '1', '1', '1'],
    ['4', '5', '1', '1', '1', '1'],
    ['2', '3', '1', '1', '1'],
  ])
    expect(saysOf(...got), got.join()).toBeUndefined();
});

test('records that changed are not the answers of several calls, however often they were asked for', () => {
  const [rule] = ownCallRules;
  const all = [answered('1', '2', '6'), answered('1', '2', '7'), answered('2', '2', '6'), answered('2', '2', '7')];
  expect(rule && judge.judgeCell(rule, all, cell).broken).toBeNull();
});

test('data that changed once is not the answer to another call that asked for the same data before', () => {
  const [rule] = ownCallRules;
  for (const got of ['1', '9']) {
    const all = [
      answered('1', got, '6'),
      ...Array.from({ length: 4 }, () => answered('1', got)),
      answered('2', got, '6'),
    ];
    expect(rule && judge.judgeCell(rule, all, cell).broken).toBeNull();
  }
});

test('an answer with what another call sent for one parameter, and data that no call gets, is not its own', () => {
  const [rule] = ownCallRules;
  const steady = Array.from({ length: 4 }, () => answered('1', '1'));
  const actualOf = (other: string) => {
    const all = [answered('1', '2', '8'), ...steady, answered(other, other, '9')];
    return rule && judge.judgeCell(rule, all, cell).broken?.problems[0]?.actual;
  };
  expect(actualOf('2')).toBe("the answer to a call with Basevehicle '2'");
  expect(actualOf('3')).toBeUndefined();
});
