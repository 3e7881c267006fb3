import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { patience } from '../../../patience.fixture.ts';
import { startRawServer } from '../../../wire/http/raw-server.fixture.ts';
import { exchangeBytes, proxyTo, proxyToBytes } from './proxy.fixture.ts';

const BODY = 'a=1&b=%E4';
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';

function asked(url: string, options: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...options, signal: AbortSignal.timeout(patience(10_000)) });
}

test('header lines pass as they are, in order and case, repeated ones too; those of a connection do not', async () => {
  const answer =
    'HTTP/1.1 200 Very fine\r\nx-odd-CASE: \xe9\r\nSet-Cookie: a=1\r\nContent-LENGTH: 5\r\nKeep-Alive: timeout=9\r\nServer: IIS\r\n' +
    'set-cookie: b=2\r\nConnection: X-Mine\r\nX-Mine: 1\r\nDate: long ago\r\n\r\nh\xe9llo';
  const { baseUrl, server, nth } = await proxyToBytes(answer);
  const lines =
    'SOAPAction: ""\r\nx-a: 1\r\nACCEPT: a/b\r\nX-A: 2\r\nAccept: c/d\r\ncontent-Length: 9\r\nX-Empty: \r\nCookie: \xfc=1\r\n';
  const hop = 'Connection: close, X-Secret\r\nTE: trailers\r\nX-Secret: 1\r\nProxy-Connection: x\r\n';
  const came = await exchangeBytes(baseUrl, `POST /app/y?z=%20 HTTP/1.1\r\nhOst: me\r\n${hop}${lines}\r\n${BODY}`);
  const [head = '', body] = server.requests[0]?.split('\r\n\r\n') ?? [];
  expect(body).toBe(BODY);
  expect(`${head}\r\n`).toBe(
    `POST /app/y?z=%20 HTTP/1.1\r\nhOst: ${server.url.host}\r\n${lines}Connection: keep-alive\r\n`,
  );
  expect(came).toBe(
    'HTTP/1.1 200 Very fine\r\nx-odd-CASE: \xe9\r\nSet-Cookie: a=1\r\nContent-LENGTH: 5\r\nServer: IIS\r\nset-cookie: b=2\r\nDate: long ago\r\n' +
      'Connection: close\r\n\r\nh\xe9llo',
  );
  const { request, outcome, unjudged } = await nth(1);
  expect(Buffer.from(request.body ?? []).toString()).toBe(BODY);
  expect(request.headers[0]).toEqual(['hOst', 'me']);
  expect(outcome).toMatchObject({ response: { status: 200, reason: 'Very fine', complete: true, surplus: 0 } });
  expect(unjudged).toBeNull();
});

test.each([
  ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n', /transfer-encoding: chunked\r\n/i],
  ['without any length', '\r\n', /^(?![\s\S]*(?:content-length|transfer-encoding))/i],
  ['of no byte', 'Content-Length: 0\r\n\r\n', /content-length: 0/i],
])('a body %s stays one', async (_, rest, expected) => {
  const { baseUrl, server } = await proxyToBytes(OK);
  const came = await exchangeBytes(baseUrl, `POST /app/x HTTP/1.1\r\nHost: me\r\n${rest}`, /hi$/);
  expect(came).toContain('200 OK');
  expect(server.requests[0]).toMatch(expected);
});

test('answers without a body, of HEAD, 204 and 304, keep their lines', async () => {
  const { baseUrl, server, nth } = await proxyToBytes((socket, request) => {
    const [, status] = /\/app\/(\d+)/.exec(request) ?? [];
    const length = status === '204' ? '' : 'Content-Length: 7\r\n';
    socket.write(`HTTP/1.1 ${status} \xe9\r\n${length}Etag: "\xe9"\r\n\r\n`, 'latin1');
  });
  const requests = ['HEAD /app/200', 'GET /app/204', 'GET /app/304'].map(
    (line) => `${line} HTTP/1.1\r\nHost: m\r\n\r\n`,
  );
  const came = await exchangeBytes(baseUrl, requests.join(''), /304[\s\S]*\r\n\r\n$/);
  expect(came.match(/HTTP\/1.1 .+/g)).toEqual(['HTTP/1.1 200 \xe9', 'HTTP/1.1 204 \xe9', 'HTTP/1.1 304 \xe9']);
  expect(came.match(/Content-Length: 7/g)).toHaveLength(2);
  expect(came.match(/Etag: "\xe9"/g)).toHaveLength(3);
  expect((await nth(3)).outcome).toMatchObject({
    response: { status: 304, reason: '\xe9', complete: true, surplus: 0 },
  });
  expect([server.connections(), server.requests.length]).toEqual([1, 3]);
});

test('interim answers pass, and a client that waits for 100 gets it from the target', async () => {
  const { baseUrl, server } = await proxyToBytes(() => {});
  const target = createServer();
  onTestFinished(() => void target.close());
  target.on('checkContinue', (request, response) => {
    response.writeEarlyHints({ link: '</a>' });
    response.writeContinue();
    request.resume().on('end', () => response.end('hi'));
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const address = target.address();
  const url = new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
  const proxy = await proxyTo(url);
  const client = connect(Number(new URL(proxy.baseUrl).port), '127.0.0.1');
  let came = '';
  client.write('POST / HTTP/1.1\r\nHost: m\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n');
  await new Promise<void>((resolve) => {
    client.setEncoding('latin1').on('data', (chunk: string) => {
      came += chunk;
      if (came.includes('100 Continue') && !came.includes('200')) client.write('abc');
      if (/hi/.test(came)) resolve();
    });
  });
  client.destroy();
  expect(came).toMatch(
    /^HTTP\/1.1 103 Early Hints\r\nLink: <\/a>\r\n\r\nHTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/,
  );
  expect([baseUrl, server.requests]).toEqual([expect.any(String), []]);
});

test.each([
  ['nobody listens', null, 502, 'refused'],
  ['it ends the connection', 'end', 502, 'closed'],
  ['it speaks no HTTP', 'SSH-2.0\r\n\r\n', 502, 'framing'],
  ['its header never ends', `HTTP/1.1 200 OK\r\nA: ${'x'.repeat(100_000)}`, 502, 'too-large'],
  ['it sends a NUL in a header', 'HTTP/1.1 200 OK\r\nA: \0\r\nContent-Length: 0\r\n\r\n', 502, 'framing'],
  ['its reason has a control character', 'HTTP/1.1 200 O\x01K\r\nContent-Length: 0\r\n\r\n', 502, 'framing'],
  ['it says nothing', '', 504, 'timeout'],
  ['it switches protocols', 'HTTP/1.1 101 S\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', 502, 'framing'],
  ['its interim answers do not end', 'HTTP/1.1 102 P\r\n\r\n'.repeat(200), 502, 'too-large'],
])('where %s the client gets a sentence, and the proxy lives', async (_, answer, status, kind) => {
  const { baseUrl, server, nth } = await proxyToBytes(
    (socket) => (answer === 'end' ? socket.end() : socket.write(answer ?? '', 'latin1')),
    { timeoutMs: 300 },
  );
  if (answer === null) await server.close();
  for (const n of [1, 2]) {
    const came = await asked(`${baseUrl}/x`);
    expect([came.status, came.headers.get('content-type')]).toEqual([status, 'text/plain; charset=utf-8']);
    expect(await came.text()).toMatch(/^The target http:\/\/127\.0\.0\.1:\d+ gave no answer: .*\.\n$/);
    expect(await nth(n)).toMatchObject({
      outcome: { trouble: { kind } },
      unjudged: kind === 'too-large' ? expect.any(String) : null,
    });
  }
});

test('an answer that is cut off is cut off for the client, at the same byte', async () => {
  const { baseUrl, nth } = await proxyToBytes((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', () => socket.destroy());
  });
  const came = await exchangeBytes(baseUrl, 'GET /app/x HTTP/1.1\r\nHost: m\r\n\r\n');
  expect(came).toMatch(/Content-Length: 10\r\n[\s\S]*\r\n\r\nhalf$/);
  expect(await nth(1)).toMatchObject({ outcome: { response: { complete: false } }, unjudged: null });
});

test('the head of an answer passes though its body is broken from the first byte', async () => {
  const { baseUrl } = await proxyToBytes('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n');
  const came = await exchangeBytes(baseUrl, 'GET /app/x HTTP/1.1\r\nHost: m\r\n\r\n');
  expect(came).toMatch(/^HTTP\/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n[\s\S]*\r\n\r\n$/);
});

test('no line of a long header section is lost, nor the body whose length is in the last one', async () => {
  const lines = 'A: b\r\n'.repeat(3000);
  const { baseUrl, server } = await proxyToBytes(`HTTP/1.1 200 OK\r\n${lines}Content-Length: 2\r\n\r\nhi`);
  const sent = `POST /app/x HTTP/1.1\r\nHost: m\r\n${lines}Content-Length: 3\r\n\r\nabc`;
  const came = await exchangeBytes(baseUrl, sent, /hi$/);
  expect(came.match(/^A: b\r$/gm)).toHaveLength(3000);
  expect(server.requests[0]?.match(/^A: b\r$/gm)).toHaveLength(3000);
  expect(server.requests[0]).toMatch(/Content-Length: 3[\s\S]*\r\n\r\nabc$/);
});

test('bytes after an answer are seen, and not passed on', async () => {
  const { baseUrl, nth } = await proxyToBytes(`${OK} and more`);
  const came = await asked(`${baseUrl}/x`);
  expect(await came.text()).toBe('hi');
  expect(await nth(1)).toMatchObject({ outcome: { response: { surplus: 9 } } });
});

test('large bodies pass in both ways, and are not judged beyond the limit', async () => {
  const large = 'x'.repeat(3_000_000);
  const { baseUrl, server, nth } = await proxyToBytes(
    `HTTP/1.1 200 OK\r\nContent-Length: ${large.length}\r\n\r\n${large}`,
  );
  const came = await asked(`${baseUrl}/x`, { method: 'POST', body: large });
  expect((await came.text()).length).toBe(large.length);
  expect(server.requests[0]?.length).toBeGreaterThan(large.length);
  expect((await nth(1)).unjudged).toMatch(/longer than what is kept/);
});

test('a client that disconnects ends the request to the target, and no side is to blame', async () => {
  let client: Socket | null = null;
  let ended: () => void = () => {};
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const { baseUrl, nth } = await proxyToBytes((socket) => {
    socket.once('close', ended);
    client?.destroy();
  });
  client = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  client.write('GET /app/x HTTP/1.1\r\nHost: m\r\n\r\n');
  await end;
  expect(await nth(1)).toMatchObject({ outcome: { trouble: { kind: 'aborted' } }, unjudged: expect.any(String) });
});

test('open exchanges are seen before the proxy has ended', async () => {
  let came: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    came = resolve;
  });
  const { baseUrl, passed, close } = await proxyToBytes(() => came());
  const ended = exchangeBytes(baseUrl, 'GET /app/x HTTP/1.1\r\nHost: m\r\n\r\n');
  await asked;
  await close();
  expect(passed).toMatchObject([{ outcome: { trouble: { kind: 'aborted' } }, unjudged: expect.any(String) }]);
  await ended;
});

test('all of many exchanges at once are seen', async () => {
  const { baseUrl, passed, close } = await proxyToBytes(OK);
  const paths = Array.from({ length: 50 }, (_, n) => `/${n}`);
  for (let round = 0; round < 3; round += 1)
    await Promise.all(paths.map(async (path) => (await asked(`${baseUrl}${path}`)).text()));
  await close();
  expect(passed).toHaveLength(150);
});

test('a client that does not continue its request is told so, and the target is not blamed', async () => {
  const { baseUrl, nth } = await proxyToBytes(() => {}, { timeoutMs: 300 });
  const came = await exchangeBytes(baseUrl, 'POST /app/x HTTP/1.1\r\nHost: m\r\nContent-Length: 5\r\n\r\nab');
  expect(came).toMatch(/^HTTP\/1.1 408 /);
  expect((await nth(1)).unjudged).toBe('the client did not continue');
});

test('a connection of the client is one of the target, and ends as that ends', async () => {
  const { baseUrl, server, nth } = await proxyToBytes((socket, _request, nth, connection) => {
    if (connection === 1 && nth === 2) socket.end();
    else socket.write(OK);
  });
  const get = 'GET /app/x HTTP/1.1\r\nHost: m\r\n\r\n';
  const client = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => client.write(get));
  let came = '';
  await new Promise<void>((resolve) => {
    client.setEncoding('latin1').on('data', (chunk: string) => {
      came += chunk;
      if (/hi$/.test(came)) client.write(get);
    });
    client.on('close', () => resolve());
  });
  expect(came.match(/200 OK/g)).toHaveLength(1);
  expect((await nth(2)).unjudged).toBe('the target ended the idle connection');
  expect(await exchangeBytes(baseUrl, get, /hi$/)).toContain('200 OK');
  expect(server.connections()).toBe(2);
});

test('a request that came from the proxy itself is refused', async () => {
  const first = await proxyTo(new URL('http://127.0.0.1:9/'));
  const url = new URL(first.baseUrl);
  await first.close();
  const { baseUrl } = await proxyTo(url, { port: Number(url.port) });
  const came = await asked(`${baseUrl}/x`);
  expect([came.status, await came.text()]).toEqual([508, `The target ${url.origin} is this proxy itself.\n`]);
});

test('a client at a port from which the proxy also calls the target is not the proxy itself', async () => {
  const free = await startRawServer(() => {});
  await free.close();
  const localPort = Number(free.url.port);
  // Both bind it: without that, the system also gives one port to connections to different ends.
  const tls: object = { localPort };
  const { baseUrl, server } = await proxyToBytes(OK, { route: { tls, proxy: null } });
  const get = 'GET /app/x HTTP/1.1\r\nHost: m\r\n\r\n';
  const client = connect({ port: Number(new URL(baseUrl).port), host: '127.0.0.1', localPort });
  onTestFinished(() => void client.destroy());
  let came = '';
  client.write(get);
  await new Promise<void>((resolve) => {
    client.setEncoding('latin1').on('data', (chunk: string) => {
      came += chunk;
      if (/hi$/.test(came) && server.requests.length === 1) client.write(get);
      else resolve();
    });
  });
  expect(came.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
});

test('a request for another address is refused', async () => {
  const { baseUrl } = await proxyToBytes(OK);
  const came = await exchangeBytes(baseUrl, 'GET http://other.example/ HTTP/1.1\r\nHost: other.example\r\n\r\n');
  expect(came).toMatch(/^HTTP\/1.1 400 [\s\S]*forwards only to/);
});

test('a 204 that says how long its body is has none, and the connection goes on', async () => {
  const { baseUrl, nth } = await proxyToBytes((socket, request) => {
    const isLast = request.includes('last');
    socket.write(isLast ? OK : 'HTTP/1.1 204 No Content\r\nContent-Length: 5\r\nX-A: b\r\n\r\n');
  });
  const get = (name: string): string => `GET /app/${name} HTTP/1.1\r\nHost: m\r\n\r\n`;
  const came = await exchangeBytes(baseUrl, `${get('x')}${get('last')}`, /hi$/);
  expect(came).toMatch(
    /^HTTP\/1\.1 204 No Content\r\nX-A: b\r\n(?:Connection: keep-alive\r\nKeep-Alive: [^\r]*\r\n)?\r\nHTTP\/1\.1 200 /,
  );
  expect((await nth(1)).outcome).toMatchObject({
    response: {
      headers: [
        ['Content-Length', '5'],
        ['X-A', 'b'],
      ],
    },
  });
});
