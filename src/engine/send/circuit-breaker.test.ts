import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { Cell } from '../../contract/model.ts';
import { collectLater } from '../../garbage.fixture.ts';
import { patience } from '../../patience.fixture.ts';
import { OK } from '../../wire/http/target.fixture.ts';
import { openCellClient } from './cell-client.ts';
import { answering, call, cell, guarded, isGet, kindOf } from './circuit-breaker.fixture.ts';

const LARGE = `HTTP/1.1 200 OK\r\nContent-Length: 7000000\r\n\r\n${'x'.repeat(7_000_000)}`;

test('a cell whose answers are large is given up, and its open requests are ended', async () => {
  const { client, server } = await guarded((socket) => socket.write(LARGE));
  const kinds = await Promise.all(
    Array.from({ length: 8 }, async (_, i) =>
      kindOf(await client.call(cell('soap11'), { ...call, values: { Modelname: `${i}` } })),
    ),
  );
  expect(kinds.toSorted()).toEqual(['200', '200', ...Array(6).fill('aborted')]);
  expect(client.givenUp(cell('soap11'))).toBe('the cell was given up after 13 MB of answers');
  expect(server.requests.length).toBeLessThan(8);
  expect(client.givenUp(cell('soap12'))).toBeNull();
});

test('a cell without an answer five times in a row is called no more, and others are', async () => {
  const { server, client, ask } = await guarded((socket, request) =>
    isGet(request) ? socket.end() : socket.write(OK),
  );
  expect(await ask(cell('soap11'), 1)).toEqual(['200']);
  expect(await ask(cell('http-get'), 4)).toEqual(['closed', 'closed', 'aborted', 'aborted']);
  expect(client.givenUp(cell('http-get'))).toBe('the cell was given up after 5 exchanges in a row without an answer');
  expect([await ask(cell('soap12'), 1), client.down()]).toEqual([['200'], null]);
  // What goes out on a connection that has served before is sent twice.
  expect(server.requests.filter(isGet).length).toBeLessThanOrEqual(10);
});

test('a cell that hangs more often than calls are sent at once is called no more', async () => {
  const { client, ask } = await guarded((socket, request) => !isGet(request) && socket.write(OK), patience(200));
  await ask(cell('soap11'), 1);
  expect(await ask(cell('http-get'), 7)).toEqual([...Array(6).fill('timeout'), 'aborted']);
  expect(client.givenUp(cell('http-get'))).toBe('the cell was given up after 6 calls that ran into a limit');
});

test('a cell that still answers what it answered before is not given up for odd requests', async () => {
  const { client, ask } = await guarded((socket, request) =>
    request.includes('/odd') ? socket.end() : socket.write(OK),
  );
  await ask(cell('http-get'), 1);
  for (let i = 0; i < 12; i += 1) {
    await client.send(cell('http-get'), { method: 'GET', path: '/odd', headers: [], body: null });
  }
  expect([client.givenUp(cell('http-get')), client.down()]).toEqual([null, null]);
});

test('a target that refuses all calls again and again, each time for a moment, is called less often', async () => {
  let left = 5;
  let asked = 0;
  const { client, ask, pauses, slowed } = await guarded((socket) => {
    if (pauses.length > asked) left = 5;
    asked = pauses.length;
    left -= 1;
    socket.write(left >= 0 ? OK : 'HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n');
  });
  expect(await ask(cell('soap11'), 12)).toEqual(Array(12).fill('200'));
  expect(pauses).toEqual([250, 250]);
  // Once may be a deployment.
  expect([slowed, client.down()]).toEqual([[2], null]);
});

test('a target that answered and then closes every connection is down after half a minute, and is called no more', async () => {
  const { server, client, ask, pauses } = await guarded((socket, _request, total) =>
    total > 3 ? socket.end() : socket.write(OK),
  );
  expect(await ask(cell('soap11'), 3)).toEqual(['200', '200', '200']);
  expect(await ask(cell('soap12'), 6)).toEqual(Array(6).fill('aborted'));
  expect(client.down()).toMatchObject({ kind: 'closed' });
  expect([pauses.slice(0, 4), Math.round(pauses.reduce((sum, ms) => sum + ms) / 1000)]).toEqual([
    [250, 500, 1000, 2000],
    30,
  ]);
  const asked = server.requests.length;
  expect([await ask(cell('http-get'), 2), client.givenUp(cell('http-get'))]).toEqual([
    ['aborted', 'aborted'],
    'the target stopped answering',
  ]);
  expect(server.requests).toHaveLength(asked);
});

const PAGE = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n';

test.each([
  ['closes connections', (socket: Socket) => socket.end(), 'the server closed the connection'],
  ['cuts answers off', (socket: Socket, isFirst: boolean) => socket.end(isFirst ? OK.slice(0, -1) : ''), ''],
  ['is not there for its gateway', (socket: Socket) => socket.write(answering('502 x')), 'it answers with status 502'],
  ['has no room', (socket: Socket) => socket.write(answering('503 x')), 'it answers with status 503'],
  [
    'lets its firewall block',
    (socket: Socket) => socket.write(answering('403 x')),
    'a firewall that may block this client',
  ],
  ['is being deployed', (socket: Socket) => socket.write(answering('404 x')), 'status 404 to calls that were answered'],
  ['shows a page meanwhile', (socket: Socket) => socket.write(PAGE), 'a web page with status 200 to calls that'],
])('a target that %s for a while is waited for, and what it did not answer is sent again', async (_, fail, why) => {
  let away = 0;
  const { client, ask } = await guarded((socket) => {
    if (away === 0) socket.write(OK);
    else fail(socket, away === AWAY);
    away = Math.max(0, away - 1);
  });
  await ask(cell('soap11'), 2);
  away = AWAY;
  const kinds = await Promise.all([1, 2, 3, 4].map(async () => kindOf(await client.call(cell('soap12'), call))));
  expect([kinds, client.givenUp(cell('soap12')), client.down()]).toEqual([Array(4).fill('200'), null, null]);
  const [outage, ...others] = client.outages();
  expect(others).toEqual([]);
  expect(outage).toMatchObject({ again: expect.any(Number), lost: 0, why: expect.stringContaining(why) });
  expect(outage?.again).toBeGreaterThan(0);
});

/** So many requests a target leaves without an answer, after which it answers. */
const AWAY = 8;

test('a call that changes state is not sent again after an outage', async () => {
  let away = false;
  const { client, server, ask } = await guarded((socket, request) => {
    if (away) socket.end();
    else socket.write(OK);
    if (request.includes('McatCodes')) away = false;
  });
  await ask(cell('soap11'), 1);
  away = true;
  const write = { operation: 'Add_toCart', values: {}, header: null };
  const exchange = await client.call(cell('soap11', 'Add_toCart'), write);
  expect(exchange.outcome).toMatchObject({ trouble: { kind: 'aborted', message: expect.stringContaining('away') } });
  expect(server.requests.filter((one) => one.includes('Add_toCart'))).toHaveLength(1);
  expect(client.outages()).toMatchObject([{ again: 0, lost: 1 }]);
});

test('a refusal for a moment is not the answer, and one that stays is', async () => {
  let refuses = 1;
  const { client, server, ask } = await guarded((socket, request) => {
    const isOdd = request.includes('odd') && refuses > 0;
    if (isOdd) refuses -= 1;
    socket.write(isOdd ? answering('503 x') : OK);
  });
  const odd = async () =>
    kindOf(await client.send(cell('http-get'), { method: 'GET', path: '/odd', headers: [], body: null }));
  await ask(cell('soap11'), 1);
  expect([await odd(), client.outages()]).toEqual([
    '200',
    [{ ms: 0, why: 'it answers with status 503', again: 1, lost: 0 }],
  ]);
  refuses = Number.POSITIVE_INFINITY;
  expect([await odd(), await odd(), await odd(), await odd()]).toEqual(Array(4).fill('503'));
  expect([client.outages().length, client.givenUp(cell('http-get')), client.down()]).toEqual([1, null, null]);
  expect(server.requests.filter((one) => one.includes('odd'))).toHaveLength(2 + 4 * 3);
});

test('a read whose connection ends without an answer is sent once more', async () => {
  let closes = 0;
  const { client, ask } = await guarded((socket) => {
    if (closes > 0) socket.end();
    else socket.write(OK);
    closes -= 1;
  });
  await ask(cell('soap11'), 2);
  closes = 2;
  expect(await ask(cell('http-get'), 1)).toEqual(['200']);
  expect(client.outages()).toMatchObject([{ ms: 0, again: 1, lost: 0 }]);
});

test('the time until the first answer of a target that starts is noted', async () => {
  let starting = true;
  const { client } = await guarded((socket) => {
    if (!starting) socket.write(OK);
  }, patience(300));
  const first = await Promise.all([1, 2].map(async () => kindOf(await client.call(cell('soap11'), call))));
  const third = client.call(cell('soap11'), call);
  await third;
  starting = false;
  expect([first, kindOf(await client.call(cell('soap11'), call))]).toEqual([['timeout', 'timeout'], '200']);
  expect(client.outages()).toMatchObject([{ ms: expect.any(Number), again: 3, lost: 0 }]);
});

test('a target that closes every connection from the first on answers badly, and is not down', async () => {
  const { client, ask } = await guarded((socket) => socket.end());
  await ask(cell('soap11'), 6);
  expect([client.down(), client.givenUp(cell('soap11'))]).toEqual([null, expect.stringContaining('given up after 5')]);
});

test('a target that answers in part is not down, whatever it answered before', async () => {
  const { client, ask } = await guarded((socket, _request, total) =>
    total > 3 ? socket.end('HTTP/1.1 200 OK\r\nContent-Ty') : socket.write(OK),
  );
  expect(await ask(cell('soap11'), 3)).toEqual(['200', '200', '200']);
  expect(await ask(cell('soap12'), 6)).toEqual([...Array(5).fill('closed'), 'aborted']);
  expect(client.down()).toBeNull();
});

test('a target that nobody can connect to is down', async () => {
  const { server, client, ask } = await guarded(() => {});
  await server.close();
  expect(await ask(cell('soap11'), 6)).toEqual([...Array(2).fill('refused'), ...Array(4).fill('aborted')]);
  expect(client.down()).toMatchObject({ kind: 'refused' });
});

test('the answers of a cell that was given up are not kept when the cell is done', async () => {
  const { client } = await guarded((socket) => socket.write(LARGE));
  /** What a cell was answered, without the cell. */
  const answersOf = async (at: Cell): Promise<readonly WeakRef<object>[]> => {
    const own = openCellClient(client, at);
    const sent = [1, 2, 3, 4].map((n) => own.exchange({ ...call, values: { Modelname: `${n}` } }));
    const exchanges = await Promise.all(sent);
    return exchanges.flatMap(({ outcome }) =>
      outcome.kind === 'response' ? [new WeakRef(outcome.response.body)] : [],
    );
  };
  const answers = await answersOf(cell('soap11'));
  expect([answers.length > 0, client.givenUp(cell('soap11'))]).toEqual([true, expect.stringContaining('given up')]);
  await collectLater();
  expect(answers.filter((answer) => answer.deref() !== undefined)).toEqual([]);
});
