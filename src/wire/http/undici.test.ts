import { expect, onTestFinished, test } from 'vitest';
import { networkErrorOf } from './network-error.ts';
import { startRawServer } from './raw-server.fixture.ts';
import { buildConnector, Client } from './undici.ts';

// What we use of undici beyond its documented interface. If a new version fails here, read its changes before src/wire/http.

/** What a handler of the client is told of an exchange, in order. */
async function told(answer: string): Promise<readonly unknown[]> {
  const server = await startRawServer((socket) => socket.end(Buffer.from(answer, 'latin1')));
  const connector = buildConnector({ timeout: 5_000 });
  let sockets = 0;
  const client = new Client(server.url.origin, {
    connect(options, callback) {
      sockets += 1;
      connector(options, callback);
    },
  });
  onTestFinished(async () => {
    await client.destroy();
    await server.close();
  });
  const all: unknown[] = [];
  await new Promise<void>((resolve) => {
    client.dispatch(
      { path: '/', method: 'GET' },
      {
        onConnect() {
          all.push('connect');
        },
        onHeaders(status, raw, _resume, reason) {
          all.push([status, raw?.map((part) => Buffer.from(part).toString('latin1')), reason]);
          return true;
        },
        onData(chunk) {
          all.push(chunk.toString('latin1'));
          return true;
        },
        onComplete() {
          resolve();
        },
        onError(error) {
          all.push(error);
          resolve();
        },
      },
    );
  });
  expect(sockets).toBe(1);
  return all;
}

test('a handler gets the header lines in their order, case and number, and the body without its framing', async () => {
  const head = 'HTTP/1.1 200 OK\r\nX-B: 1\r\nx-a:  2 \r\nX-B: \xe9\r\nTransfer-Encoding: chunked\r\n\r\n';
  const [begun, lines, ...body] = await told(`${head}3\r\nabc\r\n0\r\n\r\n`);
  expect([begun, body.join('')]).toEqual(['connect', 'abc']);
  expect(lines).toEqual([200, ['X-B', '1', 'x-a', '2 ', 'X-B', '\xe9', 'Transfer-Encoding', 'chunked'], 'OK']);
});

test.each([
  ['a body that is cut', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc', 'closed'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 'framing'],
  ['no HTTP', 'hello\r\n\r\n', 'framing'],
])('%s ends with an error that network-error.ts knows', async (_what, answer, kind) => {
  const error = (await told(answer)).at(-1);
  expect(error instanceof Error && networkErrorOf(error).kind).toBe(kind);
});
