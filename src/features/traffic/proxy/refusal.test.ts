import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exchangeBytes, proxyToBytes } from './proxy.fixture.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';
const GET = 'GET /app/x HTTP/1.1\r\nHost: m\r\n\r\n';

test.each([
  ['two Host lines', 'GET /app/x HTTP/1.1\r\nHost: m\r\nhost: m\r\n\r\n', 400],
  ['no Host line', 'GET /app/x HTTP/1.1\r\n\r\n', 400],
  ['another expectation', 'GET /app/x HTTP/1.1\r\nHost: m\r\nExpect: foo\r\n\r\n', 417],
  ['no version', 'GET /app/x\r\n\r\n', 400],
  ['many short header lines', `GET /app/x HTTP/1.1\r\nHost: m\r\n${'X:\r\n'.repeat(20_000)}\r\n`, 431],
  ['HTTP/2.0', 'GET /app/x HTTP/2.0\r\nHost: m\r\n\r\n', 505],
  [
    'gzip, chunked',
    'POST /app/x HTTP/1.1\r\nHost: m\r\nTransfer-Encoding: gzip, chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
    501,
  ],
  [
    'gzip, then chunked',
    'POST /app/x HTTP/1.1\r\nHost: m\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    501,
  ],
])(
  'a request with %s is answered by the proxy, after those before it, and nothing after it is passed on',
  async (_, bytes, status) => {
    const whys: string[] = [];
    const { baseUrl, server } = await proxyToBytes(OK, { refused: (_method, why) => void whys.push(why) });
    const came = await exchangeBytes(baseUrl, `${GET}${bytes}${GET}`);
    expect(came.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', `HTTP/1.1 ${status}`]);
    expect(server.requests).toHaveLength(1);
    expect(whys[0]).toMatch(/^no request: The /);
  },
);

test('bytes that are no request are answered after the requests before them, in one packet or two', async () => {
  const garbage = fc.constantFrom(
    'GARBAGE\r\n\r\n',
    'GET /a b HTTP/1.1\r\n\r\n',
    '\x16\x03\x01',
    'GET / HTTP/1.1\r\nA b\r\n\r\n',
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 5 }), garbage, async (count, bytes) => {
      const { baseUrl, server, close } = await proxyToBytes(OK);
      const came = await exchangeBytes(baseUrl, `${GET.repeat(count)}${bytes}`);
      expect(came.match(/HTTP\/1\.1 \d+/g)).toEqual([...Array(count).fill('HTTP/1.1 200'), 'HTTP/1.1 400']);
      expect(server.requests).toHaveLength(count);
      await close();
    }),
    { numRuns: 20 },
  );
});

test('a body with bytes that are no chunk ends its request at once', async () => {
  const { baseUrl } = await proxyToBytes(() => {});
  const head = 'POST /app/x HTTP/1.1\r\nHost: m\r\nTransfer-Encoding: chunked\r\n\r\n';
  expect(await exchangeBytes(baseUrl, `${head}1\r\na\r\nZZ\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
});

test.each([
  ['http://m/app/x?a=b#c', 'GET /app/x?a=b HTTP/1.1'],
  ['HTTP://127.0.0.1:80/app/x', 'GET /app/x HTTP/1.1'],
  ['http://m?a', 'GET /?a HTTP/1.1'],
])('the target %s in absolute form is passed on as a path, whatever the Host line says', async (target, line) => {
  const { baseUrl, server } = await proxyToBytes(OK);
  const came = await exchangeBytes(baseUrl, `GET ${target} HTTP/1.1\r\nHost: evil.example\r\n\r\n`, /hi$/);
  expect(came).toMatch(/^HTTP\/1\.1 200 /);
  expect(server.requests.join()).toContain(line);
});

test.each(['http://evil.example/app/x', 'ftp://m/app/x', '*'])(
  'the target %s is refused, and the log says so',
  async (target) => {
    const whys: string[] = [];
    const { baseUrl, server } = await proxyToBytes(OK, { refused: (_method, why) => void whys.push(why) });
    const came = await exchangeBytes(baseUrl, `OPTIONS ${target} HTTP/1.1\r\nHost: m\r\n\r\n`);
    expect(came).toMatch(/^HTTP\/1\.1 400 /);
    expect(whys).toEqual(['refused, since its target is no path of this proxy']);
    expect(server.requests).toEqual([]);
  },
);
