import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import type { Cell } from '../../contract/model.ts';
import { bindingNames, operationNamed } from '../../contract/operations.ts';
import { probingOf } from '../../rules/check.ts';
import { rules, rulesFor } from '../../rules/rules.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { decodeRequest } from '../../wire/soap/decode-request.ts';
import { baseCall, drawCalls, edgeCalls } from '../calls.ts';
import { drawSpellings } from '../spellings.ts';
import { derivedSeed, drawnNames, drawOrder } from '../values.ts';
import { deliveryDimensions } from './http.ts';
import { choicesIn, type Dimension, groupsOf, spelledRequest, type Trait } from './trait.ts';
import { urlDimensions } from './url.ts';
import { xmlDimensions } from './xml.ts';

const contract = loadContract('http://dealer.example/webservices/');
const credentials = { DealerID: 'd & <s>', APIKEY: 'k+y=1%', Password: "p'w" };
const context = { contract, basePath: '/app', credentials, ...drawnNames(1) };
const cells = contract.operations.flatMap((operation) => bindingNames.map((binding): Cell => ({ operation, binding })));
const dimensions = rules.flatMap((rule) => probingOf(rule)?.dimensions ?? []);
const traits = dimensions.flatMap(({ choices }) => choices);

/** The traits that rules send in a cell. */
function sentIn(cell: Cell): readonly Dimension[] {
  const all = rulesFor(cell, contract).flatMap((rule) => probingOf(rule)?.dimensions ?? []);
  const suits = ({ bindings: own }: Trait): boolean => own === undefined || own.includes(cell.binding);
  return all.map(({ name, choices }) => ({ name, choices: choices.filter(suits) }));
}

test('every trait has an id of its own, and none has two names', () => {
  expect(traits.length).toBeGreaterThan(70);
  expect(new Set(traits.map(({ id }) => id)).size).toBe(traits.length);
  expect(new Set(traits.map(({ variant }) => variant)).size).toBe(traits.length);
  expect(traits.filter(({ id }) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
});

test('groups hold every trait, and never two of one dimension', () => {
  const groups = groupsOf(dimensions, (items, name) => drawOrder(name.length, items));
  expect(new Set(groups.flat())).toEqual(new Set(traits));
  for (const group of groups)
    for (const { choices } of dimensions) expect(group.filter((one) => choices.includes(one)).length).toBeLessThan(2);
});

test.each(['soap11', 'soap12'] as const)(
  'over %s no trait of an envelope is in a group with one that hides it',
  (binding) => {
    for (let seed = 0; seed < 100; seed += 1) {
      const groups = groupsOf(choicesIn(binding, xmlDimensions), (items, name) =>
        drawOrder(derivedSeed(seed, name), items),
      );
      for (const group of groups)
        for (const { id, hiddenBy = [] } of group)
          expect(group.filter((one) => hiddenBy.includes(one.id)).map((one) => `${id} ${one.id}`)).toEqual([]);
    }
  },
);

test.each(cells.map((cell, at) => [`${cell.operation.name}/${cell.binding}`, cell, at] as const))(
  '%s: a request with any traits, or many of them, says what the plain one says',
  (_name, cell, drawn) => {
    const operation = cell.binding.startsWith('soap') ? cell.operation : { ...cell.operation, header: null };
    const source = { operation, contract, pools: { values: {}, rows: [] } };
    const calls = [...edgeCalls(source, 5), ...drawCalls(source, drawn, 2)].slice(-2);
    const own = sentIn(cell);
    // Lexical forms are read as they were written.
    const plain = own.filter(({ name, choices }) => name !== 'form' && choices.length > 0);
    const alone = plain.flatMap(({ choices }) => choices.map((trait) => [trait]));
    for (const [at, call] of calls.entries()) {
      const expected = decodeRequest(spelledRequest([], cell, call, context), contract);
      expect(expected).toMatchObject({ kind: 'call', cell });
      const groups = groupsOf(plain, (items, name) => drawOrder(at + name.length, items));
      for (const group of [...alone, ...groups, ...drawSpellings(plain, at, 20)]) {
        const what = group.map(({ id }) => id).join();
        expect(decodeRequest(spelledRequest(group, cell, call, context), contract), what).toEqual(expected);
      }
    }
  },
);

test('only spellings that need it say how a request is delivered', () => {
  const cell: Cell = { operation: operationNamed(contract, 'Get_Year_Restricted'), binding: 'soap12' };
  const base = baseCall({ operation: cell.operation, contract, pools: { values: {}, rows: [] } });
  const delivering = traits.filter((trait) => spelledRequest([trait], cell, base, context).delivery !== undefined);
  const own = [
    'absolute-target',
    'fields-unspaced',
    'fields-wide',
    'host-port',
    'host-upper',
    'names-upper',
    'new-connection',
    'older-version',
    'order-reversed',
    'two-packets',
  ];
  expect(delivering.map(({ id }) => id).toSorted()).toEqual(own);
});

test.each([
  ['accept-language-other', 'http-get', 14],
  ['agent-stack', 'http-post', 12],
  ['blocks-for-another', 'soap12', 4],
] as const)('the operations share out all choices of %s over %s, whatever the seed', (id, binding, count) => {
  const trait = traits.find((one) => one.id === id) ?? expect.fail();
  for (const seed of [1, 2, 3, 4, 5]) {
    const drawn = { ...context, ...drawnNames(seed) };
    const sent = contract.operations.map((operation) => {
      const base = baseCall({ operation, contract, pools: { values: {}, rows: [] } });
      const { headers, body } = spelledRequest([trait], { operation, binding }, base, drawn);
      const block = /e:role=".*?(?=")|e:mustUnderstand="\w+"/g;
      return isSoap(binding) ? `${Buffer.from(body ?? [])}`.match(block)?.slice(0, 2).join() : headers.at(-1)?.join();
    });
    expect(new Set(sent).size).toBe(count);
  }
});

test.each([
  ['soap11', 'Ж', /^[\x80-\xbf]/],
  ['http-post', 'Ж', /^[0-9A-F]{1,2}(?:%|&|$)/],
] as const)('over %s a body with %s is cut where it is taken apart wrongly', (binding, value, rest) => {
  const [trait] = deliveryDimensions.flatMap(({ choices }) => choices).filter(({ id }) => id === 'two-packets');
  const operation = operationNamed(contract, 'Get_Model_MMSY');
  const base = baseCall({ operation, contract, pools: { values: { Make: [value] }, rows: [] } });
  const places = ['1', '2', '3'].map((digit) => {
    const drawn = { ...context, hex: () => digit.repeat(64) };
    const { body, delivery } = spelledRequest([trait ?? expect.fail()], { operation, binding }, base, drawn);
    const at = delivery?.firstPacket ?? expect.fail('it is not cut');
    expect(
      Buffer.from(body ?? [])
        .subarray(at)
        .toString('latin1'),
    ).toMatch(rest);
    return at;
  });
  expect(new Set(places).size).toBeGreaterThan(binding === 'http-post' ? 1 : 0);
});

test('what has no such character is cut in its head, before its body or within a tag, another way in each cell', () => {
  const [trait] = deliveryDimensions.flatMap(({ choices }) => choices).filter(({ id }) => id === 'two-packets');
  const cutIn = (cell: Cell): string => {
    const base = baseCall({ operation: cell.operation, contract, pools: { values: {}, rows: [] } });
    const { body, delivery } = spelledRequest([trait ?? expect.fail()], cell, base, context);
    const at = delivery?.firstPacket ?? expect.fail('it is not cut');
    if (at <= 0) return at === 0 ? 'before the body' : 'head';
    expect(Buffer.from(body ?? []).toString('latin1', at)).toMatch(/^[^<]*>|^[^&]*;/);
    return 'tag';
  };
  const cutOver = (binding: string): Set<string> =>
    new Set(cells.filter((cell) => cell.binding === binding).map((cell) => cutIn(cell)));
  expect(cutOver('soap12')).toEqual(new Set(['head', 'before the body', 'tag']));
  expect(cutOver('http-get')).toEqual(new Set(['head']));
});

test('marks stand as they are also where the other escapes have digits in lower case', () => {
  const traits = urlDimensions.flatMap(({ choices }) => choices).filter(({ id }) => /^lower-case|^marks/.test(id));
  const operation = operationNamed(contract, 'Get_Model_MMSY');
  const base = baseCall({ operation, contract, pools: { values: { Make: ['a?b/\u00E9'] }, rows: [] } });
  expect(traits).toHaveLength(2);
  expect(spelledRequest(traits, { operation, binding: 'http-get' }, base, context).path).toContain('=a?b/%c3%a9&');
});

test.each([
  ['envelope-prefix', ['envelope-prefix', 'envelope-prefix-of-a-letter', 'envelope-by-default']],
  ['comments', ['comments', 'comments-around']],
  ['letters-escaped', ['letters-escaped', 'values-escaped', 'names-escaped']],
])('%s: what one mistake refuses is of one family', (family, ids) => {
  const all = [...xmlDimensions, ...urlDimensions].flatMap(({ choices }) => choices);
  expect(ids.map((id) => all.find((one) => one.id === id)?.family)).toEqual(ids.map(() => family));
});
