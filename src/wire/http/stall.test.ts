import { expect, test } from 'vitest';
import { get, serve } from './target.fixture.ts';

const short = (body: string): string => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length + 1}\r\n\r\n${body}`;

test('a whole document that falls short of its Content-Length ends the exchange before its time limit', async () => {
  const [target] = await serve((socket) => socket.write(short('<a></a>')), { timeoutMs: 60_000 });
  expect((await target.send(get)).outcome).toMatchObject({ response: { status: 200, complete: false } });
});

test('a part of one runs into the limit', async () => {
  const [target] = await serve((socket) => socket.write(short('<a><b></b>')), { timeoutMs: 1500 });
  expect((await target.send(get)).outcome).toMatchObject({ trouble: { kind: 'timeout' } });
});

test('last bytes that come late are part of the answer', async () => {
  const [target] = await serve((socket) => {
    socket.write(short('<a></a>'));
    setTimeout(() => socket.write('\n'), 200);
  });
  expect((await target.send(get)).outcome).toMatchObject({ response: { complete: true } });
});

test('the wait is short once it was in vain twice', async () => {
  const [target] = await serve((socket) => socket.write(short('<a></a>')));
  const waits: number[] = [];
  for (let n = 0; n < 3; n += 1) waits.push((await target.send(get)).durationMs);
  const [first = 0, second = 0, third = 0] = waits;
  expect(Math.min(first, second)).toBeGreaterThan(450);
  expect(third).toBeLessThan(Math.min(first, second));
});
