import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { patience } from '../../patience.fixture.ts';
import { type HttpResponse, withHeader } from './exchange.ts';
import { get, OK, serve, summary } from './target.fixture.ts';

const SAID = OK.replace('\r\n', '\r\nConnection: close\r\n');
const last = { ...get, delivery: { alone: true } } as const;
const stays = (answer: string) => (socket: Socket) => void socket.write(answer);
const ends = (answer: string) => (socket: Socket) => void socket.end(answer);

test.each([
  ['says that it ends and does', ends(SAID), 'ended'],
  ['ends without a word', ends(OK), 'ended'],
  ['says so and stays', stays(SAID), 'open'],
  ['says nothing and stays', stays(OK), 'open'],
  ['ends with the body', ends('HTTP/1.1 200 OK\r\n\r\nhi'), 'ended'],
] as const)('after Connection: close, a connection that %s, is noted', async (_what, answer, expected) => {
  // The wait for an end does not count to the time limit of an exchange.
  const [target, server] = await serve(answer, { timeoutMs: patience(1_000) });
  const exchange = await target.send(last);
  expect(summary(exchange)).toBe("200 1.1 'hi'");
  expect(exchange.outcome).toMatchObject({ response: { afterClose: expected } });
  expect(server.requests[0]?.match(/\r\nconnection: close\r\n/gi)).toHaveLength(1);
  expect((await target.send(get)).outcome).not.toHaveProperty('response.afterClose');
});

test('close comes after another option of the connection', async () => {
  const [target, server] = await serve(ends(SAID));
  await target.send(withHeader(last, 'Connection', 'TE'));
  expect(server.requests[0]).toContain('\r\nconnection: TE, close\r\n');
});

test('bytes that come before the end of such a connection are noticed too', async () => {
  const [target] = await serve(async (socket) => {
    socket.write(OK);
    await setTimeout(50);
    socket.end('late');
  });
  expect(summary(await target.send(last))).toBe("200 1.1 'hi' +4");
});

test.each([
  ['without a word', ends(OK), true],
  ['as its answer says', ends(SAID), false],
  ['with the body', ends('HTTP/1.1 200 OK\r\n\r\nhi'), false],
  ['as those of HTTP/1.0 do', ends(OK.replace('1.1', '1.0')), false],
  ['never', stays(OK), false],
] as const)('a connection that ends %s is noted in the next exchange: %s', async (_how, answer, isNoted) => {
  const [target, server] = await serve(answer);
  await target.send(get);
  await setTimeout(50);
  const { endedAfterMs, outcome } = await target.send(get);
  expect(outcome.kind).toBe('response');
  expect((endedAfterMs ?? 1_000) < 1_000).toBe(isNoted);
  expect(server.requests).toHaveLength(2);
});

test('connections that end when the next request begins are noted', async () => {
  const [target] = await serve((socket) => {
    socket.write(OK);
    setImmediate(() => socket.end());
  });
  let noted = 0;
  for (let count = 0; count < 20; count += 1) if ((await target.send(get)).endedAfterMs !== undefined) noted += 1;
  expect(noted).toBeGreaterThan(15);
});

test('a response has the version of an older request', async () => {
  const [target] = await serve(ends(OK));
  const versions = await Promise.all(
    [get, { ...last, delivery: { alone: true, version: '1.0' } } as const].map(async (request) => {
      const { outcome } = await target.send(request);
      return outcome.kind === 'response' ? (outcome.response satisfies HttpResponse).requestVersion : 'none';
    }),
  );
  expect(versions).toEqual([undefined, '1.0']);
});
