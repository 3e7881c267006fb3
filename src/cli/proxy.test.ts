import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import type { BindingName } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import { exchangeBytes } from '../features/traffic/proxy/proxy.fixture.ts';
import { loadRequest } from '../proof/bench/load-requests.ts';
import { startReferenceServer } from '../reference/server.ts';
import { mountSmallDisk } from '../small-disk.fixture.ts';
import { startRawServer } from '../wire/http/raw-server.fixture.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { faultyServer } from './command.fixture.ts';
import { proxied } from './proxy.fixture.ts';

const contract = loadContract('http://dealer.example/webservices/');

async function send(
  url: string,
  operation: string,
  binding: BindingName,
  edit = (text: string) => text,
): Promise<Response> {
  const { method, path, headers, body } = loadRequest(contract, { operation, binding }, 7);
  const lines = headers.map(([name, value]): [string, string] => [name, value]);
  const own = lines.filter(([name]) => !/^content-length$/i.test(name));
  const text = body === null ? null : edit(new TextDecoder().decode(body));
  return fetch(`${url}${body === null ? edit(path) : path}`, { method, headers: own, body: text });
}

test('where no call can be read again from the recording, the verdict is that of what was judged', async () => {
  const body = `<ArrayOfMcatCode xmlns="${contract.namespace}"/>`;
  const head = `HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: ${body.length}`;
  const server = await startRawServer((socket) => socket.write(`${head}\r\n\r\n${body}`));
  onTestFinished(server.close);
  const secrets = [...Array(300).keys()].map((n) => `SessionID=secret-${n}`).join('&');
  const ran = await proxied(
    new URL(server.url).origin,
    async (url) => void (await fetch(`${url}/getData.asmx/McatCodes?${secrets}`)),
    ['--namespace', contract.namespace],
  );
  expect(ran.err).toMatch(/^warning: results\.json is not written: traffic\.har /);
  expect(ran.out).toMatch(/\nclient: non-conformant: .*\nserver: .*\n.* required rules \(exit code 1\)\n$/);
  expect(ran.exitCode).toBe(1);
});

test('a right client and a right server: nothing is found, all is recorded, and nothing secret', async () => {
  const server = await startReferenceServer({ contract });
  onTestFinished(server.close);
  const ran = await proxied(server.url, async (url) => {
    expect(await (await fetch(`${url}/getData.asmx?wsdl`)).text()).toContain(`location="${url}/getData.asmx"`);
    for (const binding of bindingNames) {
      expect((await send(url, 'Get_Inventory', binding)).status).toBe(200);
      expect((await send(url, 'Add_toCart', binding)).status).toBe(200);
    }
    expect((await fetch(`${url}/__conformance/`)).status).toBe(200);
  });
  expect(ran.out).toContain(`The proxy to ${server.url} listens on http://127.0.0.1:`);
  expect(ran.out).toMatch(
    /client: conformant: 8 of 8 calls right, 0 wrong\nserver: no required rule broken in the answers to 8 calls\nclient and server are right \(exit code 0\)\n$/,
  );
  expect([ran.exitCode, ran.err]).toEqual([0, '']);
  const har = JSON.parse(ran.read('traffic.har'));
  expect(har.log.entries).toHaveLength(9);
  expect(JSON.parse(ran.read('client.json')).calls).toBe(8);
  const results = JSON.parse(ran.read('results.json'));
  expect([results.target, results.findings, results.exchanges.length]).toEqual([server.url, [], 8]);
  for (const file of ['traffic.har', 'results.json', 'client.json']) {
    for (const secret of ['DealerID-7', 'APIKEY-7', 'Password-7', examples('ContactInfo'), examples('Client_IP')])
      expect(ran.read(file)).not.toContain(secret);
  }
  const again = await cli(['judge', 'reports/traffic.har', '--reports', 'again'], { folder: ran.folder });
  expect(again.out).toContain('0 required and 0 recommended findings');
  const diff = await cli(['diff', 'reports/results.json', 'again/results.json'], { folder: ran.folder });
  expect(diff.exitCode).toBe(0);
});

function examples(name: string): string {
  const found = contract.operations.flatMap(({ parameters }) => parameters).find((one) => one.name === name);
  return found?.example ?? name;
}

test('a wrong client and a wrong server: both are named', async () => {
  const server = await faultyServer('fields-swapped');
  onTestFinished(server.close);
  const ran = await proxied(server.url, async (url) => {
    await send(url, 'Get_Inventory', 'http-get', (path) => path.replace('ItemNo=', 'itemno='));
    await send(url, 'Get_Inventory', 'soap11');
  });
  expect(ran.out).toMatch(/GET Get_Inventory http-get 200 .*; client\..*ItemNo/);
  expect(ran.out).toMatch(
    /client: non-conformant: 1 of 2 calls right, 1 wrong\nserver: non-conformant: .*record\.field-order@Get_Inventory\/soap11.*\nclient and server break required rules \(exit code 1\)\n$/,
  );
  expect(ran.exitCode).toBe(1);
  const { findings } = JSON.parse(ran.read('results.json'));
  expect(findings.map(({ id }: { id: string }) => id)).toContain('record.field-order@Get_Inventory/soap11');
});

test('a right client and a wrong server: the last line names the wrong one, with the only exit code', async () => {
  const server = await faultyServer('fields-swapped');
  onTestFinished(server.close);
  const ran = await proxied(server.url, async (url) => {
    await send(url, 'Get_Inventory', 'soap11');
  });
  expect(ran.exitCode).toBe(1);
  expect(ran.out.match(/\(exit code \d\)/g)).toEqual(['(exit code 1)']);
  expect(ran.out).toMatch(/\nthe server breaks required rules \(exit code 1\)\n$/);
});

test('without a call, or one that is answered with 200, it is inconclusive', async () => {
  const server = await startReferenceServer({ contract, checkCredentials: true });
  onTestFinished(server.close);
  const none = await proxied(server.url, async () => {});
  expect(none.exitCode).toBe(3);
  const refuse = async (url: string) => expect((await send(url, 'Get_Video_Links', 'soap11')).status).toBe(500);
  const refused = await proxied(server.url, refuse);
  expect([refused.exitCode, refused.out]).toEqual([
    3,
    expect.stringContaining('server: no call was answered with 200, but 1 with another status\ninconclusive'),
  ]);
  const mixed = await proxied(server.url, async (url) => {
    await refuse(url);
    expect((await send(url, 'Get_Inventory', 'soap11')).status).toBe(200);
  });
  expect([mixed.exitCode, mixed.out]).toEqual([
    0,
    expect.stringContaining('answers to 1 call, nor in the framing of 1 answer other than 200'),
  ]);
});

test('a target that never answers is not called right, and bytes that are not a request are reported', async () => {
  const server = await startReferenceServer({ contract, latencyMs: 60_000 });
  onTestFinished(server.close);
  const ran = await proxied(
    server.url,
    async (url) => {
      expect((await send(url, 'Get_Inventory', 'soap11')).status).toBe(504);
      expect(await exchangeBytes(url, 'GET /a b HTTP/1.1\r\n\r\n')).toContain('400');
    },
    ['--timeout', '200'],
  );
  expect(ran.out).toMatch(/\nPOST Get_Inventory soap11 no answer: no response came within 200 ms /);
  expect(ran.out).toMatch(/\n\? not judged: no request: Parse Error: .*\n/);
  expect(ran.out).toMatch(
    /\nserver: no call was answered; 1 not judged: no request: Parse Error: .*\ninconclusive \(exit code 3\)\n$/,
  );
  expect(ran.exitCode).toBe(3);
});

test('a request that a web page of another site may have sent is not passed on, unless an option allows it', async () => {
  const server = await startReferenceServer({ contract });
  onTestFinished(server.close);
  const path = '/getData.asmx/McatCodes?DealerID=D&APIKEY=K&Password=P';
  const hostile = [
    'Host: evil.example',
    'Host: 127.0.0.1\r\nOrigin: http://evil.example',
    'Host: 127.0.0.1\r\nSec-Fetch-Site: cross-site',
  ];
  const statuses = async (url: string): Promise<readonly string[]> => {
    const answers = hostile.map((head) =>
      exchangeBytes(url, `GET ${path} HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n`),
    );
    return Promise.all(answers);
  };
  const ran = await proxied(server.url, async (url) => {
    const answers = await statuses(url);
    expect(answers.map((text) => text.slice(0, 12))).toEqual(Array(3).fill('HTTP/1.1 403'));
    expect(answers[0]).toContain(
      'Not passed on, because of the Host evil.example: a web page of another site may have sent it; start the proxy with --allow-host evil.example if it is right.',
    );
    expect(answers[1]).toContain('start the proxy with --allow-origin http://evil.example if');
  });
  expect(ran.out).toContain(
    '\nGET not judged: refused, since a web page of another site may have sent it (the Host evil.example); start the proxy with --allow-host evil.example if it is right\n',
  );
  expect(ran.out).toContain(
    '\nserver: no call was answered; 3 not judged: refused, since a web page of another site may have sent it\n',
  );
  const allowed = ['--allow-host', 'Evil.example', '--allow-origin', 'http://evil.example', '--allow-origin', 'null'];
  const right = await proxied(
    server.url,
    async (url) => {
      for (const answer of await statuses(url)) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    },
    allowed,
  );
  expect(right.out).toContain('server: no required rule broken in the answers to 3 calls\n');
});

test.each([
  ['proxy'],
  ['proxy', 'http://x.example', '--allow-host', 'http://web.example'],
  ['proxy', 'http://x.example', '--allow-host', 'web.example:80'],
  ['proxy', 'http://x.example', '--allow-origin', 'web.example'],
  ['proxy', 'http://x.example', '--allow-origin', 'http://web.example/page'],
  ['proxy', 'ftp://x.example'],
  ['proxy', 'http://127.0.0.1:8099', '--port', '8099'],
  ['proxy', 'http://x.example', '--ca', 'none.pem'],
])('%s %s %s is wrong usage', async (...args) => {
  const { exitCode, err } = await cli(args.filter((one) => one !== undefined));
  expect([exitCode, err]).toEqual([2, expect.stringMatching(/^error: .+\n$/)]);
});

test('a full disk ends the recording, not the session: clients are served, and the end counts what is missing', async ({
  skip,
}) => {
  const server = await startReferenceServer({ contract });
  onTestFinished(server.close);
  const folder = newFolder();
  mkdirSync(join(folder, 'reports'));
  const refused = mountSmallDisk(join(folder, 'reports'), 64);
  if (refused !== null) skip(refused);
  const ran = await proxied(
    server.url,
    async (url) => {
      for (let sent = 0; sent < CALLS; sent += 1) {
        expect((await send(url, 'Get_Inventory', 'soap11')).status).toBe(200);
        // What comes within 200 ms is written at once, or not at all.
        if (sent % 4 === 0) await setTimeout(250);
      }
    },
    [],
    folder,
  );
  const { entries } = JSON.parse(ran.read('traffic.har')).log;
  expect(entries.length).toBeGreaterThan(0);
  const [warning, error] = ran.err.split(/(?<=\n)/);
  expect(warning).toBe(
    `warning: ${CALLS - entries.length} exchanges could not be recorded: ${join(folder, 'reports/traffic.har')} could not be written: no space is left on the disk\n`,
  );
  expect(error).toMatch(/^error: .*\/reports\/(client|results)\.\S+ could not be written: no space/);
  expect(ran.out).toContain(`client: conformant: ${CALLS} of ${CALLS} calls right`);
  expect(ran.exitCode).toBe(5);
});

/** Enough for a recording of more than 64 kB. */
const CALLS = 60;
