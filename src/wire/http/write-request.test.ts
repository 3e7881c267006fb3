import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type HttpRequest, otherHost, withHeader } from './exchange.ts';
import { get, OK, open, post, serve, summary } from './target.fixture.ts';

test('a request travels as it says: in two packets with its length, or on a connection of its own that ends with it', async () => {
  const chunks: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        chunks.push(chunk.toString('latin1'));
        const request = chunks.join('');
        if (request.endsWith('-end')) socket[/connection: close/i.test(request) ? 'end' : 'write'](OK);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const target = open({ baseUrl: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`) });
  const body = Buffer.from('first-end');
  expect(summary(await target.send({ ...post, body, delivery: { firstPacket: 3 } }))).toBe("200 1.1 'hi'");
  expect([chunks.length > 1, chunks.at(-1)]).toEqual([true, 'st-end']);
  expect(chunks.join('')).toMatch(/\r\ncontent-length: 9\r\n/i);
  expect(chunks.join('')).not.toMatch(/transfer-encoding/i);
  for (const [firstPacket, end] of [
    [-3, 'content-length: 9\r'],
    [0, '\r\n\r\n'],
  ] as const) {
    chunks.length = 0;
    const before = performance.now();
    await target.send({ ...post, body, delivery: { firstPacket } });
    expect(chunks[0]?.endsWith(end)).toBe(true);
    // A server that waits a little for a body that comes by itself does not wait so long.
    if (firstPacket === 0) expect(performance.now() - before).toBeGreaterThan(40);
  }
  await target.send({ ...post, body, delivery: { alone: true } });
  expect(chunks.join('').match(/\r\nconnection: close\r\n/gi)).toHaveLength(1);
  await target.send({ ...post, body });
  // The first connection goes on.
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true]);
});

test('a request has the version, fields and order that it is delivered with', async () => {
  const [target, server] = await serve(OK, { headers: [['User-Agent', 'suite']] });
  const headers: HttpRequest['headers'] = [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'other/1'],
    ['User-Agent', ''],
  ];
  await target.send({ ...post, headers, delivery: { version: '1.0', alone: true } });
  await target.send({ ...post, delivery: { order: 'host-last', names: 'upper' } });
  const { host } = server.url;
  expect(server.requests.map((one) => one.split('\r\n\r\n')[0]?.split('\r\n'))).toEqual([
    [
      'POST /app/x HTTP/1.0',
      'Upgrade: other/1',
      `host: ${host}`,
      'connection: keep-alive, Upgrade',
      'content-length: 2',
    ],
    [
      'POST /app/x HTTP/1.1',
      'CONTENT-LENGTH: 2',
      'CONTENT-TYPE: a/b',
      'USER-AGENT: suite',
      `HOST: ${host}`,
      'CONNECTION: keep-alive',
    ],
  ]);
  expect(server.connections()).toBe(2);
  for (const space of ['none', 'wide'] as const) await target.send({ ...post, delivery: { space } });
  const types = server.requests.slice(2).map((one) => /content-type:.*/i.exec(one)?.[0]);
  expect(types).toEqual(['Content-Type:a/b', 'Content-Type: \t a/b  ']);
});

test.each([
  ['1.1', 'its whole address, with the host that it gives in Host'],
  ['1.0', 'its path alone, as HTTP/1.0 knows no other target'],
])('to a target that answers by HTTP/%s a request names %s', async (version) => {
  const [target, server] = await serve(OK.replace('1.1', version));
  const request: HttpRequest = { ...get, path: '/app/x?a=/b', delivery: { target: 'absolute' } };
  await target.send(request);
  await target.send(request);
  const [first, second] = server.requests.map((text) => text.split(' ')[1]);
  expect(first).toBe('/app/x?a=/b');
  expect(second).toBe(version === '1.0' ? first : `http://${server.url.host}/app/x?a=/b`);
});

test('a request names its target in another way, and the length of the body that it does not have', async () => {
  const [, server] = await serve(OK);
  const target = open({ baseUrl: new URL(`http://localhost:${server.url.port}/`) });
  await target.send(withHeader({ ...get, delivery: { host: 'upper' } }, 'Content-Length', '0'));
  await target.send(withHeader({ ...post, body: null, delivery: { host: 'with-port' } }, 'Content-Length', '0'));
  const fields = server.requests.map((one) => one.toLowerCase().match(/content-length: \d+/g));
  expect(fields).toEqual([['content-length: 0'], ['content-length: 0']]);
  const hosts = server.requests.map((one) => /\r\nhost: (.*)\r\n/.exec(one)?.[1]);
  expect(hosts).toEqual([`LOCALHOST:${server.url.port}`, `localhost:${server.url.port}`]);
});

test.each([
  ['a', 'upper', false, 'A'],
  ['a.b:81', 'upper', false, 'A.B:81'],
  ['a', 'with-port', false, 'a:80'],
  ['a', 'with-port', true, 'a:443'],
  ['[::1]', 'with-port', false, '[::1]:80'],
  ['a:81', 'with-port', true, 'a:81'],
] as const)('the host %s is written %s, over TLS: %s, as %s', (host, way, isSecure, expected) => {
  expect(otherHost(host, way, isSecure)).toBe(expected);
});

test.each([
  ['comes', 'HTTP/1.1 100 Continue\r\n\r\n', undefined],
  ['never comes', '', true],
])('the body waits for 100 Continue where that %s', async (_what, interim, uncontinued) => {
  const all: string[] = [];
  const server = createServer((socket) => {
    let received = '';
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        received += chunk.toString('latin1');
        // As gSOAP: before the head has come to its end.
        if (/\r\nExpect: /i.test(received) && !received.endsWith('-end') && interim !== '') socket.write(interim);
        if (!received.endsWith('-end')) return;
        all.push(received);
        socket.write(OK);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const baseUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const expecting = withHeader({ ...post, body: Buffer.from('the-end') }, 'Expect', '100-continue');
  // Each on a connection of its own, so that they wait together.
  const deliveries = [{}, { firstPacket: 3 }, { firstPacket: -3 }];
  const targets = deliveries.map(() => open({ baseUrl }));
  const sent = targets.map((target, at) => target.send({ ...expecting, delivery: deliveries[at] ?? {} }));
  for (const { outcome } of await Promise.all(sent)) {
    expect(outcome).toMatchObject({ response: { status: 200 } });
    expect(outcome.kind === 'response' && outcome.response.uncontinued).toBe(uncontinued);
  }
  expect(all).toHaveLength(3);
  for (const received of all) expect(received).toMatch(/\r\nExpect: 100-continue\r\n[\s\S]*\r\n\r\nthe-end$/i);
  await Promise.all(targets.map((target) => target.close()));
});

test('a request expects nothing unless told, and nothing but 100 Continue', async () => {
  const [target, server] = await serve(`HTTP/1.1 100 Continue\r\n\r\n${OK}`);
  expect(summary(await target.send(post))).toBe("200 1.1 'hi'");
  expect(server.requests[0]).not.toMatch(/expect/i);
  await expect(target.send(withHeader(post, 'Expect', 'other'))).rejects.toThrow("can't be sent");
});
