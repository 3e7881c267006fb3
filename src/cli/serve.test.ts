import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from './cli.fixture.ts';
import { served } from './serve.fixture.ts';

test('it serves until it is interrupted, logs requests without credentials and exits 0', async () => {
  const { exitCode, out } = await served(['--check-credentials'], async (url) => {
    expect((await fetch(`${url}/getData.asmx?wsdl`)).status).toBe(200);
    expect((await fetch(`${url}/getData.asmx/McatCodes?DealerID=D1001&Password=secret-1001`)).status).toBe(200);
    expect((await fetch(`${url}/getData.asmx/McatCodes?DealerID=D1001&Password=sesame`)).status).toBe(500);
  });
  expect(exitCode).toBe(0);
  expect(out).toMatch(/GET McatCodes http-get 200 \d+ bytes\nGET McatCodes http-get 500 \d+ bytes\n$/);
  expect(out).not.toMatch(/sesame|secret-1001|D1001/);
  expect(out).toContain('other credentials are refused\n');
});

test('the log says what client rules say of each call, and --strict refuses what breaks a required one', async () => {
  const path = '/getData.asmx/Get_Inventory?Application_ID=APP-1&itemno=SC-1001';
  const plain = await served([], async (url) => {
    await fetch(`${url}${path}`);
    await fetch(`${url}${path.replace('Get_Inventory', 'get_inventory')}`, { method: 'DELETE' });
    await fetch(`${url}/getData.asmx`);
  });
  expect(plain.out).toMatch(/\nDELETE Get_Inventory http-get 500 \d+ bytes; client\.method: .+\nGET page 200/);
  expect(plain.out).toMatch(
    /GET Get_Inventory http-get 200 \d+ bytes; client\.parameters: parameter 'itemno' is unknown: did you mean 'ItemNo'\?\nDELETE/,
  );
  await served(['--strict'], async (url) => {
    const refused = await fetch(`${url}${path}`);
    expect(refused.status).toBe(500);
    expect(await refused.text()).toMatch(
      /^The request breaks client\.parameters at query parameter itemno \(parameter 'itemno' is unknown: did you mean 'ItemNo'\?\)\. .*\n$/,
    );
    const right = await fetch(`${url}${path.replace('itemno', 'ItemNo')}`);
    expect(right.status).toBe(200);
    const headers = { 'content-type': 'text/xml; charset=utf-8', SOAPAction: '"http://tempuri.org/Get_Inventory"' };
    const body =
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Get_Inventory xmlns="http://tempuri.org/"/></s:Body></s:Envelope>';
    const fault = await fetch(`${url}/getData.asmx`, { method: 'POST', headers, body });
    expect(fault.status).toBe(500);
    expect(await fault.text()).toMatch(/<faultstring>The request breaks client\.soapaction at header SOAPAction/);
  });
});

test('the sample of every binding works as it is printed', async () => {
  const { out } = await served(['--quiet'], async () => {});
  const lines = out.split('\n').filter((line) => line.startsWith('  curl'));
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain("-H 'SOAPAction: ");
  expect(lines[2]).toMatch(/curl -i 'http:.*\/getData\.asmx\/Get_Inventory\?Application_ID=APP-1&ItemNo=SC-1001'$/);
  expect(out).toContain('/getData.asmx?wsdl');
});

test('a defect shows in the cells it is limited to and nowhere else', async () => {
  const path = '/getData.asmx/Get_Inventory?Application_ID=APP-1&ItemNo=SC-1001';
  const statuses = async (url: string) => [
    (await fetch(`${url}${path}`)).status,
    (await fetch(`${url}${path.split('?')[0]}`, { method: 'POST', body: new URLSearchParams(path.split('?')[1]) }))
      .status,
    (await fetch(`${url}/getData.asmx/McatCodes?DealerID=D1001&Password=secret-1001`)).status,
  ];
  const cases = [
    ['status-201', [201, 201, 201]],
    ['status-201@http-get', [201, 200, 201]],
    ['status-201@Get_Inventory', [201, 201, 200]],
    ['status-201@Get_Inventory/http-post', [200, 201, 200]],
  ] as const;
  for (const [defect, expected] of cases) {
    const { out } = await served(['--defect', defect], async (url) =>
      expect(await statuses(url), defect).toEqual(expected),
    );
    expect(out).toContain(`defects    ${defect}\n`);
  }
});

test('the namespace is that of the flag, then of the environment', async () => {
  const wsdl = async (url: string) => (await fetch(`${url}/getData.asmx?wsdl`)).text();
  const env = { GETDATA_NAMESPACE: 'urn:env' };
  await served([], async (url) => expect(await wsdl(url)).toContain('targetNamespace="urn:env"'), { env });
  await served(
    ['--namespace', 'urn:flag'],
    async (url) => expect(await wsdl(url)).toContain('targetNamespace="urn:flag"'),
    { env },
  );
});

test('a port in use is exit 2 and one sentence', async () => {
  await served([], async (url) => {
    const { exitCode, err } = await cli(['serve', '--port', new URL(url).port]);
    expect(exitCode).toBe(2);
    expect(err).toMatch(/^error: The reference server can't listen on 127\.0\.0\.1:\d+: .*EADDRINUSE.*\n$/);
  });
});

test('an address that others can reach is warned about in one line, and a loopback one is not', async () => {
  const { exitCode, err } = await served(['--host', '0.0.0.0', '--quiet'], async () => {});
  expect(exitCode).toBe(0);
  expect(err).toMatch(/^warning: 0\.0\.0\.0 is not a loopback address: .*\n$/);
  for (const host of ['127.0.0.1', 'localhost', '127.0.0.9']) {
    expect((await served(['--host', host, '--quiet'], async () => {})).err, host).toBe('');
  }
});

test.each([['serve'], ['proxy', 'http://127.0.0.1:9']])(
  '%s refuses an empty address, as of a variable that is not set: it would be all of the machine',
  async (...command) => {
    const { exitCode, err } = await cli([...command, '--port', '0', '--host', '']);
    expect([exitCode, err]).toEqual([2, 'error: --host <address> is empty; expected an address to listen on\n']);
  },
);

const INVENTORY = '/getData.asmx/Get_Inventory?Application_ID=APP-1&ItemNo=SC-1001';
const inventory = async (url: string) => (await fetch(`${url}${INVENTORY}`)).text();

test('a variation is served in all cells, and named', async () => {
  const { out } = await served(['--variation', 'no-declaration'], async (url) =>
    expect(await inventory(url)).toMatch(/^<Inventory_Response/),
  );
  expect(out).toContain('defects    none\n  variations no-declaration\n');
});

test('random variations come again with the same seed, and the log names each', async () => {
  const logOf = async (...seed: readonly string[]) => {
    const { out } = await served(['--variation', 'random', ...seed], async (url) => {
      for (let n = 0; n < 6; n += 1) await inventory(url);
    });
    return out.split('\n').filter((line) => line.startsWith('GET'));
  };
  const first = await logOf('--seed', '7');
  expect(first.every((line) => /^GET Get_Inventory http-get [\w.-]+ (?:\d+|raw) \d+ bytes$/.test(line))).toBe(true);
  expect(new Set(first).size).toBeGreaterThan(2);
  expect(await logOf('--seed', '7')).toEqual(first);
  expect(await logOf()).not.toEqual(first);
});

test('as another stack: what is legal and what departs from the document are listed separately', async () => {
  const { out } = await served(['--as', 'php'], async (url) =>
    expect((await fetch(`${url}${INVENTORY}`)).status).toBe(404),
  );
  expect(out).toContain('defects    binding-off@http-get, binding-off@http-post\n  variations --as php (PHP');
  expect(out).toContain('\nHTTP GET, with binding-off@http-get:\n');
  expect(out).toContain('\nSOAP 1.1:\n');
});

test('the help marks the stacks that depart from the document', async () => {
  const { out } = await cli(['serve', '--help']);
  expect(out.replace(/\s+/g, ' ')).toContain('aspnet, wcf*, spyne*, php*, gsoap*, jaxws*, axis* (*: not conformant)');
});

test('own data replace the lists of the catalogue', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'serve-'));
  const own = { inventory: [{ ItemNo: 'SC-1001', Application_ID: 'APP-1', Quantity: 4711 }] };
  await writeFile(join(folder, 'own.json'), JSON.stringify(own));
  await writeFile(join(folder, 'wrong.json'), JSON.stringify({ inventry: [] }));
  await served(['--catalog', 'own.json'], async (url) => expect(await inventory(url)).toContain('>4711<'), { folder });
  const wrong = await cli(['serve', '--catalog', 'wrong.json'], { folder });
  expect([wrong.exitCode, wrong.err]).toEqual([
    2,
    "error: wrong.json: unknown key 'inventry'; did you mean 'inventory'?\n",
  ]);
});

test.each([
  [['--variation', 'cdta'], /: no variation is named 'cdta'; did you mean 'cdata'/],
  [['--as', 'wfc'], /: no stack is named 'wfc'; did you mean 'wcf'/],
  [['--seed', '3'], /--seed needs --variation random/],
  [['--latency', '-1'], /--latency/],
] as const)('%j is exit 2 and one sentence', async (flags, sentence) => {
  const { exitCode, err } = await cli(['serve', '--port', '0', ...flags]);
  expect(exitCode).toBe(2);
  expect(err).toMatch(sentence);
});
