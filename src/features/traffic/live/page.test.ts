import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { exchangeOf } from '../traffic.fixture.ts';
import { servedPage } from './live.fixture.ts';

const right = '/getData.asmx/Get_Inventory?Application_ID=APP-1&ItemNo=SC-1001';

/** The status of a request that names a host. */
function statusFor(port: number, host: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject).end();
  });
}

/** What a reader of the events has got when it has seen a text. */
async function eventsUntil(url: string, wanted: string, headers: Record<string, string> = {}): Promise<string> {
  const ended = new AbortController();
  const answer = await fetch(`${url}/__conformance/events`, { headers, signal: ended.signal });
  let got = '';
  for await (const chunk of answer.body ?? []) {
    got += Buffer.from(chunk).toString();
    if (got.includes(wanted)) break;
  }
  ended.abort();
  return got;
}

test('the page runs nothing but its own script, and does not change the service', async () => {
  const { url } = await servedPage();
  const page = await fetch(`${url}/__conformance`);
  expect([page.status, page.url]).toEqual([200, `${url}/__conformance/`]);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const text = await page.text();
  expect(text).toMatch(
    /default-src 'none'; style-src 'sha256-[^']+'; img-src data:; script-src 'sha256-[^']+'; connect-src 'self';/,
  );
  expect(text).toContain('Requests of a &lt;test>');
  expect(text).toMatch(/<noscript>.* scripts are switched off: /);
  const paths = ['exchange/1', 'exchange/x', 'other'].map((one) => `/__conformance/${one}`);
  const statuses = await Promise.all([...paths, right].map(async (path) => (await fetch(`${url}${path}`)).status));
  expect(statuses).toEqual([404, 404, 404, 204]);
  expect((await fetch(`${url}/__conformance/`, { method: 'POST', body: 'x' })).status).toBe(405);
});

test('on a loopback address it is not given to a name that only resolves to it', async () => {
  const { port } = await servedPage();
  const hosts = [`127.0.0.1:${port}`, 'localhost', `[::1]:${port}`, 'evil.example', `evil.example:${port}`, '['];
  const statuses = await Promise.all(hosts.map((host) => statusFor(port, host, '/__conformance/events?')));
  expect(statuses).toEqual([200, 200, 200, 403, 403, 403]);
  const open = await servedPage('0.0.0.0');
  expect(await statusFor(open.port, 'sandbox.example', '/__conformance/')).toBe(200);
});

test('a reader gets a snapshot, what it does not have, and what comes', async () => {
  const { log, url } = await servedPage();
  for (let n = 0; n < 3; n += 1) log.add(exchangeOf(right));
  log.add(exchangeOf('/getData.asmx?wsdl'));
  const got = await eventsUntil(url, 'id: s1-3', { 'last-event-id': 's1-1' });
  expect(got).toContain('event: snapshot\ndata: {"session":"s1","last":4,');
  expect(got.match(/^id: .*/gm)).toEqual(['id: s1-2', 'id: s1-3']);
  const anew = eventsUntil(url, 'id: s1-5', { 'last-event-id': 'other-9' });
  await expect.poll(() => log.summary().exchanges).toBe(4);
  setTimeout(() => log.add(exchangeOf(right)), 50);
  expect((await anew).match(/^id: .*/gm)).toEqual(['id: s1-1', 'id: s1-2', 'id: s1-3', 'id: s1-5']);
});

test('a reader that does not read is cut off, and more than a few are refused', async () => {
  const { log, url, port } = await servedPage();
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET /__conformance/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const long = `/getData.asmx/Get_Inventory?${[1, 2, 3, 4, 5].map((n) => `${n}${'%E2%82%AC'.repeat(90)}=1`).join('&')}`;
  for (let n = 0; n < 5_000; n += 1) log.add(exchangeOf(long));
  socket.resume();
  await closed;
  const open = await Promise.all([...Array(20).keys()].map(() => fetch(`${url}/__conformance/events`)));
  expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await fetch(`${url}/__conformance/events`)).status).toBe(503);
});
