import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createCrowd } from './crowd.ts';
import { startRawServer } from './raw-server.fixture.ts';
import { openTarget } from './target.ts';

test('fewer requests are under way after the target did not take one, and in time more again', () => {
  const crowd = createCrowd(8);
  const entered = (): number => Array.from({ length: 8 }, () => crowd.enter()).filter((one) => one).length;
  expect(entered()).toBe(8);
  // It takes four.
  for (let i = 0; i < 4; i += 1) crowd.leave(false);
  expect([crowd.enter(), crowd.isSmall()]).toEqual([false, true]);
  for (let i = 0; i < 4; i += 1) crowd.leave(true);
  expect(entered()).toBe(4);
  for (let i = 0; i < 50; i += 1) {
    crowd.leave(true);
    crowd.enter();
  }
  expect([crowd.enter(), crowd.enter()]).toEqual([true, false]);
});

test('a target that takes two connections only is asked over these two', async () => {
  const open = new Set<Socket>();
  const server = await startRawServer((socket) => {
    if (!open.has(socket) && open.size === 2) return void socket.destroy();
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    return void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na');
  });
  const limits = { timeoutMs: 30_000, maxBodyBytes: 1000, concurrency: 4, ratePerSecond: null };
  const target = openTarget({ baseUrl: server.url, headers: [], ...limits });
  const get = { method: 'GET', path: '/', headers: [], body: null } as const;
  const send = async () => (await target.send(get)).outcome.kind;
  await Promise.all(Array.from({ length: 4 }, send));
  expect(await Promise.all(Array.from({ length: 40 }, send))).toEqual(Array(40).fill('response'));
  await target.close();
  await server.close();
});
