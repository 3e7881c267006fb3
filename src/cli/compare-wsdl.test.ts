import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { element, wsdlOf } from '../contract/wsdl/wsdl.fixture.ts';
import { patience } from '../patience.fixture.ts';
import type { Mutation } from '../reference/mutation.ts';
import { wsdl } from '../reference/wsdl/document.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { contract, inField, mutated, serving } from './compare.fixture.ts';
import { front } from './front.fixture.ts';

/** What `compare` comes to in a folder with these files. */
async function comparing(args: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const folder = newFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const ended = await cli(['compare', ...args, '--seed', '3', '--profile', 'quick'], { folder });
  return { ...ended, folder };
}

/** Notes the operations that a server is asked for; '' for anything else. */
const noting = (asked: Set<string>) =>
  mutated(null, {
    response: (response, { operation }) => {
      asked.add(operation);
      return response;
    },
  });

test('the WSDL of serve compares two servers of it, over all four bindings, and only the named reads are called', async () => {
  const asked = new Set<string>();
  const changed = mutated('McatCodes', { result: (value) => inField(value, 'Description', (text) => `${text}.`) });
  const [a, b] = [await serving([noting(asked)]), await serving([noting(asked), changed])];
  const own = wsdl(contract, 'http://dealer.example/getData.asmx');
  const args = [`${a}/getData.asmx`, `${b}/getData.asmx`, '--wsdl', 'own.wsdl'];
  const { exitCode, folder, out } = await comparing([...args, '--reads', 'Get_Inventory,McatCodes'], {
    'own.wsdl': own,
  });
  const comparison = JSON.parse(readFileSync(join(folder, 'reports', 'compare.json'), 'utf8'));
  expect(comparison.cells.map((one: { state: string }) => one.state)).toEqual([
    ...Array.from({ length: 4 }, () => 'same'),
    ...Array.from({ length: 4 }, () => 'different'),
  ]);
  expect(comparison.differences.map((one: { subject: string }) => one.subject)).toEqual(['McatCode.Description']);
  expect([exitCode, [...asked].filter((name) => name !== '').toSorted()]).toEqual([1, ['Get_Inventory', 'McatCodes']]);
  expect(out).toContain('Reads: Get_Inventory, McatCodes, in the namespace');
});

const header = '<soap:Header/>';
const written = (text: (xml: string) => string) => mutated(null, { text });

/** Two servers that write elements in other orders, and the rule on it. */
const orders: Readonly<Record<string, readonly [a: readonly Mutation[], b: readonly (string | Mutation)[]]>> = {
  'record.field-order': [[], ['fields-swapped']],
  'soap.envelope-structure': [
    [written((xml) => xml.replace('<soap:Body>', `${header}<soap:Body>`))],
    [written((xml) => xml.replace('</soap:Body>', `</soap:Body>${header}`))],
  ],
};

test.each(Object.entries(orders))(
  'an order of elements is told once, by a rule if there is one: %s',
  async (id, of) => {
    const [a, b] = [`${await serving(of[0])}/getData.asmx`, `${await serving(of[1])}/getData.asmx`];
    const own = { 'own.wsdl': wsdl(contract, a) };
    const told = async (...args: readonly string[]) => {
      const { exitCode, folder } = await comparing([a, b, '--bindings', 'soap12', ...args], own);
      const { differences } = JSON.parse(readFileSync(join(folder, 'reports', 'compare.json'), 'utf8'));
      return [exitCode, differences.map((one: { kind: string; subject: string }) => `${one.kind} ${one.subject}`)];
    };
    const plain = ['--operations', 'Get_Inventory', '--only'];
    const form = [1, ['form order of elements']];
    expect(await told('--wsdl', 'own.wsdl', '--reads', 'Get_Inventory')).toEqual(form);
    expect(await told(...plain, 'form,spelling')).toEqual(form);
    expect(await told(...plain, 'rules,form,spelling')).toEqual([1, [`rules ${id}`]]);
  },
);

test.each(['', '/'])('an endpoint that is a whole host, written with "%s" behind it, is asked at /', async (end) => {
  const { port, seen } = await front({ to: ({ url = '' }) => `/getData.asmx${url.slice(1)}` });
  const host = `http://127.0.0.1:${port}${end}`;
  const args = [host, host, '--wsdl', 'own.wsdl', '--reads', 'McatCodes', '--bindings', 'soap11,soap12'];
  const own = wsdl(contract, 'http://dealer.example/');
  expect(await comparing(args, { 'own.wsdl': own })).toMatchObject({ exitCode: 0, err: '' });
  expect([...new Set(seen.map(({ method, url }) => `${method} ${url}`))]).toEqual(['POST /', 'GET /?wsdl']);
});

const SMALL = wsdlOf(element('id', 's:int'), element('FindResult', 's:string'));
const NOWHERE = ['http://127.0.0.1:9/a.asmx', 'http://127.0.0.1:9/b', '--wsdl', 'w.wsdl'];
const BOMB = `<!DOCTYPE a [<!ENTITY x "${'y'.repeat(1000)}">${Array.from({ length: 9 }, (_, at) => `<!ENTITY x${at} "&x;&x;">`).join('')}]>`;
const large = `${SMALL}<!--${' '.repeat(4 * 1024 * 1024)}-->`;
const imported = (location: string): string =>
  SMALL.replace('<types>', `<import namespace="urn:o" location="${location}"/><types>`);

test('without --reads all operations are named, so that they can be copied', async () => {
  const { err } = await comparing(NOWHERE, { 'w.wsdl': wsdl(contract, 'http://dealer.example/getData.asmx') });
  const names = contract.operations.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(12);
  expect(err).toContain(`expected some of ${names.join(', ')}, or '*' for all`);
});

test.each([
  [
    'no --reads',
    [],
    SMALL,
    "--wsdl calls only what --reads names, as a WSDL does not say what changes state; expected some of Find, or '*' for all",
  ],
  [
    'an unknown read',
    ['--reads', 'Fnd'],
    SMALL,
    "--reads: no operation of the WSDL is named 'Fnd'; did you mean 'Find'?",
  ],
  [
    'a read that is left out',
    ['--reads', 'Find'],
    SMALL.replace('"literal"', '"encoded"'),
    '--wsdl has no operation that can be called (Find: its messages are encoded, not literal)',
  ],
  [
    'writes',
    ['--reads', '*', '--include-writes'],
    SMALL,
    '--include-writes is given with --wsdl, which calls reads of the WSDL alone; expected one of them',
  ],
  [
    'a recording',
    ['--reads', '*', '--calls', 'a.har'],
    SMALL,
    '--calls is given with --wsdl, which calls reads of the WSDL alone; expected one of them',
  ],
  ['rules', ['--reads', '*', '--only', 'rules'], SMALL, "--only: no kind of difference is named 'rules'; "],
  [
    'a binding that no port has',
    ['--reads', '*', '--bindings', 'soap12'],
    SMALL,
    '--operations and --bindings select nothing that the WSDL has among --reads',
  ],
  ['a page', ['--reads', '*'], '<html/>', '--wsdl w.wsdl: it is not WSDL 1.1'],
  ['no XML', ['--reads', '*'], SMALL.slice(0, -20), '--wsdl w.wsdl is not well-formed XML: '],
  [
    'entities that multiply',
    ['--reads', '*'],
    SMALL.replace('<definitions', `${BOMB}<definitions`),
    '--wsdl w.wsdl: it has a document type declaration, which is never read',
  ],
  ['a NUL', ['--reads', '*'], SMALL.replace('>', '>\0'), "--wsdl w.wsdl: it has U+0000, which XML 1.0 can't carry"],
  ['more than 4 MiB', ['--reads', '*'], large, '--wsdl w.wsdl is 5 MiB long; expected 4 MiB at most'],
  [
    'elements in elements',
    ['--reads', '*'],
    SMALL.replace('<types>', `<types>${'<a>'.repeat(400)}${'</a>'.repeat(400)}`),
    '--wsdl w.wsdl: it has more than 256 nested elements',
  ],
  [
    'more nodes than are read',
    ['--reads', '*'],
    SMALL.replace('<types>', `<types>${'<a/>'.repeat(300_000)}`),
    '--wsdl w.wsdl: it has more than 300000 nodes',
  ],
  [
    'no namespace',
    ['--reads', '*'],
    SMALL.replaceAll(' targetNamespace="urn:shop"', '').replaceAll('"tns:', '"'),
    '--wsdl w.wsdl: its requests are in no namespace; expected that of a targetNamespace',
  ],
  [
    'a namespace that no header carries',
    ['--reads', '*'],
    SMALL.replaceAll('urn:shop', 'urn: shop'),
    "--wsdl w.wsdl: the namespace is 'urn: shop'; expected a URI without white space",
  ],
])('compare --wsdl with %s is refused in a sentence', async (_what, args, text, sentence) => {
  const { exitCode, err } = await comparing([...NOWHERE, ...args], { 'w.wsdl': text });
  expect([exitCode, err.startsWith(`error: ${sentence}`), err.trim().split('\n').length]).toEqual([2, true, 1]);
});

test.each(['constructor', '__proto__', 'toString'])('a parameter named %s is not taken, a field is', async (name) => {
  const parameter = wsdlOf(element(name, 's:string'), element('FindResult', 's:string'));
  const refused = await comparing([...NOWHERE, '--reads', '*'], { 'w.wsdl': parameter });
  expect(refused.err).toContain(`(Find: its parameter is named '${name}', as a member of all objects of JavaScript)`);
  const at = `${await serving()}/getData.asmx`;
  const field = wsdlOf(element('id', 's:string'), element('FindResult', 's:string')).replaceAll('Find', name);
  const taken = await comparing([at, at, '--wsdl', 'w.wsdl', '--reads', '*'], { 'w.wsdl': field });
  expect([taken.exitCode, taken.err]).toEqual([3, '']);
});

test('--reads without --wsdl is refused', async () => {
  const { exitCode, err } = await comparing(['http://127.0.0.1:9', 'http://127.0.0.1:9', '--reads', 'Find']);
  expect([exitCode, err]).toEqual([2, 'error: --reads is given without --wsdl; the document says what reads\n']);
});

test('a WSDL in parts is read from its folder, and nothing else: neither another folder nor a host', async () => {
  const asked = new Set<string>();
  const host = await serving([noting(asked)]);
  const service = SMALL.slice(SMALL.indexOf('<service'), SMALL.indexOf('</definitions>'));
  const whole = SMALL.replace(service, '').replace(
    '<types>',
    '<import namespace="urn:shop" location="parts/s.wsdl"/><types>',
  );
  const part = SMALL.replace(/<types>[\s\S]*<\/binding>/, '');
  const args = [...NOWHERE, '--reads', '*'];
  const there = `${await serving()}/getData.asmx`;
  const inParts = await comparing(args, { 'w.wsdl': whole, 'parts/s.wsdl': part });
  expect(inParts.out).toContain('Reads: Find, in the namespace urn:shop');
  for (const [location, why] of [
    ['../other.wsdl', 'it is not in the folder of the WSDL'],
    [`${host}/getData.asmx?wsdl`, 'not in its folder: it is never asked'],
  ] as const) {
    const { folder } = await comparing([there, there, ...args.slice(2)], { 'w.wsdl': imported(location) });
    expect(readFileSync(join(folder, 'reports', 'compare.json'), 'utf8')).toContain(why);
  }
  expect([...asked]).toEqual([]);
});

test('a link in the folder of a WSDL leads to nothing outside of it', async () => {
  const there = `${await serving()}/getData.asmx`;
  const folder = newFolder();
  mkdirSync(join(folder, 'in'));
  writeFileSync(join(folder, 'secret.xsd'), '<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema"/>');
  symlinkSync('../secret.xsd', join(folder, 'in', 'p.xsd'));
  writeFileSync(join(folder, 'in', 'w.wsdl'), imported('p.xsd'));
  await cli(['compare', there, there, '--wsdl', 'in/w.wsdl', '--reads', '*', '--profile', 'quick'], { folder });
  const comparison = readFileSync(join(folder, 'reports', 'compare.json'), 'utf8');
  expect(comparison).toContain('it is not in the folder of the WSDL');
});

/** A host that offers a WSDL with these imports at every address that begins with /shop?wsdl; what it was asked for. */
async function offering(imports: readonly string[], answer: (url: string, send: (text: string) => void) => void) {
  const asked: string[] = [];
  const authorized: (string | undefined)[] = [];
  const all = imports.map((location) => `<import namespace="urn:o" location="${location}"/>`).join('');
  const host = createServer(({ url = '', headers }, response) => {
    asked.push(url);
    authorized.push(headers.authorization);
    const send = (text: string): void => void response.end(text);
    if (url === '/shop?wsdl') send(SMALL.replace('<types>', `${all}<types>`));
    else answer(url, send);
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  onTestFinished(() => void host.close().closeAllConnections());
  return { asked, authorized, address: `127.0.0.1:${(host.address() as AddressInfo).port}/shop?wsdl` };
}

test('an import of a WSDL asks only for what may be a description, and no secret of its address is shown', async () => {
  const { asked, authorized, address } = await offering(
    ['/shop/Approve_Order?Order=1', '/shop?op=Approve', '/shop/Approve_Order?wsdl', '?xsd=xsd0', 'types/a.xsd'],
    (_url, send) => send('<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema"/>'),
  );
  const [a, b] = NOWHERE;
  const args = [a ?? '', b ?? '', '--wsdl', `http://jo:s%20same@${address}`, '--reads', '*'];
  const { out, err, folder } = await comparing(args);
  expect(asked).toEqual(['/shop?wsdl', '/shop?xsd=xsd0', '/types/a.xsd']);
  expect(new Set(authorized)).toEqual(new Set([`Basic ${Buffer.from('jo:s same').toString('base64')}`]));
  expect(out).toContain('Reads: Find');
  const shown = [out, err, ...readdirSync(join(folder, 'reports')).map(String)].join('');
  expect(shown).not.toMatch(/jo:|same@/);
});

test.each([
  [['--max-time', '1'], 'error: --wsdl http://HOST with what it imports was not read within 1 s\n'],
  [['--timeout', String(patience(50))], /^$/],
])('the reading of a WSDL whose parts never come ends with %j', async (flags, said) => {
  const parts = Array.from({ length: 39 }, (_, at) => `?xsd=${at}`);
  const { asked, address } = await offering(parts, () => {});
  const args = [...NOWHERE.slice(0, 2), '--wsdl', `http://${address}`, '--reads', '*', ...flags];
  const started = performance.now();
  const { err } = await comparing(args);
  expect(performance.now() - started).toBeLessThan(patience(8000));
  if (typeof said === 'string') expect(err).toBe(said.replace('HOST', address.replace('?wsdl', '')));
  else expect([err, asked.length]).toEqual(['', 40]);
});
