import { afterEach, expect, test } from 'vitest';
import { headerValue } from '../wire/http/exchange.ts';
import { ask, contract, question } from './client.fixture.ts';
import type { Mutation } from './mutation.ts';
import { type ReferenceServer, startReferenceServer } from './server.ts';
import { element } from './wire/element.ts';
import { textResponse } from './wire/message.ts';

const known = contract();
const OP = 'McatCode_check';
const VALUES = { DealerID: 'D1', mcat: '210' };
const inCell: Mutation['applies'] = (operation, binding) => operation === OP && binding === 'soap11';
let server: ReferenceServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function replies(
  mutation: Partial<Mutation>,
  binding: 'soap11' | 'soap12' | 'http-get' = 'soap11',
  values = VALUES,
) {
  server ??= await startReferenceServer({ contract: known, defects: [{ applies: inCell, ...mutation }] });
  return ask(server.url, question(binding, OP, values));
}

test('a mutation changes its own cell and no other', async () => {
  const mutation = { text: (xml: string) => xml.replace('<Mcat>', '<Mcat x="1">') };
  expect((await replies(mutation)).text).toContain('<Mcat x="1">');
  expect((await replies(mutation, 'soap12')).text).toContain('<Mcat>');
  expect((await replies(mutation, 'http-get')).text).toContain('<Mcat>');
});

test('the request hook answers in place of a missing operation', async () => {
  const answer = textResponse(500, 'text/plain', 'gone');
  expect((await replies({ request: () => ({ answer }) })).text).toBe('gone');
});

test('the request hook changes what is read', async () => {
  const request: Mutation['request'] = (one) => ({
    ...one,
    body: new TextEncoder().encode(new TextDecoder().decode(one.body).replace('210', '220')),
  });
  expect((await replies({ request })).text).toContain('<Mcat>220</Mcat>');
});

test('parameters and the result can be changed', async () => {
  const parameters: Mutation['parameters'] = (values) => ({ ...values, mcat: 230n });
  const result: Mutation['result'] = (value) => ({ ...(value as object), Prod: 'P' });
  const { text } = await replies({ parameters, result });
  expect(text).toContain('<Mcat>230</Mcat>');
  expect(text).toContain('<Prod>P</Prod>');
});

test('a good call can be made to fail and a failing one to succeed', async () => {
  const fails = await replies({ failure: () => ({ kind: 'fault', code: 'Server', message: 'no luck' }) });
  expect([fails.status, fails.text.includes('no luck')]).toEqual([500, true]);
  await server?.close();
  server = undefined;
  const works = await replies({ failure: () => null }, 'soap11', { DealerID: 'D', mcat: 'x' });
  expect(works.status).toBe(200);
});

test('payload and envelope are trees', async () => {
  const { text } = await replies({
    payload: (root) => ({ ...root, namespace: 'urn:other' }),
    envelope: (root) => ({ ...root, children: [element('Header'), ...root.children] }),
  });
  expect(text).toContain('<soap:Header /><soap:Body><McatCode_checkResponse xmlns="urn:other">');
});

test('the response hook sees faults too, and what the call was', async () => {
  const response: Mutation['response'] = (one, ctx) => ({
    ...one,
    status: ctx.failure === null ? 200 : 202,
    headers: [...one.headers, ['X-Call', `${ctx.operation} ${ctx.n} ${ctx.parameters.mcat}`]],
  });
  const good = await replies({ response });
  const bad = await replies({ response }, 'soap11', { DealerID: 'D', mcat: 'x' });
  expect([good.status, good.headers['x-call']]).toEqual([200, `${OP} 1 210`]);
  expect([bad.status, bad.headers['x-call']]).toEqual([202, `${OP} 2 undefined`]);
});

test('without Content-Length the body goes in chunks', async () => {
  const response: Mutation['response'] = (one) => ({
    ...one,
    headers: one.headers.filter(([name]) => name !== 'Content-Length'),
  });
  const { headers, text } = await replies({ response });
  expect([headers['content-length'], headers['transfer-encoding']]).toEqual([undefined, 'chunked']);
  expect(text).toContain('<Mcat>210</Mcat>');
});

test('raw bytes reach the socket as they are', async () => {
  const bytes = new TextEncoder().encode('HTTP/1.0 299 Odd\r\nContent-Length: 2\r\n\r\nok');
  const reply = await replies({ response: (one) => ({ ...one, raw: { bytes, afterwards: 'close' } }) });
  expect([reply.status, reply.reason, reply.text]).toEqual([299, 'Odd', 'ok']);
});

test('a connection can end without an answer', async () => {
  const raw = { bytes: new Uint8Array(), afterwards: 'close' } as const;
  await expect(replies({ response: (one) => ({ ...one, raw }) })).rejects.toThrow('socket hang up');
});

test('a mutation may look at the request', async () => {
  const response: Mutation['response'] = (one, { request }) => ({
    ...one,
    headers: [['Content-Type', headerValue(request.headers, 'content-type') ?? '']],
  });
  expect((await replies({ response })).headers['content-type']).toBe('text/xml; charset=utf-8');
});
