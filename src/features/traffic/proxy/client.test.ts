import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { patience } from '../../../patience.fixture.ts';
import { TOO_MANY } from './client.ts';
import { exchangeBytes, proxyToBytes } from './proxy.fixture.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';
const GET = 'GET /app/x HTTP/1.1\r\nHost: m\r\n\r\n';

test('a connection on which more than 100 requests wait is ended, others go on', async () => {
  let read = 0;
  const page = (): boolean => {
    read += 1;
    return false;
  };
  const whys: string[] = [];
  const refused = (_method: string, why: string): void => void whys.push(why);
  const waiting: (() => void)[] = [];
  const answer = (socket: Socket): void => void waiting.push(() => socket.write(OK, 'latin1'));
  const { baseUrl, server, passed, close } = await proxyToBytes(answer, { page, refused });
  const last = GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  const other = exchangeBytes(baseUrl, `${GET.repeat(99)}${last}`);
  await expect.poll(() => waiting.length, { timeout: patience(20_000) }).toBe(1);
  expect(await exchangeBytes(baseUrl, GET.repeat(10_000))).toBe('');
  expect([read, whys]).toEqual([200, [`no request: ${TOO_MANY}`]]);
  const timer = setInterval(() => {
    for (const one of waiting.splice(0)) one();
  }, 0);
  onTestFinished(() => clearInterval(timer));
  expect((await other).match(/HTTP\/1\.1 200/g)).toHaveLength(100);
  await close();
  // The target got one request of the connection that was ended at most.
  expect(server.requests.length).toBeLessThanOrEqual(101);
  expect(passed.length).toBeLessThanOrEqual(101);
});
