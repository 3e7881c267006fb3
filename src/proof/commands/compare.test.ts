import { expect, test } from 'vitest';
import { cli } from '../../cli/cli.fixture.ts';
import { compared, inField, mutated, serving } from '../../cli/compare.fixture.ts';
import { withHeader } from '../../wire/http/exchange.ts';

const inventory = ['soap11', 'soap12', 'http-get', 'http-post'].map((binding) => ({
  operation: 'Get_Inventory',
  binding,
}));

test('equal servers are the same, in every cell, and nothing is reported', async () => {
  const { exitCode, out, comparison } = await compared(await serving(), await serving(), []);
  expect(comparison.differences).toEqual([]);
  expect(comparison.unstable).toEqual([]);
  const reads = comparison.cells.filter(({ operation }) => operation !== 'Add_toCart');
  expect([...new Set(reads.map(({ state }) => state))]).toEqual(['same']);
  expect(reads).toHaveLength(76);
  expect(reads.every(({ calls, withData }) => calls > 0 && withData > 0)).toBe(true);
  expect(out).toMatch(/same \(exit code 0\)\n$/);
  expect(exitCode).toBe(0);
});

test('a field that differs is that field in that cell, with both exchanges and both values', async () => {
  const b = await serving([
    {
      applies: (name, binding) => name === 'Get_Inventory' && binding === 'soap12',
      result: (value) => inField(value, 'Application_ID', (text) => `${text} indeed`),
    },
  ]);
  const { exitCode, comparison, out } = await compared(await serving(), b);
  const [only, ...others] = comparison.differences;
  expect(others).toEqual([]);
  expect(only).toMatchObject({
    kind: 'data',
    subject: 'Inventory_Response.Inventory_List[].Application_ID',
    change: 'another text',
    cells: [{ operation: 'Get_Inventory', binding: 'soap12' }],
    example: { location: '[1].Inventory_List[1].Application_ID', operation: 'Get_Inventory', binding: 'soap12' },
  });
  expect(only?.b).toBe(`${only?.a} indeed`);
  const { a: one, b: other } = only?.example.exchanges ?? {};
  expect(one?.response).toMatchObject({ status: 200, body: expect.not.stringContaining('indeed') });
  expect(other?.response).toMatchObject({ status: 200, body: expect.stringContaining(`${only?.a} indeed</`) });
  expect(other?.request.url).toContain(b);
  expect(comparison.cells.map(({ binding, state }) => [binding, state])).toEqual([
    ['soap11', 'same'],
    ['soap12', 'different'],
    ['http-get', 'same'],
    ['http-post', 'same'],
  ]);
  expect(out).toContain('Inventory_Response.Inventory_List[].Application_ID: another text');
  expect(exitCode).toBe(1);
});

test('a call counts once, in however many of its records a field differs', async () => {
  const b = await serving([
    { applies: () => true, result: (value) => inField(value, 'Title', (text) => `${text} indeed`) },
  ]);
  const args = ['--operations', 'Get_Video_Links', '--only', 'data'];
  const { comparison } = await compared(await serving(), b, args);
  const sent = comparison.cells.map(({ operation, binding, withData }) => ({ operation, binding, calls: withData }));
  expect(comparison.differences).toMatchObject([{ subject: 'Video.Title', cells: sent }]);
});

test('one difference in four cells is one difference', async () => {
  const b = await serving([
    mutated('Get_Inventory', { response: (response) => withHeader(response, 'X-Powered-By', 'Candidate/2') }),
  ]);
  const { exitCode, comparison } = await compared(await serving(), b, [
    '--operations',
    'Get_Inventory',
    '--only',
    'form',
  ]);
  expect(comparison.differences).toMatchObject([
    { kind: 'form', subject: 'header x-powered-by', a: 'none', b: 'Candidate/2', cells: inventory },
  ]);
  expect(exitCode).toBe(1);
});

test('a difference of a kind milder than --fail-on is listed and does not count', async () => {
  const b = await serving(['status-201@Get_Inventory/soap11']);
  const args = ['--operations', 'Get_Inventory', '--bindings', 'soap11', '--only', 'data,form'];
  const flags = [...args, '--fail-on', 'rules', '--reporter', 'html,markdown'];
  const { exitCode, comparison, out, file } = await compared(await serving(), b, flags);
  expect(comparison.differences).toMatchObject([{ kind: 'form', subject: 'status', counts: false }]);
  expect([comparison.outcome, comparison.exitCode, exitCode]).toEqual(['different', 0, 0]);
  expect(out).toMatch(/\nno difference that counts \(exit code 0\)\n$/);
  for (const name of ['compare.html', 'compare.md']) expect(file(name)).toContain('No difference that counts');
  expect(file('compare.html')).toContain('<title>no difference that counts: ');
});

test('the same infoset in other bytes is spelling, which counts only by --fail-on, shown by an answer with records', async () => {
  const only = ['--operations', 'Get_Video_Links'];
  const respelled = (body: Uint8Array) => Buffer.from(Buffer.from(body).toString().replace('"utf-8"', '"UTF-8"'));
  const b = await serving([
    mutated('Get_Video_Links', { response: (response) => ({ ...response, body: respelled(response.body) }) }),
  ]);
  const { exitCode, comparison, out } = await compared(await serving(), b, only);
  expect(comparison.differences).toMatchObject([
    { kind: 'spelling', subject: 'XML declaration', counts: false, cells: { length: 4 } },
  ]);
  expect(comparison.differences[0]?.example.exchanges.a.response).toMatchObject({
    body: expect.stringContaining('<Video>'),
  });
  expect([comparison.outcome, exitCode]).toEqual(['different', 0]);
  expect(out).toContain('≠ spelling');
  const strict = await compared(await serving(), b, [...only, '--fail-on', 'spelling']);
  expect(strict.exitCode).toBe(1);
});

test('a result that becomes a refusal is one difference in what they say, with the rule it breaks', async () => {
  const b = await serving(['method-throws@Get_Inventory/http-get']);
  const { comparison } = await compared(await serving(), b);
  expect(comparison.differences.filter(({ kind }) => kind !== 'observations')).toMatchObject([
    {
      ...{ kind: 'data', subject: 'answer', change: 'a result → status 500 without a result' },
      alike: [{ kind: 'rules', subject: 'http.status', change: 'only B breaks it', level: 'required' }],
    },
  ]);
  expect(comparison.cells.find(({ binding }) => binding === 'http-get')?.state).toBe('different');
});

test('another status with the same records is a difference in how it is written', async () => {
  const b = await serving(['status-201@Get_Inventory/soap11']);
  const { comparison } = await compared(await serving(), b, ['--operations', 'Get_Inventory', '--only', 'data,form']);
  expect(comparison.differences).toMatchObject([
    { kind: 'form', subject: 'status', change: '200 → 201', cells: [{ binding: 'soap11' }] },
  ]);
});

test('a rule that only one of them breaks is named, whichever it is', async () => {
  const [right, wrong] = [await serving(), await serving(['fields-swapped@Get_Inventory/soap12'])];
  const args = ['--operations', 'Get_Inventory', '--bindings', 'soap12', '--only', 'data,rules'];
  const better = await compared(wrong, right, args);
  const worse = await compared(right, wrong, args);
  expect(better.comparison.differences).toMatchObject([
    { kind: 'rules', subject: 'record.field-order', change: 'only A breaks it', b: 'not broken' },
  ]);
  expect(worse.comparison.differences).toMatchObject([
    { kind: 'rules', subject: 'record.field-order', change: 'only B breaks it', a: 'not broken', level: 'required' },
  ]);
});

test('the example of a difference has data where any call that shows it has', async () => {
  const { comparison } = await compared(await serving(), await serving(['fields-swapped@Get_Inventory']));
  const [order] = comparison.differences.filter(({ subject }) => subject === 'record.field-order');
  const bodies = Object.values(order?.example.exchanges ?? {}).map(
    ({ response }) => 'body' in response && response.body,
  );
  expect(bodies).toEqual([expect.stringContaining('<Quantity>'), expect.stringContaining('<Quantity>')]);
});

test('what the document is silent about is compared, with its exchanges', async () => {
  const refuse = { status: 405, reason: 'Method Not Allowed', headers: [], body: new Uint8Array(), raw: null };
  const b = await serving([
    mutated('Get_Basevehicle_Images', {
      failure: (failure) => failure,
      response: (response, { request }) => (request.body.length > 5000 ? { ...response, ...refuse } : response),
    }),
  ]);
  const { comparison } = await compared(await serving(), b, ['--operations', 'Get_Basevehicle_Images']);
  const [first] = comparison.differences.filter(({ kind }) => kind === 'observations');
  expect(first).toMatchObject({
    subject: 'observe.parameter-long',
    change: 'status 200 → 405',
    example: { exchanges: { a: { response: { status: 200 } }, b: { response: { status: 405 } } } },
  });
});

test('writes are sent only with --include-writes, with a warning, and never twice', async () => {
  let writes = 0;
  const counting = mutated('Add_toCart', {
    parameters: (parameters) => {
      writes += 1;
      return parameters;
    },
  });
  const [a, b] = [await serving([counting]), await serving()];
  const without = await compared(a, b, ['--operations', 'Add_toCart']);
  expect([writes, without.exitCode]).toEqual([0, 3]);
  for (const text of [without.out, without.file('compare.html')])
    expect(text).toMatch(/Skipped: Add_toCart.*: it changes state at the server; --include-writes calls it\./);
  const { comparison, out } = await compared(a, b, ['--operations', 'Add_toCart', '--include-writes']);
  expect(writes).toBe(comparison.cells.reduce((sum, { calls }) => sum + calls, 0));
  expect(writes).toBeGreaterThan(0);
  expect(out).toContain('! Add_toCart is sent to both servers: the state of both changes.');
});

test('if neither has data, nothing is called the same', async () => {
  const empty = mutated('Get_Inventory', { request: () => ({ answer: refusal }) });
  const { exitCode, comparison, out } = await compared(await serving([empty]), await serving([empty]));
  expect(comparison.cells.map(({ state }) => state)).toEqual(Array(4).fill('nothing-compared'));
  expect(comparison.outcome).toBe('inconclusive');
  expect(out).toContain('? neither server answered any call with data');
  expect(exitCode).toBe(3);
});

const refusal = { status: 500, reason: 'Internal Server Error', headers: [], body: new Uint8Array(), raw: null };

test('where the planned calls find nothing, further ones are sent until one finds data', async () => {
  const onlyOne = mutated('Get_Video_Links_by_Make', {
    result: (value, { parameters }) => (parameters.Make === 'Ram' ? value : []),
  });
  const args = ['--operations', 'Get_Video_Links_by_Make', '--only', 'data', '--profile', 'quick', '--seed', '1'];
  const { exitCode, comparison } = await compared(await serving([onlyOne]), await serving([onlyOne]), args);
  expect(comparison.cells.filter(({ calls, withData }) => calls > 0 && withData === 0)).toEqual([]);
  expect(exitCode).toBe(0);
});

test.each([
  [['compare', 'host.example', 'http://b.example'], "<urlA> is 'host.example'; expected an address"],
  [['compare', 'http://a.example', 'ftp://b.example'], "<urlB> is 'ftp://b.example'; expected an address"],
  [['compare', 'http://a.example', 'http://b.example', '--only', 'dta'], "did you mean 'data'?"],
  [['compare', 'http://a.example', 'http://b.example', '--reporter', 'htm'], "did you mean 'html'?"],
  [['compare', 'http://a.example'], "missing argument 'urlB'; expected the new server"],
])('%j is exit 2', async (argv, says) => {
  const { exitCode, err } = await cli(argv);
  expect([exitCode, err]).toEqual([2, expect.stringContaining(says)]);
});
