import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listenTo } from './sockets.ts';

const asking = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`;

async function answered(socket: Socket, request: string): Promise<void> {
  socket.write(request);
  await once(socket, 'data');
}

test('the bytes of all connections are kept in their order, request by request, and the server answers as ever', async () => {
  const server = createServer((_request, response) => response.end('yes'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const listening = listenTo(port);
  onTestFinished(async () => {
    listening.stop();
    server.closeAllConnections();
    server.close();
  });
  const [first, second] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  const sent = ['/1', '/2', '/\xfc', '/4'].map(asking);
  for (const [place, socket] of [first, first, second, first].entries()) await answered(socket, sent[place] ?? '');
  const bytes = sent.map((text) => Buffer.from(text).toString('latin1'));
  expect(listening.requests).toEqual(bytes);
});
