import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { networkErrorOf } from './network-error.ts';
import { startRawServer } from './raw-server.fixture.ts';
import { buildConnector, Client, readThrough, type Written, writeThrough, writtenHead } from './undici.ts';

// What we use of undici beyond its documented interface. If a new version fails here, read its changes before src/wire/http.

interface Watching {
  readonly body?: Uint8Array;
  readonly connected?: (socket: Socket) => void;
  /** Pauses at the first bytes of a body. */
  readonly pauses?: boolean;
}

/** What a handler of the client is told of an exchange, in order. */
async function told(answer: string, { body, connected, pauses = false }: Watching = {}): Promise<readonly unknown[]> {
  const server = await startRawServer((socket) => socket.end(Buffer.from(answer, 'latin1')));
  const connector = buildConnector({ timeout: 5_000 });
  let sockets = 0;
  const client = new Client(server.url.origin, {
    connect(options, callback) {
      sockets += 1;
      connector(options, (...result) => {
        if (result[0] === null) connected?.(result[1]);
        callback(...result);
      });
    },
  });
  onTestFinished(async () => {
    await client.destroy();
    await server.close();
  });
  const all: unknown[] = [];
  let resume = (): void => {};
  await new Promise<void>((resolve) => {
    client.dispatch(
      { path: '/', method: body === undefined ? 'GET' : 'POST', body: body ?? null },
      {
        onConnect() {
          all.push('connect');
        },
        onHeaders(status, raw, more, reason) {
          resume = more;
          all.push([status, raw?.map((part) => Buffer.from(part).toString('latin1')), reason]);
          return true;
        },
        onData(chunk) {
          all.push(chunk.toString('latin1'));
          if (pauses && all.length === 3) setImmediate(() => resume());
          return !(pauses && all.length === 3);
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

test('a head is written as one string to its empty line, and a body as bytes after it', async () => {
  const all: Written[] = [];
  const connected = (socket: Socket): void =>
    writeThrough(socket, (written, pass) => {
      all.push(written);
      return pass(written);
    });
  const body = Buffer.from('content');
  await told('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', { body, connected });
  const [head, content, ...further] = all;
  expect(head && writtenHead(head)).toMatch(/^POST \/ HTTP\/1\.1\r\nhost: [\s\S]*\r\ncontent-length: 7\r\n\r\n$/);
  expect([content?.[0], content && writtenHead(content)]).toEqual([body, null]);
  expect(further.filter(([chunk]) => chunk !== '')).toEqual([]);
});

test('an answer is read by read, and what a paused handler does not take yet is put back by unshift', async () => {
  const read: string[] = [];
  let bytesPutBack = 0;
  const connected = (socket: Socket): void =>
    readThrough(
      socket,
      (chunk) => {
        read.push(chunk.toString('latin1'));
        return chunk;
      },
      (bytes) => {
        bytesPutBack += bytes;
      },
    );
  const answer = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n';
  expect((await told(answer, { connected, pauses: true })).slice(2)).toEqual(['abc', 'def']);
  expect(bytesPutBack).toBeGreaterThan(0);
  expect(read.join('').length).toBe(answer.length + bytesPutBack);
});
