import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { collectLater } from '../../garbage.fixture.ts';
import { OWN_ORIGIN, withHeader } from './exchange.ts';
import { startRawServer } from './raw-server.fixture.ts';
import { type Answer, get, OK, open, post, serve, summary } from './target.fixture.ts';

describe('a request', () => {
  test('is sent as given, with Content-Length, Host and the extra headers that the Exchange does not hold', async () => {
    const [target, server] = await serve(OK, { headers: [['X-Key', 'secret']] });
    const exchange = await target.send(post);
    expect(exchange.request).toBe(post);
    expect(server.requests[0]).toMatch(/^POST \/app\/x HTTP\/1\.1\r\nhost: 127/);
    expect(server.requests[0]).toContain('\r\nContent-Type: a/b\r\nX-Key: secret\r\n');
    expect(server.requests[0]).toContain('\r\ncontent-length: 2\r\n');
    expect(server.requests[0]?.endsWith('\r\n\r\n\xc3\xa9')).toBe(true);
    await target.send({ ...post, body: null });
    expect(server.requests[1]).toContain('\r\ncontent-length: 0\r\n');
    await target.send(get);
    expect(server.requests[2]).toMatch(/^GET \/app\/x\?a=1 /);
    expect(server.requests[2]).not.toContain('content-length');
    expect([target.sent(), server.connections()]).toEqual([3, 1]);
  });

  test('of a page of its own site has the Origin of the target, also in the Exchange', async () => {
    const [target, server] = await serve(OK);
    const { request } = await target.send(withHeader(get, 'Origin', OWN_ORIGIN));
    const host = /^host: (.*)\r$/m.exec(server.requests[0] ?? '')?.[1];
    expect(server.requests[0]).toContain(`\r\nOrigin: http://${host}\r\n`);
    expect(request.headers).toContainEqual(['Origin', `http://${host}`]);
    await target.send(withHeader(get, 'Origin', 'http://other.example'));
    expect(server.requests[1]).toContain('\r\nOrigin: http://other.example\r\n');
  });

  test('that invites a coding by itself gets the decoded body', async () => {
    const coded = gzipSync('hello');
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${coded.length}\r\n\r\n`;
    const [target] = await serve((socket) => socket.write(Buffer.concat([Buffer.from(head), coded])), {
      headers: [['Accept-Encoding', 'identity']],
    });
    expect(summary(await target.send(withHeader(get, 'Accept-Encoding', 'gzip, deflate')))).toBe("200 1.1 'hello'");
    expect(summary(await target.send(get))).not.toContain('hello');
  });

  test('that cannot be written is a mistake of its maker', async () => {
    const [target, server] = await serve(OK);
    await expect(target.send({ ...get, headers: [['X', 'a\r\nb']] })).rejects.toThrow("can't be sent");
    await expect(target.send({ ...get, path: '/a b' })).rejects.toThrow('GET /a b');
    expect(summary(await target.send(get))).toBe("200 1.1 'hi'");
    expect(server.requests).toHaveLength(1);
  });
});

describe('no connection', () => {
  test('to a port where nobody listens is refused', async () => {
    const server = await startRawServer(() => {});
    await server.close();
    const { outcome } = await open({ baseUrl: server.url }).send(get);
    expect(outcome).toMatchObject({ trouble: { kind: 'refused', message: expect.stringContaining('ECONNREFUSED') } });
  });

  test('to a name that does not exist is unresolved', async () => {
    const { outcome } = await open({ baseUrl: new URL('http://no-such-host.invalid/') }).send(get);
    expect(outcome).toMatchObject({ trouble: { kind: 'unresolved' } });
  });

  test('to a server without TLS is a TLS error', async () => {
    const server = createServer((socket) =>
      socket.on('error', () => {}).once('data', () => socket.end('HTTP/1.1 400 No\r\n\r\n')),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const port = (server.address() as AddressInfo).port;
    const { outcome } = await open({ baseUrl: new URL(`https://127.0.0.1:${port}/`) }).send(get);
    expect(outcome).toMatchObject({ trouble: { kind: 'tls' } });
  });
});

describe('a connection', () => {
  const stale: Answer = (socket, _request, nth) => {
    if (nth === 1) socket.write(OK);
    else socket.end();
  };

  test('that the server has given up is replaced and the request sent once more', async () => {
    const [target, server] = await serve(stale);
    expect(summary(await target.send(post))).toBe("200 1.1 'hi'");
    expect(summary(await target.send(post))).toBe("200 1.1 'hi'");
    expect([target.sent(), server.requests.length, server.connections()]).toEqual([3, 3, 2]);
  });

  test('that ends without an answer leaves its mark on the exchange, with the time that it was idle', async () => {
    const [target] = await serve(stale);
    expect((await target.send(get)).unansweredAfterMs).toBeUndefined();
    const { unansweredAfterMs = -1 } = await target.send(get);
    expect(unansweredAfterMs).toBeGreaterThanOrEqual(0);
  });

  test('is new for a request to be sent once, which is never sent again', async () => {
    const [target, server] = await serve((socket, _request, _nth, connection) => {
      if (connection === 1) socket.write(OK);
      else socket.end();
    });
    await target.send(post);
    expect(summary(await target.send(post, { once: true }))).toBe('closed');
    expect([target.sent(), server.requests.length, server.connections()]).toEqual([2, 2, 2]);
  });

  test('that ends after one byte of an answer is not replaced', async () => {
    const [target, server] = await serve((socket, _request, nth) => {
      if (nth === 1) socket.write(OK);
      else socket.end('H');
    });
    await target.send(get);
    expect(summary(await target.send(get))).toBe('closed');
    expect(server.requests).toHaveLength(2);
  });

  test('that was closed while idle is replaced without the request being lost', async () => {
    const closed = new EventEmitter();
    const [target, server] = await serve((socket) => {
      socket.once('close', () => closed.emit('one'));
      socket.write(OK, () => setTimeout(() => socket.end(), 5));
    });
    const first = once(closed, 'one');
    await target.send(post);
    await first;
    expect(summary(await target.send(post))).toBe("200 1.1 'hi'");
    expect([server.requests.length, server.connections()]).toEqual([2, 2]);
  });

  test('is used again after a response that was right, and not after surplus', async () => {
    const [target, server] = await serve((socket, _request, nth) => socket.write(nth === 3 ? `${OK}x` : OK));
    for (let i = 0; i < 5; i += 1) expect(summary(await target.send(get))).toMatch(/^200 1.1 'hi'/);
    expect(server.connections()).toBe(2);
  });
});

describe('many requests', () => {
  test('share the connections, one exchange on each at a time, first come first served', async () => {
    let underWay = 0;
    let most = 0;
    const [target, server] = await serve(
      (socket) => {
        underWay += 1;
        most = Math.max(most, underWay);
        setTimeout(() => {
          underWay -= 1;
          socket.write(OK);
        }, 5);
      },
      { concurrency: 4 },
    );
    const paths = Array.from({ length: 40 }, (_, i) => `/n/${i}`);
    const exchanges = await Promise.all(paths.map((path) => target.send({ ...get, path })));
    expect(exchanges.map(({ request }) => request.path)).toEqual(paths);
    expect([most, server.connections(), target.sent()]).toEqual([4, 4, 40]);
    const order = server.requests.map((request) => Number(/\/n\/(\d+)/.exec(request)?.[1]));
    expect(order.every((n, i) => Math.abs(n - i) < 4)).toBe(true);
  });

  test('are read one at a time where bodies are large, and the others wait without running into the limit', async () => {
    const large = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: 8000000\r\n\r\n${'x'.repeat(7_999_999)}`);
    const taken: number[] = [];
    let ended = 0;
    const [target] = await serve(
      (socket) => {
        // The last byte comes late, so that those who wait do so for longer than the time limit in all.
        socket.write(large, () => {
          taken.push(ended);
          setTimeout(() => socket.write('x'), 700);
        });
      },
      { concurrency: 4, maxBodyBytes: 8_000_000, timeoutMs: 2_000 },
    );
    const exchanges = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { outcome } = await target.send(get);
        ended += 1;
        return outcome.kind === 'response' && [outcome.response.body.byteLength, outcome.response.surplus];
      }),
    );
    expect([taken, exchanges]).toEqual([[0, 1, 2, 3], Array(4).fill([8_000_000, 0])]);
  });

  test('that get endless bodies are all ended', async () => {
    const [target] = await serve(
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const more = (): void =>
          void (socket.destroyed || socket.write(Buffer.alloc(65_536), () => setImmediate(more)));
        more();
      },
      { concurrency: 4, maxBodyBytes: 3_000_000, timeoutMs: 30_000 },
    );
    const exchanges = await Promise.all(Array.from({ length: 6 }, () => target.send(get)));
    expect(exchanges.map(summary)).toEqual(Array(6).fill('too-large'));
  });

  test('keep the rate, evenly spaced', async () => {
    const times: number[] = [];
    const [target] = await serve((socket) => times.push(performance.now()) && socket.write(OK), {
      concurrency: 4,
      ratePerSecond: 50,
    });
    const start = performance.now();
    await Promise.all(Array.from({ length: 8 }, () => target.send(get)));
    // A busy machine makes arrivals late, never early; a timer may round down to the millisecond.
    const early = times.map((time, i) => Math.min(0, time - start - i * 20));
    expect([times.length, Math.min(...early)]).toEqual([8, expect.closeTo(0, -0.5)]);
  });

  test('end as aborted when the run is stopped: under way, queued, waiting for the rate, and later ones', async () => {
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    const [target, server] = await serve(stop, { concurrency: 2, ratePerSecond: 0.01, signal: controller.signal });
    const exchanges = Array.from({ length: 5 }, () => target.send(get));
    expect((await Promise.all(exchanges)).map(summary)).toEqual(Array(5).fill('aborted'));
    expect(summary(await target.send(get))).toBe('aborted');
    expect([server.requests.length, target.sent()]).toEqual([1, 1]);
  });

  test('are aborted one by one by their own signals', async () => {
    const [target] = await serve((socket, request) => !request.includes('/slow') && socket.write(OK), {
      concurrency: 2,
    });
    const controller = new AbortController();
    const slow = target.send({ ...get, path: '/slow' }, { signal: controller.signal });
    expect(summary(await target.send(get, { signal: controller.signal }))).toBe("200 1.1 'hi'");
    controller.abort();
    expect(summary(await slow)).toBe('aborted');
    expect(summary(await target.send(get))).toBe("200 1.1 'hi'");
  });

  test('end as aborted when the target is closed', async () => {
    const requests = new EventEmitter();
    const [target] = await serve(() => void requests.emit('one'));
    const exchange = target.send(get);
    await once(requests, 'one');
    await target.close();
    expect(summary(await exchange)).toBe('aborted');
    expect(summary(await target.send(get))).toBe('aborted');
  });
});

test('an answer is not kept by its connection, which waits for the next request', async () => {
  const [target] = await serve(OK, { concurrency: 2 });
  const bodyOf = async (): Promise<WeakRef<object>> => {
    const { outcome } = await target.send(get);
    return new WeakRef(outcome.kind === 'response' ? outcome.response.body : expect.fail('no answer'));
  };
  const bodies = [await bodyOf(), await bodyOf()];
  await collectLater();
  expect(bodies.map((body) => body.deref())).toEqual([undefined, undefined]);
  expect((await target.send(get)).outcome.kind).toBe('response');
});
