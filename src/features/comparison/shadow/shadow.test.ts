import { expect, onTestFinished, test } from 'vitest';
import { options } from '../../../options/options.fixture.ts';
import { goldenRequest } from '../../../rules/client/golden-requests.fixture.ts';
import type { Exchange, HttpRequest } from '../../../wire/http/exchange.ts';
import { startRawServer } from '../../../wire/http/raw-server.fixture.ts';
import { openTarget } from '../../../wire/http/target.ts';
import { openShadow } from './shadow.ts';

const request = goldenRequest('Get_Inventory', 'http-get');

/** An answer with one record. @param quantity - of it */
function inventory(quantity: number | string, lines = ''): string {
  const record = `<ItemNo>SC-1</ItemNo><Application_ID>A</Application_ID><Quantity>${quantity}</Quantity>`;
  const list = `<Inventory_List><Inventory_item>${record}</Inventory_item></Inventory_List>`;
  const body = `<Inventory_Response xmlns="http://dealer.example/webservices/"><Response_Code>0</Response_Code>${list}</Inventory_Response>`;
  return `HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\n${lines}Content-Length: ${body.length}\r\n\r\n${body}`;
}

/** What each server answers to its n-th request, from 1. */
type Answer = (nth: number) => string;

/**
 * Compares requests that A answered, one after the other; the comparison, and what B got.
 * @param b - null if it never answers: then the comparison is ended at once
 */
async function shadowed(a: Answer, b: Answer | null, requests: readonly HttpRequest[]) {
  const count = { a: 0, b: 0 };
  const [old, neu] = await Promise.all(
    (
      [
        ['a', a],
        ['b', b],
      ] as const
    ).map(async ([side, answer]) => {
      const server = await startRawServer((socket) => {
        count[side] += 1;
        if (answer !== null) socket.write(answer(count[side]));
      });
      onTestFinished(server.close);
      return server;
    }),
  );
  if (old === undefined || neu === undefined) throw new Error('no server');
  const base = old.url.href;
  const client = openTarget({
    ...{
      baseUrl: old.url,
      timeoutMs: 30_000,
      maxBodyBytes: 1_000_000,
      concurrency: 1,
      ratePerSecond: null,
      headers: [],
    },
  });
  onTestFinished(client.close);
  let wake = (): void => {};
  const sides = {
    a: { ...options(), target: base },
    b: { ...options(), target: neu.url.href.replace('/app', '/new') },
  };
  const shadow = await openShadow({ options: sides, withSecrets: false }, () => wake());
  for (const sent of requests) {
    const exchange: Exchange = await client.send({ ...sent, path: `/app${sent.path}` });
    const done = new Promise<void>((resolve) => {
      wake = resolve;
    });
    shadow.take(exchange);
    if (b !== null) await done;
  }
  const state = shadow.state();
  const comparison = await shadow.end([], b === null ? 0 : 1_000);
  const fields = (all: readonly { readonly kind: string; readonly subject: string }[]) =>
    all.map(({ kind, subject }) => `${kind} ${subject}`);
  return {
    ...{ comparison, state, gotByA: old.requests, gotByB: neu.requests },
    differences: fields(comparison.differences),
    unstable: comparison.unstable.map(({ subject, why }) => `${subject} ${why}`),
  };
}

const QUANTITY = 'data Inventory_Response.Inventory_List[].Quantity';

test('servers that answer the same are the same, whatever path the new one has', async () => {
  const { comparison, gotByB, gotByA, differences } = await shadowed(
    () => inventory(7),
    () => inventory(7),
    [request],
  );
  expect([differences, comparison.exitCode, comparison.outcome]).toEqual([[], 0, 'same']);
  expect(comparison.shadow).toEqual({ calls: 1, compared: 1, leftOut: [] });
  // Nothing differs: the old server gets no call that no client sent.
  expect([gotByA.length, gotByB.length]).toEqual([1, 1]);
  expect(gotByB[0]).toContain(`GET /new${request.path} HTTP/1.1\r\n`);
});

test('a difference that is there again counts, and its read goes to both only once more', async () => {
  const reads = [request, request, request];
  const ran = await shadowed(
    () => inventory(7),
    () => inventory(8),
    reads,
  );
  expect(ran.differences).toEqual([QUANTITY]);
  expect([ran.comparison.exitCode, ran.comparison.differences[0]?.cells]).toMatchObject([
    1,
    [{ operation: 'Get_Inventory', binding: 'http-get', calls: 3 }],
  ]);
  expect([ran.gotByA.length, ran.gotByB.length]).toEqual([4, 4]);
  expect(ran.state.differences[0]).toMatchObject({ kind: 'data', a: '7', b: '8', calls: 3 });
});

test.each([
  ['the old one', (n: number) => inventory(n), () => inventory(8), 'a varies'],
  ['the new one', () => inventory(7), (n: number) => inventory(n + 100), 'b varies'],
  ['both', (n: number) => inventory(n), (n: number) => inventory(n + 100), 'both vary'],
] as const)('what changes by itself is no difference: in %s', async (_whose, a, b, why) => {
  const { differences, unstable } = await shadowed(a, b, [request]);
  expect([differences, unstable]).toEqual([[], [`${QUANTITY.slice(5)} ${why}`]]);
});

test('two equal reads of clients that the old server answers differently take a difference back', async () => {
  // It changes between the third and the fourth answer: not while the first difference is checked.
  const { differences, unstable } = await shadowed(
    (n) => inventory(n < 4 ? 7 : 9),
    () => inventory(8),
    [request, request, request],
  );
  expect([differences, unstable]).toEqual([[], [`${QUANTITY.slice(5)} a varies`]]);
});

test('reads that differ in what is no parameter by name are not equal', async () => {
  const answer = (n: number) => inventory(n === 1 ? 7 : 9);
  const reads = ['a', 'b'].map((inside) => ({ ...request, path: `${request.path}&filter.item=${inside}` }));
  expect((await shadowed(answer, answer, reads)).unstable).toEqual([]);
});

test('reads of two callers are not equal', async () => {
  const other = { ...request, headers: [...request.headers, ['Cookie', 'user=2'] as const] };
  const { differences } = await shadowed(
    (n) => inventory(n < 3 ? 7 : 9),
    () => inventory(8),
    [request, other],
  );
  expect(differences).toEqual([QUANTITY]);
});

test('a refusal by the new server for want of what it must not get, and a request for a part, are not compared', async () => {
  const more = (...lines: readonly (readonly [string, string])[]) => ({ ...request, headers: lines });
  const { comparison, differences } = await shadowed(
    () => inventory(7),
    () => 'HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n',
    [more(['Authorization', 'Bearer Zebra']), more(['If-None-Match', '"1"']), more(['Range', 'bytes=0-1'])],
  );
  expect(differences).toEqual([]);
  expect(comparison.shadow).toEqual({
    calls: 3,
    compared: 0,
    leftOut: [
      { why: 'the new server refuses it without the header lines that --also-credentials would send', calls: 1 },
      { why: 'it asks for a part, or only for what has changed', calls: 2 },
    ],
  });
  expect(comparison.exitCode).toBe(3);
});

test('a comparison that ends before the new server answered is not called the same', async () => {
  const { comparison } = await shadowed(() => inventory(7), null, [request]);
  expect([comparison.incomplete, comparison.exitCode]).toEqual([true, 3]);
  expect(comparison.shadow?.leftOut).toEqual([{ why: 'the proxy ended before the new server answered', calls: 1 }]);
});

test('a header line of both servers that holds a secret is shown by neither', async () => {
  const secret = 'X-Session-Token: Zebra1\r\nSet-Cookie: s=Zebra2\r\n';
  const { comparison, state } = await shadowed(
    () => inventory('7', secret),
    () => inventory('8', secret.replaceAll('Zebra', 'Zebra9')),
    [{ ...request, path: `${request.path}&SessionID=Zebra3` }],
  );
  expect(comparison.differences.length).toBeGreaterThan(0);
  expect(JSON.stringify([comparison, state])).not.toContain('Zebra');
});
