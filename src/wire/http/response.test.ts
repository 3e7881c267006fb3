import { describe, expect, test, vi } from 'vitest';
import type { Exchange, HttpResponse } from './exchange.ts';
import { createCollector } from './response.ts';
import { createResponseMonitor } from './response-monitor.ts';
import { get, OK, post, serve, summary } from './target.fixture.ts';

function responseOf({ outcome }: Exchange): HttpResponse {
  if (outcome.kind === 'trouble') throw new Error(JSON.stringify(outcome.trouble));
  return outcome.response;
}

describe('a response', () => {
  test('keeps header lines in order, with case and repeats', async () => {
    const head = 'HTTP/1.1 299 Very \xe9 fine\r\nSeT-cookie:a=1\r\nX-A:  b c\t\r\nset-COOKIE: b=\xe92\r\nEmpty:\r\n';
    const [target] = await serve(`${head}Content-Length: 2\r\n\r\nhi`);
    const exchange = await target.send(get);
    expect(responseOf(exchange).headers).toEqual([
      ['SeT-cookie', 'a=1'],
      ['X-A', 'b c'],
      ['set-COOKIE', 'b=é2'],
      ['Empty', ''],
      ['Content-Length', '2'],
    ]);
    expect(responseOf(exchange)).toMatchObject({ status: 299, version: '1.1', complete: true, surplus: 0 });
    expect(responseOf(exchange).reason).toBe('Very \xe9 fine');
    expect(exchange.durationMs).toBeGreaterThan(0);
  });

  const LINES: readonly (readonly [line: string, odd: string | undefined])[] = [
    ['HTTP/1.1 200 OK', undefined],
    ['HTTP/1.0 200 ', undefined],
    ['HTTP/1.1 200', 'HTTP/1.1 200'],
    ['HTTP/1.1 200 O\x0b', 'HTTP/1.1 200 O\x0b'],
    ['HTTP/0.9 200 OK', 'HTTP/0.9 200 OK'],
  ];
  test.each(LINES)('keeps a status line that breaks the grammar: %j', async (line, odd) => {
    for (const parts of [[`${line}\r\nContent-Length: 2\r\n\r\nhi`], [...`${line}\r\nContent-Length: 2\r\n\r\nhi`]]) {
      const [target] = await serve((socket) => {
        socket.setNoDelay(true);
        const next = (): void => {
          const part = parts.shift();
          if (part !== undefined) socket.write(part, 'latin1', () => setImmediate(next));
        };
        next();
      });
      const response = responseOf(await target.send(get));
      expect([response.status, response.statusLine]).toEqual([200, odd]);
      expect(response.reason).toBe(line.slice('HTTP/1.1 200 '.length));
    }
  });

  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  const CASES: readonly (readonly [name: string, bytes: string, seen: string])[] = [
    ['of a stated length', OK, "200 1.1 'hi'"],
    ['in chunks', `${chunked}2\r\nhi\r\n3;x=y\r\n ho\r\n0\r\nTrailer: 1\r\n\r\n`, "200 1.1 'hi ho'"],
    ['without a body', 'HTTP/1.1 204 No Content\r\n\r\n', "204 1.1 ''"],
    ['with the length of a body that 304 never has', 'HTTP/1.1 304 Same\r\nContent-Length: 5\r\n\r\n', "304 1.1 ''"],
    ['of a redirect', 'HTTP/1.1 302 Found\r\nLocation: /y\r\nContent-Length: 0\r\n\r\n', "302 1.1 ''"],
    ['after interim ones', `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\n${OK}`, "200 1.1 'hi'"],
    [
      'in a content coding that the request did not accept',
      OK.replace('\r\n\r\n', '\r\nContent-Encoding: gzip\r\n\r\n'),
      "200 1.1 'hi'",
    ],
    [
      'of HTTP/1.0 that keeps the connection',
      OK.replace('1.1', '1.0').replace('\r\n', '\r\nConnection: keep-alive\r\n'),
      "200 1.0 'hi'",
    ],
    ['with more bytes than stated', `${OK} there`, "200 1.1 'hi' +6"],
    ['with a second response behind it', `${OK}${OK}`, `200 1.1 'hi' +${OK.length}`],
    ['with two lengths', OK.replace('\r\n\r\n', '\r\nContent-Length: 2\r\n\r\n'), 'framing'],
    ['with a length that is not a number', OK.replace('2\r\n', 'two\r\n'), 'framing'],
    ['with a length and chunks', OK.replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n'), 'framing'],
    ['with a bad chunk size', `${chunked}zz\r\nhi\r\n0\r\n\r\n`, 'framing'],
    ['that is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'framing'],
    ['that is short and not HTTP', 'no\r\n', 'framing'],
    ['of another HTTP', 'HTTP/3.7 200 OK\r\n\r\n', 'framing'],
    ['with line feeds only', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nhi', 'framing'],
    [
      'that switches protocols',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
      'framing',
    ],
    ['with a huge header', `HTTP/1.1 200 OK\r\n${'X-A: aaaaaaaaaaaaaaaaaaaa\r\n'.repeat(5_000)}`, 'too-large'],
    ['that never comes', '', 'timeout'],
    ['that stops in the header', 'HTTP/1.1 200 OK\r\nConte', 'timeout'],
    ['that stops in the body', OK.replace('2\r\n', '9\r\n'), 'timeout'],
  ];
  test.each(CASES)('%s is read for what it is', async (_name, bytes, seen) => {
    // Only what is to be given up is given little time.
    const [target] = await serve(bytes, seen === 'timeout' ? { timeoutMs: 300 } : {});
    expect(summary(await target.send(post))).toBe(seen);
    expect(summary(await target.send(get))).toBe(seen);
  });

  test.each(CASES)('%s is read alike when it comes byte by byte', async (name, bytes, seen) => {
    if (name === 'with a huge header') return;
    const [target] = await serve(
      (socket) => {
        socket.setNoDelay(true);
        const bytesLeft = [...bytes];
        const next = (): void => {
          const byte = bytesLeft.shift();
          if (byte === undefined || socket.destroyed) return;
          socket.write(byte, 'latin1', () => setImmediate(next));
        };
        next();
      },
      seen === 'timeout' ? { timeoutMs: 600 } : {},
    );
    // Surplus that comes later than the response is seen only while the response is being read.
    expect(summary(await target.send(get)).replace(/ \+\d+$/, '')).toBe(seen.replace(/ \+\d+$/, ''));
  });

  const ENDED: readonly (readonly [name: string, bytes: string, seen: string])[] = [
    ['of HTTP/1.0 without a length', 'HTTP/1.0 200 OK\r\nServer: x\r\n\r\nhi there', "200 1.0 'hi there'"],
    ['of HTTP/1.1 that closes', 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhi', "200 1.1 'hi'"],
    ['of HTTP/1.0 with more than stated', `${OK.replace('1.1', '1.0')}xyz`, "200 1.0 'hi' +3"],
    ['shorter than stated', OK.replace('2\r\n', '9\r\n'), "200 1.1 'hi' incomplete"],
    ['of HTTP/1.0 shorter than stated', OK.replace('2\r\n', '9\r\n').replace('1.1', '1.0'), "200 1.0 'hi' incomplete"],
    ['with a length and nothing more', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n', "200 1.1 '' incomplete"],
    ['cut off in a chunk', `${chunked}9\r\nhi`, 'closed'],
    ['cut off between chunks', `${chunked}2\r\nhi\r\n`, 'closed'],
    ['cut off in the header', 'HTTP/1.1 200 OK\r\nContent-Le', 'closed'],
    ['cut off in the status line', 'HTT', 'closed'],
    ['of no bytes', '', 'closed'],
  ];
  test.each(ENDED)('%s, then closed, is read for what it is', async (_name, bytes, seen) => {
    const [target, server] = await serve((socket) => socket.end(bytes, 'latin1'));
    expect(summary(await target.send(post))).toBe(seen);
    expect(summary(await target.send(get))).toBe(seen);
    expect([target.sent(), server.connections()]).toEqual([2, 2]);
  });

  test('of a connection that is reset is cut off', async () => {
    const [target] = await serve((socket, _request, nth, connection) => {
      if (connection === 1) socket.resetAndDestroy();
      // However late the timer is, what was written is read between it and the immediate.
      else
        socket.write(OK.replace('2\r\n', '9\r\n'), () =>
          setTimeout(() => setImmediate(() => socket.resetAndDestroy()), 30),
        );
      expect(nth).toBe(1);
    });
    expect(summary(await target.send(post))).toBe('closed');
    const cut = await target.send(post);
    expect(summary(cut)).toBe("200 1.1 'hi' incomplete");
    expect(cut.outcome).toMatchObject({ response: { reset: true } });
  });

  test.each([
    ['in one line', 'Content-Length: 2, 2'],
    ['in two lines', 'Content-Length: 2\r\nContent-Length: 2'],
    ['that differ', 'Content-Length: 2\r\nContent-Length: 3'],
  ])('with several lengths %s is no answer, and the numbers are said', async (_how, lengths) => {
    const [target] = await serve(OK.replace('Content-Length: 2', lengths));
    const { outcome } = await target.send(get);
    const message = expect.stringMatching(/^the Content-Length is a list of numbers, 2, [23]$/);
    expect(outcome).toMatchObject({ kind: 'trouble', trouble: { kind: 'framing', message } });
  });

  test('to HEAD has a length and no body', async () => {
    const [target] = await serve('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n');
    expect(summary(await target.send({ ...get, method: 'HEAD' }))).toBe("200 1.1 ''");
  });

  test('that never ends is given up at the size limit', async () => {
    const [target] = await serve(
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const more = (): void => {
          if (!socket.destroyed) socket.write('x'.repeat(10_000), () => setImmediate(more));
        };
        more();
      },
      { maxBodyBytes: 50_000 },
    );
    expect(summary(await target.send(get))).toBe('too-large');
  });

  test('that drips for ever is given up at the time limit', async () => {
    const [target] = await serve(
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n');
        const drip = setInterval(() => (socket.destroyed ? clearInterval(drip) : socket.write('x')), 20);
      },
      { timeoutMs: 250 },
    );
    const exchange = await target.send(get);
    expect(summary(exchange)).toBe('timeout');
    expect(exchange.durationMs).toBeGreaterThan(240);
  });

  test('of exactly the size limit is whole', async () => {
    const [target] = await serve(OK, { maxBodyBytes: 2 });
    expect(summary(await target.send(get))).toBe("200 1.1 'hi'");
  });
});

test('a body that comes byte by byte is kept without an object for each of them', () => {
  const collector = createCollector('GET', 2 ** 20, createResponseMonitor());
  const concat = vi.spyOn(Buffer, 'concat');
  collector.head(200, []);
  for (let byte = 0; byte < 100_000; byte += 1) collector.data(Buffer.from([byte % 251]));
  const body = collector.received()?.body;
  expect(body?.length).toBe(100_000);
  expect(body?.every((value, at) => value === at % 251)).toBe(true);
  const last = concat.mock.calls.at(-1)?.[0];
  concat.mockRestore();
  expect(last?.length).toBeLessThan(1_000);
});
