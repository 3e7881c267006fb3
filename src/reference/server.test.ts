import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Contract, Operation } from '../contract/model.ts';
import { patience } from '../patience.fixture.ts';
import { type FastElement, readXml } from '../xml/fast-xml.ts';
import { ask, BINDINGS, contract, ENVELOPE, examples, NAMESPACE, question } from './client.fixture.ts';
import { portOf, sendBytes } from './malformed.fixture.ts';
import { type ReferenceServer, startReferenceServer } from './server.ts';

const known: Contract = contract();
let server: ReferenceServer;

beforeAll(async () => {
  server = await startReferenceServer({ contract: known });
});
afterAll(() => server.close());

/** The elements that hold an operation's records, whatever wraps them. */
function records(operation: Operation, root: FastElement): readonly FastElement[] {
  const result = root.name === 'soap:Envelope' ? root.children[0]?.children[0]?.children[0] : root;
  if (result === undefined) throw new Error('no result');
  return operation.result.kind === 'single' ? [result] : result.children;
}

/** Paths of fields that are missing or empty in every one of the records, but for those whose content is not shown. */
function emptyFields(name: string, found: readonly FastElement[], path: string): string[] {
  return (known.records.get(name)?.fields ?? []).flatMap((field) => {
    const here = `${path}.${field.name}`;
    const values = found.flatMap((record) => record.children.filter((child) => child.name === field.name));
    const { content } = field;
    if (content.kind === 'open' && values.length > 0) return [];
    const filled = values.filter((value) => value.children.length > 0 || value.text.trim() !== '');
    if (filled.length === 0) return [here];
    if (content.kind !== 'list' || content.item.content.kind !== 'record') return [];
    return emptyFields(
      content.item.content.record,
      filled.flatMap((value) => value.children),
      here,
    );
  });
}

describe.each(BINDINGS)('%s', (binding) => {
  test.each(known.operations.map((one) => one.name))('%s answers the example with every field filled', async (name) => {
    const operation = known.operations.find((one) => one.name === name);
    if (operation === undefined) throw new Error(name);
    const reply = await ask(server.url, question(binding, name, examples(operation)));
    expect(reply.status).toBe(200);
    const { responseMediaType, charset } = known.bindings[binding];
    expect(reply.headers['content-type']).toBe(`${responseMediaType}; charset=${charset}`);
    expect(reply.headers['content-length']).toBe(String(Buffer.byteLength(reply.text)));
    const found = records(operation, readXml(reply.text));
    expect(found.length).toBeGreaterThan(0);
    expect(emptyFields(operation.result.record, found, operation.result.record)).toEqual([]);
  });
});

test.each([
  ['two Host lines', 'GET /getData.asmx?wsdl HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', 400],
  ['HTTP/0.9', 'GET /getData.asmx?wsdl HTTP/0.9\r\nHost: a\r\n\r\n', 400],
  ['HTTP/2.0', 'GET /getData.asmx?wsdl HTTP/2.0\r\nHost: a\r\n\r\n', 505],
  [
    'an unknown transfer coding',
    'POST /getData.asmx HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    501,
  ],
])('%s is answered as RFC 9112 says, and ends the connection', async (_what, bytes, status) => {
  const answer = await sendBytes(portOf(server), bytes, patience(5_000));
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\r\nConnection: close\r\n`));
});

test.each(BINDINGS)('%s: a target in absolute form is answered as one in origin form', async (binding) => {
  const {
    method = 'POST',
    path = '/getData.asmx',
    headers = {},
    body = '',
  } = question(binding, 'McatCode_check', {
    DealerID: 'D',
    mcat: '210',
  });
  const lines = Object.entries({ ...headers, 'Content-Length': `${body.length}`, Connection: 'close' });
  const rest = `${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
  const [origin = '', absolute] = await Promise.all(
    ['', 'http://dealer.example'].map((authority) =>
      sendBytes(portOf(server), `${method} ${authority}${path} HTTP/1.1\r\nHost: other\r\n${rest}`, patience(30_000)),
    ),
  );
  expect(origin).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*<Mcat>210<\/Mcat>/);
  expect(absolute?.replace(/^Date: .*$/m, '')).toBe(origin.replace(/^Date: .*$/m, ''));
});

test('the WSDL names the host of a target in absolute form, whatever Host says', async () => {
  const head = 'GET http://dealer.example:81/getData.asmx?wsdl HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n';
  const answer = await sendBytes(portOf(server), head, patience(30_000));
  expect(new Set(answer.match(/(?<=:address location=")[^"]*/g))).toEqual(
    new Set(['http://dealer.example:81/getData.asmx']),
  );
});

test('the layout over SOAP is that of the ASMX captures', async () => {
  const values = { Year: '2020', ProductID: 'TONNEAU', DealerID: 'D1' };
  const { text } = await ask(server.url, question('soap11', 'GetMake_Restricted', values));
  expect(text).toMatch(
    new RegExp(
      `^<\\?xml version="1.0" encoding="utf-8"\\?><soap:Envelope xmlns:soap="${ENVELOPE.soap11}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body><GetMake_RestrictedResponse xmlns="${NAMESPACE}"><GetMake_RestrictedResult><Makename><string>[^<]+</string>.*</Makename><ProductID>TONNEAU</ProductID><Year>2020</Year></GetMake_RestrictedResult></GetMake_RestrictedResponse></soap:Body></soap:Envelope>$`,
    ),
  );
});

test('the layout over HTTP is that of the ASMX captures', async () => {
  const { text } = await ask(server.url, question('http-get', 'McatCode_check', { DealerID: 'D', mcat: '210' }));
  expect(text).toBe(`<?xml version="1.0" encoding="utf-8"?>
<McatCode xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="${NAMESPACE}">
  <Mcat>210</Mcat>
  <Description>Seat covers &amp; protectors</Description>
  <Prod>SEATCOVER</Prod>
  <Active>true</Active>
</McatCode>`);
});

test('without a match an array is an empty element', async () => {
  const values = { DealerID: 'D', APIKEY: 'K', Make: 'Nope' };
  const http = await ask(server.url, question('http-get', 'Get_Video_Links_by_Make', values));
  const soap = await ask(server.url, question('soap12', 'Get_Video_Links_by_Make', values));
  expect(readXml(http.text)).toMatchObject({ name: 'ArrayOfVideo', children: [] });
  expect(soap.text).toContain('<Get_Video_Links_by_MakeResult />');
});

test('a parameter comes back as it was sent, markup and all', async () => {
  const Make = `a & <b> "c" 'd' ]]> ünï 漢字 🚀`;
  for (const binding of BINDINGS) {
    const reply = await ask(server.url, question(binding, 'GetModel_VehicleType', { Make, Year: '', ProductID: 'P' }));
    const [record] = records({ result: { kind: 'single' } } as Operation, readXml(reply.text));
    expect(record?.children.map((child) => [child.name, child.text])).toEqual([
      ['Modelnames', ''],
      ['ProductID', 'P'],
      ['Year', ''],
      ['Make', Make],
    ]);
  }
});

test('a long beyond 2^53 keeps its last digits', async () => {
  const values = { Basevehicle: '9007199254740993', ProductID: 'FLOORLINER', DealerID: 'D' };
  const { text } = await ask(server.url, question('http-post', 'Get_BasevevehicleLinks', values));
  expect(text).toContain('<BaseVehicle>9007199254740993</BaseVehicle>');
});

test('the log names the call and never a parameter', async () => {
  const lines: string[] = [];
  const logged = await startReferenceServer({ contract: known, log: (line) => lines.push(line) });
  const values = { DealerID: 'dealer-xyz', Password: 'pass-xyz' };
  for (const binding of BINDINGS) await ask(logged.url, question(binding, 'McatCodes', values));
  await ask(logged.url, { method: 'GET', path: '/getData.asmx/pass-xyz?Password=pass-xyz' });
  await ask(logged.url, { method: 'GET', path: '/pass-xyz' });
  await logged.close();
  expect(lines).toHaveLength(6);
  expect(lines[0]).toMatch(/^POST McatCodes soap11 200 \d+ bytes$/);
  expect(lines.join('\n')).not.toContain('xyz');
});

test('a watcher sees each request once, before it is answered, and its refusal is the answer', async () => {
  const seen: string[] = [];
  const lines: string[] = [];
  const watched = await startReferenceServer({
    contract: known,
    log: (line) => lines.push(line),
    watch: ({ path }) => {
      seen.push(path);
      return {
        refusal: 'It is late.',
        called: 'what is meant',
        answered: ({ response }) => ` answered ${response.status}`,
      };
    },
  });
  const path = '/getData.asmx/Get_Inventory?Application_ID=APP-1&ItemNo=SC-1001';
  const { status, text } = await ask(watched.url, { method: 'GET', path });
  await watched.close();
  expect([status, text.trim(), seen]).toEqual([500, 'It is late.', [path]]);
  expect(lines).toEqual([expect.stringMatching(/^GET what is meant 500 \d+ bytes answered 500$/)]);
});

test('a port in use is one clear sentence', async () => {
  const port = Number(new URL(server.url).port);
  await expect(startReferenceServer({ contract: known, port })).rejects.toThrow(
    /can't listen on 127.0.0.1:\d+: .*in use/,
  );
});

test.each([
  ['GET /getData.asmx HTTP/1.1\r\n\r\n', 400, 'The request has no Host line'],
  [
    'GET /getData.asmx HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n\r\n',
    417,
    'The only expectation known here is 100-continue',
  ],
])('%j is refused in a log line', async (bytes, status, why) => {
  const lines: string[] = [];
  const server = await startReferenceServer({ contract: known, log: (line) => void lines.push(line) });
  onTestFinished(server.close);
  expect(await sendBytes(portOf(server), bytes, patience(30_000))).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(lines).toEqual([`? no request: ${why}`]);
});
