import { expect, test } from 'vitest';
import { compared, inField, mutated, serving } from '../../cli/compare.fixture.ts';
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

/** Draws the same each time. @param tenths - how often it is true */
function draws(start: number, tenths: number): () => boolean {
  let state = start;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 10 < tenths;
  };
}

test('what is one of two at random in each answer is no difference, in texts, lines and spelling', async () => {
  const drawn = draws(5, 3);
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
    const drawn = draws(start, 1);
    const edited = mutated('Get_Basevehicle_Images', {
      result: (value) => (drawn() ? inField(value, 'Filename', (text) => `${text} *`) : value),
    });
    const server = await serving([edited]);
    const args = ['--operations', 'Get_Basevehicle_Images', '--only', 'observations', '--concurrency', '1'];
    expect((await compared(server, server, args)).comparison.differences).toEqual([]);
  },
);
