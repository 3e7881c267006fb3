import { expect, test } from 'vitest';
import { compared, inField, mutated, serving } from '../../cli/compare.fixture.ts';
import { front } from '../../cli/front.fixture.ts';
import { loadContract } from '../../contract/load.ts';
import { withHeader } from '../../wire/http/exchange.ts';

const OBSERVED = 'Get_Basevehicle_Images';

test('a server that gets no records where the other has some differs in that alone, not in each thing that is observed', async () => {
  const b = await serving([mutated(OBSERVED, { result: () => [] })]);
  const { comparison } = await compared(await serving(), b, ['--operations', OBSERVED]);
  expect(comparison.differences.map(({ kind, subject }) => [kind, subject])).toEqual([['data', 'Basevehicle_Images']]);
});

test('a namespace that A does not answer in is said first, as `run` says it, in place of other advice', async () => {
  const server = await serving();
  const wrong = ['--namespace', 'http://dealer.exmple/webservices/'];
  const { out, exitCode, comparison } = await compared(server, server, ['--operations', 'Get_Inventory', ...wrong]);
  expect(comparison.warningCodes).toContain('first-cause');
  expect(out).toContain(
    '! A answers in the namespace http://dealer.example/webservices/, not in http://dealer.exmple/webservices/: ' +
      'did you mean --namespace http://dealer.example/webservices/ instead?',
  );
  expect(out).not.toContain('give parameters that A has data for');
  expect(exitCode).toBe(3);
});

test('another namespace everywhere is the refusal of SOAP, and once for answers over GET and POST and the WSDL', async () => {
  const b = await serving([], loadContract('http://other.example/ws/'));
  const { comparison } = await compared(await serving(), b, ['--operations', 'Get_Inventory,Get_Video_Links']);
  expect(comparison.differences).toMatchObject([
    { kind: 'data', subject: 'answer', cells: { length: 4 } },
    {
      kind: 'rules',
      subject: 'http.root-element',
      alike: expect.arrayContaining([expect.objectContaining({ kind: 'wsdl' })]),
    },
  ]);
});

test('a side that refuses every call with one status is named before the differences', async () => {
  const server = await serving();
  const args = ['--operations', 'Get_Inventory', '--reporter', 'html'];
  const wrong = await compared(server, `${server}/wrong`, args);
  expect(wrong.out).toMatch(/! B answers 404 to every call: is its address right\?[\s\S]*What changed for clients/);
  expect(wrong.out).not.toContain('! A answers');
  expect(wrong.file('compare.html')).toContain('B answers 404 to every call');
  const other = await compared(`${server}/wrong`, server, args);
  expect(other.out).toContain('! A answers 404 to every call');
});

test('a server without a WSDL differs in that once', async () => {
  const none = mutated(null, {
    wsdl: () => {
      throw new Error('there is none');
    },
  });
  const { comparison, out } = await compared(await serving(), await serving([none]));
  expect(comparison.differences.map(({ kind, subject }) => [kind, subject])).toEqual([['wsdl', 'WSDL']]);
  expect(out).toMatch(/WSDL: B offers none, or not all of it$/m);
});

test('another code of faults is one difference over both versions of SOAP, whatever is refused', async () => {
  const b = await serving([
    mutated(OBSERVED, { failure: (failure) => (failure?.kind === 'fault' ? { ...failure, code: 'Server' } : failure) }),
  ]);
  const args = ['--operations', OBSERVED, '--bindings', 'soap11,soap12', '--only', 'observations'];
  const { comparison } = await compared(await serving(), b, args);
  expect(comparison.differences).toMatchObject([
    { change: 'fault Client/Sender → Server/Receiver', cells: [{}, {}], alike: { length: expect.any(Number) } },
  ]);
});

test('what one of two servers refuses and the other takes is told by each thing', async () => {
  const strict = mutated(OBSERVED, {
    failure: (failure, { request: { headers } }) => {
      const isQuoted = headers.some(([name, value]) => name.toLowerCase() === 'soapaction' && /^"./.test(value));
      return isQuoted ? failure : { kind: 'fault', code: 'Client', message: 'no action' };
    },
  });
  const args = ['--operations', OBSERVED, '--bindings', 'soap11', '--only', 'observations'];
  const { comparison } = await compared(await serving(), await serving([strict]), args);
  const told = comparison.differences.map(({ subject }) => subject);
  expect(told.toSorted()).toEqual(['observe.soapaction-absent', 'observe.soapaction-unquoted']);
});

test('a server that takes the path in any case differs from one that does not', async () => {
  const strict = await serving();
  const { port } = await front({ to: ({ url = '' }) => url.replace(/^\/getdata\.asmx/i, '/getData.asmx') });
  const args = ['--operations', OBSERVED, '--only', 'observations'];
  const { comparison } = await compared(`http://127.0.0.1:${port}`, strict, args);
  expect(comparison.differences.map(({ subject }) => subject)).toEqual(['observe.path-case']);
});

test('one change of texts is told once over all fields, with the rule that it breaks', async () => {
  const escaped = SEVERAL.map((name) => mutated(name, { text: (xml) => xml.replaceAll('&amp;', '&amp;amp;') }));
  const args = ['--operations', SEVERAL.join(','), '--only', 'data,rules'];
  const { comparison } = await compared(await serving(), await serving(escaped), args);
  expect(comparison.differences).toMatchObject([{ kind: 'data', change: 'other escapes' }]);
  expect(comparison.differences[0]?.alike?.map(({ subject }) => subject)).toContain('data.readable-text');
});

test('a header line that names the operation is one difference over all of them', async () => {
  const operations = ['McatCodes', 'Get_Inventory'];
  const echoing = operations.map((operation) =>
    mutated(operation, { response: (response) => withHeader(response, 'X-Action', `urn:${operation}`) }),
  );
  const args = ['--operations', operations.join(','), '--only', 'form'];
  const { comparison } = await compared(await serving(), await serving(echoing), args);
  expect(comparison.differences).toMatchObject([{ subject: 'header x-action', b: 'urn:…', cells: { length: 8 } }]);
});

test('where only texts differ, an element that one of them leaves out is told too', async () => {
  const operation = 'Get_PartialProd_Resources';
  const b = await serving([
    mutated(operation, {
      result: (value) => inField(value, 'Name', (text) => `${text} indeed`),
      text: (xml) => xml.replaceAll('<PartialProd_Resources_Codes />', ''),
    }),
  ]);
  const { comparison } = await compared(await serving(), b, ['--operations', operation, '--only', 'data,form']);
  expect(comparison.differences.map(({ kind, subject, change }) => [kind, subject, change])).toEqual([
    ['data', 'PartialProd_Master.Name', 'another text'],
    ['data', 'PartialProd_Master.PartialProd_Categories[].Name', 'another text'],
    ['form', 'elements', 'only A writes it'],
  ]);
});

test('a rule that tells an order hides no other order in that answer', async () => {
  const swapped = (xml: string) => xml.replace(/(<Filename>[^<]*<.Filename>)(\s*)(<URL>[^<]*<.URL>)/g, '$3$2$1');
  const other = mutated(OBSERVED, { text: (xml) => swapped(xml) });
  const b = await serving([`fields-swapped@${OBSERVED}`, other]);
  const { comparison } = await compared(await serving(), b, ['--operations', OBSERVED, '--only', 'rules,form']);
  expect(comparison.differences).toMatchObject([
    { kind: 'rules', subject: 'record.field-order' },
    { kind: 'form', subject: 'order of elements', change: 'another order in Basevehicle_Images_URL' },
  ]);
});

const SOAP = ['soap11', 'soap12'];
const ALL = [...SOAP, 'http-get', 'http-post'];
/** Records, a single record, and a list; each has a boolean or an int. */
const SEVERAL = ['Get_PartialProd_Resources', 'Get_Inventory', 'McatCodes'];
const everywhere = [
  { what: 'the namespace of SOAP answers', by: 'response-element-namespace', bindings: SOAP, of: SEVERAL },
  { what: 'the namespace', by: 'namespace-without-slash', bindings: ALL, of: SEVERAL },
  { what: 'the namespace of a field', by: 'field-unqualified', bindings: ALL, of: SEVERAL },
  { what: 'a header line that differs by binding', by: 'content-type-missing', bindings: ALL, of: SEVERAL },
  { what: 'a type', by: 'boolean-capital', bindings: ALL, of: ['Get_PartialProd_Resources', 'McatCodes'] },
  { what: 'a field that is not there', by: 'value-missing', bindings: ALL, of: SEVERAL },
  { what: 'the name of a field', by: 'field-renamed', bindings: ALL, of: SEVERAL },
] as const;
const OF_ANSWERS = ['--operations', SEVERAL.join(','), '--only', 'data,rules,form,spelling'];

/** Kind and cells of each difference. */
async function told(defects: readonly string[], args: readonly string[] = []) {
  const { comparison, out, file } = await compared(await serving(), await serving(defects), [...OF_ANSWERS, ...args]);
  const cells = comparison.differences.map((one) => {
    return one.cells.map(({ operation, binding }) => `${operation}/${binding}`).toSorted();
  });
  return { comparison, out, file, cells };
}

test.each(everywhere)('one cause over several operations is told once, with all of them: $what', async (one) => {
  const { cells } = await told([one.by]);
  expect(cells).toEqual([one.of.flatMap((operation) => one.bindings.map((to) => `${operation}/${to}`)).toSorted()]);
});

test('two causes in the same answers are told apart, as each is alone; every view names what else says the same', async () => {
  const both = ['content-type-missing', 'boolean-capital'];
  const [one, other, together] = [await told(both.slice(0, 1)), await told(both.slice(1)), await told(both)];
  expect(together.cells.toSorted()).toEqual([...one.cells, ...other.cells].toSorted());
  const { out, file, comparison } = await told(both, ['--reporter', 'html,markdown']);
  const also = 'data McatCode.Active: other letter case, rules value.boolean: only B breaks it (required)';
  for (const text of [out, file('compare.html'), file('compare.md')]) expect(text).toContain(also);
  expect(comparison.differences[0]?.alike?.map(({ subject }) => subject)).toEqual(['McatCode.Active', 'value.boolean']);
});

test('what a refusal breaks is told with it', async () => {
  const { comparison } = await told(['method-throws']);
  expect(comparison.differences).toMatchObject([{ kind: 'data', subject: 'answer' }]);
  expect(comparison.differences[0]?.alike?.map(({ subject }) => subject)).toContain('http.status');
});
