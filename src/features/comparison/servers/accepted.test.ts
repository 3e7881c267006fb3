import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../../contract/load.ts';
import type { AcceptedDifferenceEntry } from '../../../options/known-failures.ts';
import { judgeAccepted, operationsIn, staleDifferences, withoutAccepted } from './accepted.ts';
import { type ComparedCell, kinds } from './difference.ts';
import type { DifferenceGroup } from './groups.ts';

const CELL = { operation: 'Get_Inventory', binding: 'soap11' } as const;
const GET = { operation: 'Get_Inventory', binding: 'http-get' } as const;
const ENDPOINT = { operation: null, binding: null };
const NEW = 'form elements /Part/New: only B writes it';
const OTHER = 'form elements /Part/Other: only B writes it';

function difference(kind: DifferenceGroup['kind'], subject: string, cells: DifferenceGroup['cells']): DifferenceGroup {
  const noExample = {} as DifferenceGroup['example'];
  const sides = { change: 'only B writes it', a: '', b: '', places: ['all'], example: noExample };
  return { kind, subject, counts: true, level: null, cells, ...sides };
}

function entry(name: string, more: Partial<AcceptedDifferenceEntry> = {}): AcceptedDifferenceEntry {
  return { difference: name, ...CELL, owner: 'Jo', reason: 'T-1', expires: null, line: 3, ...more };
}

const compared: ComparedCell = {
  ...{ ...CELL, state: 'different', reason: null, calls: 5, withData: 4 },
};
const wsdl = { wsdlSha256: 'a', certificateSha256: null };
const whole = {
  ...{ cells: [compared], differences: [], unstable: [], dropped: 0, unobserved: 0, incomplete: false, kinds },
  identity: { a: wsdl, b: wsdl },
};

const SERVICE = {
  suite: { contractDigest: loadContract(defaultNamespace()).digest },
  options: { operations: null },
  cells: [compared],
};

type Held = Parameters<typeof judgeAccepted>[1];

function stateOf(one: AcceptedDifferenceEntry, held: Partial<Held>): string | undefined {
  return judgeAccepted(
    { file: 'f', entries: [], differences: [one] },
    { ...whole, ...held },
    '2030-06-30',
    operationsIn(SERVICE),
  ).entries[0]?.state;
}

const here = (name: string, calls = 1) => ({ ...CELL, calls, names: [name] });
const varying = { ...difference('form', 'elements', [here(NEW)]), why: 'a varies' } as const;
const answers = (calls: number) => difference('data', 'answer', [here('data answer: a result → no answer', calls)]);
const price = entry('data Part[].Price: another number');
const list = (calls: number) => difference('data', 'Part', [here('data Part: fewer in B', calls)]);
const stock = (calls: number) => difference('data', 'Part[].Stock', [here('data Part[].Stock: another number', calls)]);
const observed = entry('observations observe.bom utf-8: status 200 → 400');
const described = entry('wsdl element A: gone', ENDPOINT);

test.each<[string, string, AcceptedDifferenceEntry, Partial<Held>]>([
  ['is there', 'known', entry(NEW), { differences: [difference('form', 'elements', [here(NEW)])] }],
  ['is gone', 'passes', entry(NEW), {}],
  [
    'is another part of one that is there',
    'passes',
    entry(OTHER),
    { differences: [difference('form', 'e', [here(NEW)])] },
  ],
  ['is gone, and comes and goes', 'flaky', entry(NEW, { flaky: true, expires: '2030-06-30' }), {}],
  ['is of a kind that was not compared', 'not-judged', entry(NEW), { kinds: ['data'] }],
  ['is of a cell that was not selected', 'not-judged', entry(NEW, GET), {}],
  ['is of a cell without data', 'not-judged', entry(NEW), { cells: [{ ...compared, state: 'nothing-compared' }] }],
  ['could not be looked for to the end', 'not-judged', entry(NEW), { incomplete: true }],
  ['may have been dropped', 'not-judged', entry(NEW), { dropped: 1 }],
  ['is of what clients may not have read', 'not-judged', entry(NEW), { shadow: {} }],
  ['varies by itself', 'not-judged', entry(NEW), { unstable: [varying] }],
  ['is of answers that all differ as wholes', 'not-judged', entry(NEW), { differences: [answers(4)] }],
  ['is of answers of which some can be compared', 'passes', entry(NEW), { differences: [answers(3)] }],
  ['is of items of a list that always differs', 'not-judged', price, { differences: [list(4)] }],
  ['is of items of a list that differs at times', 'passes', price, { differences: [list(3)] }],
  ['is of another field than one that differs', 'passes', price, { differences: [stock(4)] }],
  ['is looked for only where data are equal', 'not-judged', entry(NEW), { differences: [stock(4)] }],
  [
    'is of header lines, whatever the data',
    'passes',
    entry('form header via: another value'),
    { differences: [stock(4)] },
  ],
  ['is no longer observed', 'passes', observed, {}],
  ['may not have been observed', 'not-judged', observed, { unobserved: 1 }],
  ['is gone from the WSDL', 'passes', described, {}],
  ['is of a WSDL that is gone', 'not-judged', described, { identity: { a: wsdl, b: { ...wsdl, wsdlSha256: null } } }],
  ['is of a WSDL not read whole', 'not-judged', described, { differences: [difference('wsdl', 'WSDL', [])] }],
  ['is of no kind', 'nothing', entry('forms elements: x'), {}],
  ['is of no cell', 'nothing', entry(NEW, { binding: 'soap13' }), {}],
  ['is of no cell, but its kind is', 'nothing', entry(NEW, ENDPOINT), {}],
])('an accepted difference that %s: %s', (_what, state, one, held) => {
  expect(stateOf(one, held)).toBe(state);
});

test('what is accepted of a difference is apart from the rest of it, each with its own places', () => {
  const all = difference('form', 'elements', [
    { ...CELL, calls: 2, names: [NEW, OTHER] },
    { ...GET, calls: 1, names: [NEW] },
  ]);
  const known = [entry(NEW), entry(NEW, { ...GET, owner: 'Ann', line: 4 })].map(
    (one) => ({ ...one, state: 'known' }) as const,
  );
  const { differences, accepted } = withoutAccepted([all], { file: 'f', entries: known });
  expect(differences).toMatchObject([{ cells: [{ ...CELL, names: [OTHER] }], places: [OTHER] }]);
  expect(accepted).toMatchObject([
    { cells: [{ ...CELL, names: [NEW] }], places: [NEW], accepted: { owner: 'Jo' } },
    { cells: [{ ...GET, names: [NEW] }], places: [NEW], accepted: { owner: 'Ann' } },
  ]);
  expect(withoutAccepted([all], null)).toEqual({ differences: [all], accepted: [] });
});

test('a line of a difference that is gone names the nearest one there that is not accepted', () => {
  const entries = [{ ...entry(NEW.replace('New', 'Nwe')), state: 'passes' } as const];
  const sentence = (differences: readonly DifferenceGroup[]) =>
    staleDifferences({ ...SERVICE, baseline: { file: 'f', entries }, differences })[0]?.sentence;
  const start =
    'f line 3: form elements /Part/Nwe: only B writes it@Get_Inventory/soap11 is no difference now; delete the line';
  expect(sentence([difference('form', 'elements', [here(NEW)])])).toBe(
    `${start}, or correct it: the nearest one there is '${NEW}'`,
  );
  expect(sentence([difference('form', 'elements', [{ ...GET, calls: 1, names: [NEW] }])])).toBe(start);
});

test('of another service a line names an operation that was compared, or none can be told', () => {
  const entries = [{ ...entry(NEW, { operation: 'GetProducts' }), state: 'nothing' } as const];
  const service = { suite: { contractDigest: 'other' }, cells: [{ operation: 'GetProduct' }] };
  const of = { ...service, options: { operations: null }, baseline: { file: 'f', entries }, differences: [] };
  expect(staleDifferences(of)[0]?.sentence).toContain("no operation 'GetProducts', the nearest is 'GetProduct'");
  expect(operationsIn({ ...service, options: { operations: ['GetProduct'] } })).toBeNull();
});
