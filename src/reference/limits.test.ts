import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { patience } from '../patience.fixture.ts';
import { ask, contract, examples, question } from './client.fixture.ts';
import { malformed, portOf, sendBytes } from './malformed.fixture.ts';
import { type ReferenceServer, startReferenceServer } from './server.ts';
import { serverLimits } from './server-limits.ts';

const { connectionsPerAddress } = serverLimits;

const known = contract();
const GET = 'GET /getData.asmx HTTP/1.1\r\nHost: x\r\n';
let server: ReferenceServer;

beforeAll(async () => {
  server = await startReferenceServer({ contract: known });
});
afterAll(() => server.close());

/** Does something with a server that has other limits. */
async function limited(limits: Partial<typeof serverLimits>, use: (port: number) => Promise<void>): Promise<void> {
  const own = await startReferenceServer({ contract: known, limits });
  try {
    await use(portOf(own));
  } finally {
    await own.close();
  }
}

/** A valid call is answered. */
async function answers(): Promise<void> {
  const operation = known.operations.find(({ name }) => name === 'Get_Inventory');
  if (operation === undefined) throw new Error('no operation');
  expect((await ask(server.url, question('soap11', operation.name, examples(operation)))).status).toBe(200);
}

/** Nothing comes back, for as long as anybody waits. */
const SILENCE = /^$/;
/** Milliseconds for an answer to come. */
const PATIENCE = patience(30_000);

const statuses: Readonly<Record<string, RegExp>> = {
  'headers beyond the limit': /^HTTP\/1.1 431 /,
  'a request line beyond the limit': /^HTTP\/1.1 431 /,
  'a body beyond the limit': /^HTTP\/1.1 413 /,
  'a DOCTYPE': /^HTTP\/1.1 500 [\s\S]*DTD is prohibited/,
  'processing instructions before no DOCTYPE': /^HTTP\/1.1 (400|500) /,
  // Node 20 and 22 leave some out, later ones refuse them.
  '3,000 headers': /^HTTP\/1.1 (302|431) /,
  'a body that ends early': SILENCE,
  'half a request line': SILENCE,
  'TLS on a plain port': /^HTTP\/1.1 400 /,
};

test.each(Object.entries(malformed))('%s is refused, and the next call is answered', async (name, bytes) => {
  const answer = await sendBytes(portOf(server), bytes, statuses[name] === SILENCE ? 1000 : PATIENCE);
  expect(answer).toMatch(statuses[name] ?? /^HTTP\/1.1 [45]\d\d /);
  expect(answer).not.toContain('The reference server failed');
  await answers();
});

test('it listens only on the loopback address unless another is given', () => {
  expect(new URL(server.url).hostname).toBe('127.0.0.1');
});

test('a client that drips its headers is answered 408', () =>
  limited({ headersTimeout: 500, requestTimeout: 1000 }, async (port) => {
    expect(await sendBytes(port, GET, PATIENCE)).toMatch(/^HTTP\/1.1 408 /);
  }));

test('a client that drips its body is answered 408', () =>
  limited({ headersTimeout: 500, requestTimeout: 1000 }, async (port) => {
    const head = 'POST /getData.asmx HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n';
    expect(await sendBytes(port, `${head}abc`, PATIENCE)).toMatch(/^HTTP\/1.1 408 /);
  }));

test('a connection on which nothing ever comes is closed', () =>
  limited({ headersTimeout: 600_000, requestTimeout: 600_000, idleTimeout: 500 }, async (port) => {
    // Where it is not, the test's own limit ends this.
    expect(await sendBytes(port, '', 600_000)).toMatch(/^(HTTP\/1.1 408 |$)/);
  }));

test('pipelined calls are answered all', async () => {
  const call = (n: number): string =>
    `GET /getData.asmx/Get_Video_Links_by_Make?DealerID=D&APIKEY=K&Make=${n} HTTP/1.1\r\nHost: x\r\n`;
  const calls = Array.from({ length: 50 }, (_, n) => call(n)).join('\r\n');
  const answer = await sendBytes(portOf(server), `${calls}Connection: close\r\n\r\n`, PATIENCE);
  expect(answer.match(/HTTP\/1.1 200 OK/g)).toHaveLength(50);
});

function each(sockets: readonly Socket[], event: 'close' | 'connect'): Promise<unknown> {
  return Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once(event, resolve))));
}

test('900 connections of one address that send half a request keep no other address out', async () => {
  const sockets = Array.from({ length: 900 }, () =>
    connect({ port: portOf(server), host: '127.0.0.1', localAddress: '127.0.0.2' }, function (this: Socket) {
      this.write('POST /getData.asmx HTTP/1.1\r\nHost: x\r\n');
    }).on('error', () => {}),
  );
  const closed = each(sockets.slice(connectionsPerAddress), 'close');
  await each(sockets.slice(0, connectionsPerAddress), 'connect');
  await answers();
  await closed;
  expect(sockets.filter((socket) => !socket.closed)).toHaveLength(connectionsPerAddress);
  for (const socket of sockets) socket.destroy();
});

test('connections that are closed leave their address room for others', () =>
  limited({ connectionsPerAddress: 1 }, async (port) => {
    for (let n = 0; n < 3; n += 1) {
      expect(await sendBytes(port, `${GET}Connection: close\r\n\r\n`, PATIENCE)).toMatch(/^HTTP\/1.1 200 /);
    }
  }));

test('one connection beyond the limit is closed, and those below it are kept', () =>
  limited({ maxConnections: 2 }, async (port) => {
    const kept = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    for (const socket of kept) socket.on('error', () => {});
    await Promise.all(kept.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(await sendBytes(port, `${GET}\r\n`, PATIENCE)).toBe('');
    expect(kept.map(({ closed }) => closed)).toEqual([false, false]);
    for (const socket of kept) socket.destroy();
  }));

test('the last request of a connection is answered with Connection: close', () =>
  limited({ maxRequestsPerSocket: 2 }, async (port) => {
    const answer = await sendBytes(port, `${GET}\r\n${GET}\r\n`, PATIENCE);
    expect(answer.match(/^HTTP\/1.1 200 /gm)).toHaveLength(2);
    expect(answer.match(/^connection: close/gim)).toHaveLength(1);
  }));
