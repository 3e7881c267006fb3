import { expect, test } from 'vitest';
import type { Mutation } from '../../reference/mutation.ts';
import type { FieldValue, RecordValue } from '../../reference/value.ts';
import { everywhere, field, runOf } from './run-operation.fixture.ts';

type Sent = Readonly<Record<string, unknown>>;

/** A server that changes the Make of a record in answers to some calls, alike in all bindings. */
const changing = (isWrong: (sent: Sent) => boolean, edit: (text: string) => FieldValue): Mutation => ({
  applies: everywhere,
  result: (value, { parameters }) =>
    isWrong(parameters) ? field(value, 'Make', (make) => (typeof make === 'string' ? edit(make) : make)) : value,
});

const found = async (mutation: Mutation): Promise<readonly string[]> => {
  const { findings } = await runOf('GetModel_Restricted', [mutation]);
  return [...new Set(findings.map(({ rule, level }) => `${rule} ${level}`))];
};

const kinds: readonly (readonly [string, RegExp])[] = [
  ['an ampersand', /&/],
  ['an apostrophe', /'/],
  ['a quotation mark', /"/],
  ['a plus sign', /\+/],
  ['an equals sign', /=/],
  ['an escape', /%\d/],
  ['an accent', /é/],
  ['a character of three bytes', /漢/],
  ['an astral character', /[\u{10000}-\u{10ffff}]/u],
];

test.each(kinds)(
  'a text that is damaged only beside another one, where both have %s, is found',
  async (_kind, kind) => {
    const both = ({ Make, ProductID }: Sent): boolean => kind.test(`${Make}`) && kind.test(`${ProductID}`);
    expect(await found(changing(both, (make) => make.replace(kind, '?')))).toEqual(['request.text-fidelity required']);
  },
);

test('the text of the finding is shortened to what matters', async () => {
  const both = ({ Make, ProductID }: Sent): boolean => [Make, ProductID].every((text) => `${text}`.includes('&'));
  const { findings } = await runOf('GetModel_Restricted', [changing(both, (make) => make.replace('&', '?'))]);
  const { exchange } = findings.find(({ binding }) => binding === 'http-get') ?? {};
  const sent = new URL(exchange?.request.url ?? '').searchParams;
  expect(sent.get('Make')).toMatch(/^.{0,9}&.{0,9}$/);
  expect(sent.get('ProductID')).toContain('&');
});

test('a text that is lost because another one is equal to it is found', async () => {
  const equal = ({ Make, ProductID }: Sent): boolean => Make === ProductID;
  expect(await found(changing(equal, () => null))).toEqual(['request.text-fidelity required']);
});

test('a record without content where another parameter is empty is not a finding, whatever the text', async () => {
  const empty: Mutation = {
    applies: everywhere,
    result: (value, { parameters: { ProductID } }) =>
      ProductID === '' ? field(field(field(value, 'Make', none), 'Year', none), 'Modelnames', none) : value,
  };
  expect(await found(empty)).toEqual([]);
});

const hasData = (value: FieldValue): boolean => `${(value as RecordValue).Modelnames}` !== '';

test.each<readonly [string, NonNullable<Mutation['result']>]>([
  ['lost beside others', (value) => field(value, 'ProductID', none)],
  ['exchanged', (value) => field(value, 'Make', () => (value as RecordValue).Year ?? null)],
])('a known text that is %s, only where there is data, is found', async (_how, edit) => {
  const result: Mutation['result'] = (value, context) => (hasData(value) ? edit(value, context) : value);
  expect(await found({ applies: everywhere, result })).toEqual(['request.text-fidelity recommended']);
});

test('a record in which all texts are lost, or only where nothing is found, is not a finding', async () => {
  const all = (value: FieldValue): FieldValue =>
    ['ProductID', 'Make', 'Year'].reduce((rest, name) => field(rest, name, none), value);
  for (const result of [
    (value: FieldValue) => (hasData(value) ? all(value) : value),
    (value: FieldValue) => (hasData(value) ? value : field(value, 'Year', none)),
  ])
    expect(await found({ applies: everywhere, result })).toEqual([]);
});

test('a name that comes back as the data has it is not a finding', async () => {
  const inOtherCase = ({ Make }: Sent): boolean => /^honda$/i.test(`${Make}`) && Make !== 'Honda';
  expect(await found(changing(inOtherCase, () => 'Honda'))).toEqual([]);
});

test('a name that is found by a part of it is no required finding', async () => {
  const byPart = (text: string): string => (/^[\w.-]{1,9}$/.test(text) ? `${text}ville` : text);
  const all = await found(changing(() => true, byPart));
  expect(all.filter((one) => one.endsWith('required'))).toEqual([]);
});

const none = (): FieldValue => null;
