import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { watchUnreadable } from './unreadable.ts';

async function toldOf(bytes: string): Promise<readonly string[]> {
  const told: string[] = [];
  const server = createServer((_, response) => response.end());
  onTestFinished(() => void server.close());
  watchUnreadable(server, (why) => told.push(why));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => {
    const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
    socket.on('close', resolve).on('error', () => {});
    socket.end(bytes, 'latin1').resume();
  });
  return told;
}

test.each([
  ['GET /a b HTTP/1.1\r\nHost: x\r\n\r\n', [expect.stringContaining('Parse Error')]],
  ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', ['it is TLS, but this is an http:// address']],
  ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3, 3\r\n\r\nabc', ['the Content-Length is a list of numbers, 3, 3']],
  [
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc',
    ['the Content-Length is a list of numbers, 3, 3'],
  ],
  [
    'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\nabc',
    ['bytes come after the body: it is longer than its Content-Length says'],
  ],
  [
    'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\nabc',
    ['a body comes, and neither Content-Length nor Transfer-Encoding announces it'],
  ],
  [
    'POST / HTTP/1.1\r\nHost: x\r\n\r\n<a/>',
    ['a body comes, and neither Content-Length nor Transfer-Encoding announces it'],
  ],
  [
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\na=S\u00c3\u00b6hne',
    ['bytes come after the body: its Content-Length of 7 counts characters, not bytes'],
  ],
  [
    'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 7\r\n\r\na=S\u00c3\u00b6hne',
    ['bytes come after the body: its Content-Length of 7 counts characters, not bytes'],
  ],
  [
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na=b',
    ['the connection ends inside a body: it is shorter than its Content-Length says'],
  ],
  ['GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', []],
  ['', []],
])('for %j the error says why it is not a request', async (bytes, expected) => {
  expect(await toldOf(bytes)).toEqual(expected);
});
