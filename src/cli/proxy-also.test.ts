import { mkdtempSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { checkFile } from '../base/schemas/validate.ts';
import { bindingNames } from '../contract/operations.ts';
import type { Comparison } from '../features/comparison/servers/comparison.ts';
import { exchangeBytes } from '../features/traffic/proxy/proxy.fixture.ts';
import { goldenRequest } from '../rules/client/golden-requests.fixture.ts';
import { startRawServer } from '../wire/http/raw-server.fixture.ts';
import { cli, newFolder } from './cli.fixture.ts';
import { compiledRunCli } from './command.fixture.ts';
import { serving } from './compare.fixture.ts';
import { bytesOf, proxied } from './proxy.fixture.ts';

const NAMESPACE = ['--namespace', 'http://dealer.example/webservices/'];

/** Runs `proxy` with a new server beside the old one. */
async function shadowed(old: string, flags: readonly string[], use: (url: string) => Promise<void>) {
  const ran = await proxied(old, use, [...NAMESPACE, ...flags], newFolder(), await compiledRunCli());
  const comparison = (): Comparison => {
    const read: unknown = JSON.parse(ran.read('compare.json'));
    checkFile<Comparison>('compare', read);
    return read;
  };
  return { ...ran, comparison };
}

async function fake(answer: (socket: Socket) => void) {
  const server = await startRawServer(answer);
  onTestFinished(server.close);
  return { ...server, address: server.url.origin };
}

const reads = bindingNames.map((binding) => goldenRequest('Get_Inventory', binding));
const writes = bindingNames.flatMap((binding) => {
  const write = goldenRequest('Add_toCart', binding);
  const other = { ...write, path: write.path.replace('Add_toCart', 'add_tocart') };
  return [write, other, { ...write, path: write.path.toUpperCase() }];
});

const ANSWER = `<Inventory_Response xmlns="http://dealer.example/webservices/"><Response_Code>0</Response_Code></Inventory_Response>`;
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8';
const OLD = `${HEAD}\r\nX-Old: 1\r\nContent-Length: ${ANSWER.length}\r\n\r\n${ANSWER}`;

let alone: readonly string[] = [];
beforeAll(async () => {
  const old = await startRawServer((socket) => socket.write(OLD));
  const folder = mkdtempSync(join(tmpdir(), 'getdata-alone-'));
  const use = async (url: string): Promise<void> => {
    alone = await answersOf(url);
  };
  await proxied(old.url.origin, use, [], folder);
  await old.close();
});

/** What a client gets for reads and writes. */
async function answersOf(url: string): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const request of [...reads, ...writes]) answers.push(await exchangeBytes(url, bytesOf(request)));
  return answers;
}

/** Writes without end, as fast as it is read. */
function endless(socket: Socket): void {
  const write = (): void => {
    while (socket.writable && socket.write('<a>'.repeat(20_000)));
  };
  socket.write(`${HEAD}\r\n\r\n`);
  socket.on('drain', write);
  write();
}

const news: Readonly<Record<string, (socket: Socket) => void>> = {
  'answers the same': (socket) => void socket.write(OLD),
  'says nothing': () => {},
  'closes early': (socket) => void socket.end(OLD.slice(0, -20)),
  'closes at once': (socket) => void socket.destroy(),
  'is slow': (socket) => void setTimeout(() => socket.write(OLD), 300),
  'never ends its body': endless,
  'speaks no HTTP': (socket) => void socket.write('\0\0 hello\r\n\r\n'.repeat(50)),
  'asks to wait for long': (socket) =>
    void socket.write('HTTP/1.1 503 Wait\r\nRetry-After: 9999\r\nContent-Length: 0\r\n\r\n'),
};

test.each([...Object.keys(news), 'is down'])(
  'a client gets byte for byte what it gets alone if the new server %s',
  async (what) => {
    const old = await fake((socket) => socket.write(OLD));
    const neu = await fake(news[what] ?? (() => {}));
    if (what === 'is down') await neu.close();
    let answers: readonly string[] = [];
    const ran = await shadowed(old.address, ['--also', neu.address, '--max-body', '2000000'], async (url) => {
      answers = await answersOf(url);
    });
    expect(answers).toEqual(alone);
    expect(alone[0]).toContain('X-Old: 1');
    const got = neu.requests.join('\n').toLowerCase();
    expect(got).not.toContain('add_tocart');
    if (what !== 'is down') expect(got).toContain('get_inventory');
    const { shadow, exitCode } = ran.comparison();
    expect([shadow?.calls, ran.exitCode]).toEqual([answers.length, exitCode]);
    expect(shadow?.leftOut).toContainEqual({ why: 'it is not recognised as a read', calls: writes.length });
    const expected: Readonly<Record<string, number>> = { 'closes early': 1, 'closes at once': 4, 'is down': 4 };
    expect(exitCode).toBe(expected[what] ?? exitCode);
    if (exitCode !== 4) return;
    expect(shadow?.compared).toBe(0);
    expect(ran.out).toMatch(/\nB \(\S+\) never answered; no difference in what was compared, 0 of 80 cells compared/);
    expect(ran.read('compare.html')).toContain('>B never answered<');
  },
);

test('what differs is in compare.json, its page and the live page, by kind, and nothing secret is', async () => {
  const [old, neu] = [await serving(), await serving(['fields-swapped'])];
  let live = '';
  const ran = await shadowed(old, ['--also', neu], async (url) => {
    const path = '/getData.asmx/McatCodes?DealerID=Zebra17x&APIKEY=Zebra17y&Password=Zebra17z';
    const request = { method: 'GET', path, headers: [], body: null };
    for (const one of [...reads, request]) expect(await exchangeBytes(url, bytesOf(one))).toMatch(/^HTTP\/1.1 200/);
    live = await exchangeBytes(
      url,
      'GET /__conformance/events HTTP/1.0\r\n\r\n',
      /event: comparison\ndata: .*"compared":5/,
    );
    expect(await exchangeBytes(url, 'GET /__conformance/ HTTP/1.0\r\n\r\n')).toContain('Differences of the new server');
  });
  const { differences, shadow, servers } = ran.comparison();
  expect([ran.exitCode, shadow?.compared, servers.b.target]).toEqual([1, 5, neu]);
  expect(differences.map(({ kind, subject }) => `${kind} ${subject}`)).toContain('rules record.field-order');
  expect(live).toContain('"kind":"rules"');
  expect(ran.out).toContain(`Each read is also sent to ${neu}.`);
  expect(ran.out).toMatch(/\n\d+ differences?: .*; 5 of 80 cells compared\ndifferent \(exit code 1\)\n$/);
  for (const text of [live, ran.out, ran.read('compare.json'), ran.read('compare.html')])
    expect(text).not.toContain('Zebra');
});

test.each([true, false])('the new server gets Authorization and cookies: %s', async (withSecrets) => {
  const old = await fake((socket) => socket.write(OLD));
  const neu = await fake((socket) => socket.write(OLD.replace('X-Old: 1', 'X-Old: 1\r\nSet-Cookie: a=b')));
  const flags = [
    ...(withSecrets ? ['--also-credentials'] : []),
    '--header',
    'X-Api-Key: Zebra1',
    '--header',
    'X-Plain: 1',
  ];
  const address = neu.address.replace('//', '//me:Zebra4@');
  const ran = await shadowed(old.address, ['--also', address, ...flags], async (url) => {
    const lines = ['Authorization: Bearer Zebra2', 'Cookie: s=Zebra3', 'X-Other: 1'];
    await exchangeBytes(url, bytesOf({ ...goldenRequest('Get_Inventory', 'http-get') }, lines));
  });
  const [got = ''] = neu.requests;
  expect(got).toContain('X-Other: 1');
  expect(got).toContain('X-Plain: 1');
  for (const secret of ['Bearer Zebra2', 's=Zebra3', 'X-Api-Key: Zebra1'])
    expect(got.includes(secret)).toBe(withSecrets);
  expect(/Authorization: Basic/i.test(got)).toBe(!withSecrets);
  const { differences } = ran.comparison();
  expect(differences.some(({ subject }) => subject === 'header set-cookie')).toBe(withSecrets);
  for (const file of ['compare.json', 'compare.html', 'traffic.har']) expect(ran.read(file)).not.toContain('Zebra');
});

test('what is no address of a new server is wrong usage', async () => {
  const ports = ['--port', '8099'];
  for (const flags of [
    ['--also', 'new.example'],
    ['--also', 'http://127.0.0.1:8099', ...ports],
    ['--also-credentials'],
  ]) {
    const { exitCode, err } = await cli(['proxy', 'http://old.example', ...NAMESPACE, ...flags]);
    expect([exitCode, err]).toEqual([2, expect.stringMatching(/--also/)]);
  }
});
