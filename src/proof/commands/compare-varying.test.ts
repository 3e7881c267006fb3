import { expect, test } from 'vitest';
import { compared, inField, mutated, serving } from '../../cli/compare.fixture.ts';
import type { Mutation } from '../../reference/mutation.ts';
import type { FieldValue } from '../../reference/value.ts';
import { withHeader } from '../../wire/http/exchange.ts';

test('a server that varies by itself is unstable and not blamed', async () => {
  const vary = mutated('McatCodes', {
    result: (value, { n }) => inField(value, 'Description', (text) => `${text} ${n}`),
  });
  const args = ['--operations', 'McatCodes'];
  const { exitCode, comparison, out } = await compared(await serving(), await serving([vary]), args);
  expect(comparison.differences).toEqual([]);
  expect(comparison.unstable.map(({ subject }) => subject)).toContain('McatCode.Description');
  expect([...new Set(comparison.unstable.map(({ why }) => why))]).toEqual(['b varies']);
  expect(out).toContain('B answers equal requests differently');
  expect(exitCode).toBe(0);
});

test('a server that is two nodes in turn is the same as itself', async () => {
  const turns = mutated('Get_Inventory', {
    result: (value, { n }) => inField(value, 'Application_ID', (text) => `${text} ${n % 2}`),
  });
  const server = await serving([turns]);
  const { exitCode, comparison } = await compared(server, server, ['--operations', 'Get_Inventory']);
  expect(comparison.differences).toEqual([]);
  expect(comparison.unstable.map(({ subject, why }) => [subject, why])).toEqual([
    ['Inventory_Response.Inventory_List[].Application_ID', 'both vary'],
  ]);
  expect(exitCode).toBe(0);
});

test.each([50, 54, 58])('data that changes once, at call %d, is no difference in what is observed', async (call) => {
  const changing = mutated('Get_Video_Links', {
    result: (value, { n }) => (n < call ? value : inField(value, 'Title', (text) => `${text}, edited`)),
  });
  const [a, b] = [await serving(), await serving([changing])];
  const args = ['--operations', 'Get_Video_Links', '--only', 'observations'];
  const { exitCode, comparison } = await compared(a, b, args);
  expect(comparison.differences).toEqual([]);
  expect(exitCode).toBe(0);
});

test('records that come in another order each time are compared all the same', async () => {
  const shuffled = mutated('McatCodes', {
    result: (value, { n }) => (Array.isArray(value) && n % 2 === 0 ? value.toReversed() : value),
  });
  const server = await serving([shuffled]);
  const { exitCode, comparison } = await compared(server, server, ['--operations', 'McatCodes']);
  expect(comparison.unstable.map(({ subject }) => subject)).toEqual(['McatCode']);
  const called = comparison.cells.filter(({ calls }) => calls > 0);
  expect(called.map(({ state }) => state)).toEqual(['same', 'same', 'same', 'same']);
  expect(exitCode).toBe(0);
});

/** Draws the same each time: true for so many tenths. */
function draws(start: number): (tenths: number) => boolean {
  let state = start * 7919 + 13;
  return (tenths) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 10 < tenths;
  };
}

test('what is one of two at random in each answer is no difference, in texts, lines and spelling', async () => {
  const draw = draws(5);
  const drawn = () => draw(3);
  const flipping = mutated(null, {
    result: (value) => inField(value, 'Application_ID', (text) => (drawn() ? text : `${text} *`)),
    text: (xml) => (drawn() ? xml.replace('"utf-8"', '"UTF-8"') : xml),
    response: (response) => (drawn() ? withHeader(response, 'X-Cache', 'hit') : response),
  });
  const server = await serving([flipping]);
  const { comparison } = await compared(server, server, ['--operations', 'Get_Inventory,Get_Basevehicle_Images']);
  expect(comparison.differences).toEqual([]);
  expect(comparison.outcome).toBe('same');
});

test.each([1, 6])(
  'an edit in one answer of ten is no difference in what is observed, as drawn from %d',
  async (start) => {
    const draw = draws(start);
    const edited = mutated('Get_Basevehicle_Images', {
      result: (value) => (draw(1) ? inField(value, 'Filename', (text) => `${text} *`) : value),
    });
    const server = await serving([edited]);
    const args = ['--operations', 'Get_Basevehicle_Images', '--only', 'observations', '--concurrency', '1'];
    expect((await compared(server, server, args)).comparison.differences).toEqual([]);
  },
);

type Change<T> = (given: T) => T;
type Drawn = ReturnType<typeof draws>;

/** The value with its lists and its texts changed. */
function everywhere(value: FieldValue, list: Change<readonly FieldValue[]>, text: Change<string> = String): FieldValue {
  if (Array.isArray(value)) return list(value).map((item) => everywhere(item, list, text));
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, everywhere(one, list, text)]));
}

const same = <T>(given: T): T => given;
/** What comes and goes by itself. */
const drifts: Readonly<Record<string, (draw: Drawn) => Omit<Mutation, 'applies'>>> = {
  'three records of ten are missing': (draw) => ({
    result: (value) => everywhere(value, (all) => all.filter(() => !draw(3))),
  }),
  'the last record is missing in three answers of ten': (draw) => ({
    result: (value) => (draw(3) ? everywhere(value, (all) => all.slice(0, -1)) : value),
  }),
  'three answers of ten are empty': (draw) => ({ result: (value) => (draw(3) ? everywhere(value, () => []) : value) }),
  'three texts of ten are empty': (draw) => ({
    result: (value) => everywhere(value, same, (text) => (draw(3) ? '' : text)),
  }),
  'one text of ten is edited': (draw) => ({
    result: (value) => everywhere(value, same, (text) => (draw(1) ? `${text} *` : text)),
  }),
  'one answer of ten has one line more': (draw) => ({
    response: (response) => (draw(1) ? withHeader(response, 'X-Cache', 'hit') : response),
  }),
  'half of the lists come in another order': (draw) => ({
    result: (value) => everywhere(value, (all) => (draw(5) ? all.toReversed() : all)),
  }),
};
const two = ['--operations', 'Get_Inventory,Get_Basevehicle_Images'];

test.each(Object.entries(drifts))('a server is the same as itself where %s', async (_name, drift) => {
  const server = await serving([mutated(null, drift(draws(11)))]);
  const { comparison, exitCode } = await compared(server, server, [...two, '--seed', '11']);
  expect(comparison.differences).toEqual([]);
  expect([comparison.outcome, exitCode]).toEqual(['same', 0]);
});

test.each(Object.entries(drifts))('another difference is told beside what comes and goes: %s', async (name, drift) => {
  const both = (start: number) => mutated(null, drift(draws(start)));
  const other = mutated('Get_Video_Links', {
    result: (value) => inField(value, 'Title', (text) => `${text}, new`),
    response: (response) => withHeader(response, 'X-Powered-By', 'Candidate/2'),
  });
  const [a, b] = [await serving([both(1)]), await serving([both(2), other])];
  const { comparison, exitCode } = await compared(a, b, ['--operations', 'Get_Video_Links', '--only', 'data,form']);
  const subjects = comparison.differences.map(({ subject }) => subject);
  // Where that field changes by itself, it may be masked.
  const isVarying = name.includes('text');
  expect(isVarying ? subjects.slice(-1) : subjects).toEqual([
    ...(isVarying ? [] : ['Video.Title']),
    'header x-powered-by',
  ]);
  expect(exitCode).toBe(1);
});

test('a server that has nothing is told where the records of the other come and go', async () => {
  const thin = mutated('McatCodes', { result: (value, { n }) => (Array.isArray(value) ? value.slice(n % 3) : value) });
  const empty = mutated('McatCodes', { result: () => [] });
  const { comparison } = await compared(await serving([thin]), await serving([empty]), ['--operations', 'McatCodes']);
  expect(comparison.differences).toMatchObject([{ kind: 'data', subject: 'McatCode[]', change: 'only A has it' }]);
});
