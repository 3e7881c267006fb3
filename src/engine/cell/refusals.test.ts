import { expect, test } from 'vitest';
import { patience } from '../../patience.fixture.ts';
import { OK } from '../../wire/http/target.fixture.ts';
import { answering, call, cell, guarded, isGet, kindOf } from '../send/circuit-breaker.fixture.ts';

test('a cell of which a read is answered twice with a block of all calls is given up, and others are not', async () => {
  let blocked = 0;
  const { client, server, ask } = await guarded((socket, request) => {
    if (request.includes('odd')) blocked = 3;
    socket.write(blocked > 0 ? answering('403 x') : OK);
    blocked = Math.max(0, blocked - 1);
  });
  await ask(cell('http-get'), 1);
  const odd = await client.send(cell('http-get'), { method: 'GET', path: '/odd', headers: [], body: null });
  expect([kindOf(odd), await ask(cell('http-get'), 1), await ask(cell('soap11'), 1)]).toEqual([
    'aborted',
    ['aborted'],
    ['200'],
  ]);
  expect([client.down(), client.givenUp(cell('http-get'))]).toEqual([null, expect.stringContaining('a firewall')]);
  expect(server.requests.filter((one) => one.includes('odd'))).toHaveLength(2);
  expect(client.outages()).toMatchObject([
    { again: 1, lost: 0 },
    { again: 0, lost: 1 },
  ]);
});

test('a cell whose calls are refused after they were answered is given up, while others are answered', async () => {
  let refuses = false;
  const { client, server, ask } = await guarded((socket, request) =>
    socket.write(refuses && isGet(request) ? answering('403 x') : OK),
  );
  await ask(cell('http-get'), 1);
  await ask(cell('soap11'), 1);
  refuses = true;
  expect([await ask(cell('http-get'), 2), await ask(cell('soap11'), 1)]).toEqual([['aborted', 'aborted'], ['200']]);
  expect([client.down(), client.givenUp(cell('http-get'))]).toEqual([
    null,
    expect.stringContaining('it refuses calls that it answered before'),
  ]);
  // Each refusal is checked with two calls that were answered.
  expect([server.requests.length, client.outages()]).toEqual([2 + 2 * 3 + 1, []]);
});

test('a call that is refused once and answered at other times is answered', async () => {
  let refuses = false;
  const { client, ask } = await guarded((socket) => {
    socket.write(refuses ? answering('403 x') : OK);
    refuses = false;
  });
  await ask(cell('soap11'), 1);
  refuses = true;
  expect([await ask(cell('soap11'), 1), client.outages()]).toEqual([['200'], []]);
});

test('one binding that is refused is not taken for all, whatever was answered last', async () => {
  let refuses = false;
  const { client, ask } = await guarded((socket, request) =>
    socket.write(refuses && isGet(request) ? answering('403 x') : OK),
  );
  for (const binding of ['soap11', 'soap12', 'http-post'] as const) await ask(cell(binding), 1);
  for (const name of ['McatCodes', 'McatCode_check', 'Get_Inventory']) await ask(cell('http-get', name), 1);
  refuses = true;
  expect([await ask(cell('http-get'), 1), client.down(), client.outages()]).toEqual([['aborted'], null, []]);
  expect(await ask(cell('soap11'), 1)).toEqual(['200']);
});

test('a client knows what another one of the target got answers to', async () => {
  const { client, ask } = await guarded((socket) => socket.write(OK));
  await ask(cell('http-get'), 1);
  const later = await guarded(
    (socket, request) => socket.write(isGet(request) ? answering('403 x') : OK),
    patience(30_000),
    client.answered(),
  );
  expect(await later.ask(cell('soap11'), 1)).toEqual(['200']);
  expect([await later.ask(cell('http-get'), 1), later.client.down()]).toEqual([['aborted'], null]);
});

test('a status 403 counts where other calls are answered, and is not asked about where no call of the cell is', async () => {
  const { client, server, ask } = await guarded((socket, request) =>
    socket.write(request.includes('odd') || !isGet(request) ? answering('403 x') : OK),
  );
  const odd = { method: 'GET', path: '/odd', headers: [], body: null } as const;
  expect(await ask(cell('http-get'), 1)).toEqual(['200']);
  expect(kindOf(await client.send(cell('http-get'), odd))).toBe('403');
  expect([server.requests.length, client.outages()]).toEqual([3, []]);
  expect([await ask(cell('soap11'), 3), server.requests.length]).toEqual([['403', '403', '403'], 7]);
});

test('answers of one kind that come together are asked about once in a cell, whatever came in others', async () => {
  const REFUSED = 'HTTP/1.1 500 No\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n';
  const { client, server } = await guarded((socket, request) => socket.write(request.includes('odd') ? REFUSED : OK));
  for (const binding of ['http-get', 'http-post'] as const) {
    await client.call(cell(binding), call);
    const before = server.requests.length;
    const odd = [1, 2, 3, 4].map((n) => client.call(cell(binding), { ...call, values: { DealerID: `odd${n}` } }));
    expect((await Promise.all(odd)).map(kindOf)).toEqual(Array(4).fill('500'));
    expect(server.requests.length - before).toBe(5);
  }
});

const BUSY = 'HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n';

test('an operation that alone takes few calls in a time gets fewer, and all are answered', async () => {
  let last = 0;
  const { ask, client } = await guarded((socket, request) => {
    const isSoon = isGet(request) && performance.now() - last < 50;
    if (isGet(request) && !isSoon) last = performance.now();
    socket.write(isSoon ? BUSY : OK);
  });
  expect([await ask(cell('http-get'), 1), await ask(cell('soap11'), 1)]).toEqual([['200'], ['200']]);
  const all = await Promise.all(Array.from({ length: 20 }, () => ask(cell('http-get'), 1)));
  expect([new Set(all.flat()), client.down()]).toEqual([new Set(['200']), null]);
});

test('a cell that goes on to refuse as too many what it answered before is given up, without a verdict', async () => {
  let refuses = false;
  const { ask, client, server } = await guarded((socket, request) =>
    socket.write(refuses && isGet(request) ? BUSY : OK),
  );
  expect([await ask(cell('http-get'), 1), await ask(cell('soap11'), 1)]).toEqual([['200'], ['200']]);
  refuses = true;
  expect([await ask(cell('http-get'), 1), await ask(cell('soap11'), 1)]).toEqual([['aborted'], ['200']]);
  expect(client.givenUp(cell('http-get'))).toContain('as too many');
  expect(server.requests.length).toBeLessThan(70);
}, 60_000);
