import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import { operationNamed } from '../../contract/operations.ts';
import { completeOptions } from '../../options/run-options.ts';
import type { Header } from '../../wire/http/exchange.ts';
import { openClient } from './client.ts';

/** Answers all at one time, once so many requests are there. */
async function answersTogether(many: number): Promise<string> {
  const waiting: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    waiting.push(response);
    if (waiting.length === many) for (const one of waiting) one.end('<a/>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("the user's own fields win over those of a client that a request plays", async () => {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.end('<a/>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const flags = { target, header: ['user-agent: ours'] };
  const options = completeOptions({ flags, env: {}, config: null, randomSeed: 1, folder: '/' });
  const contract = loadContract(options.namespace);
  const client = openClient(target, contract, options);
  onTestFinished(() => client.close());
  const headers: readonly Header[] = [
    ['User-Agent', 'theirs'],
    ['Accept', 'text/xml'],
    ['Content-Type', 'text/xml'],
  ];
  const cell = { operation: operationNamed(contract, 'McatCodes'), binding: 'http-get' } as const;
  const { request } = await client.send(cell, { method: 'GET', path: '/', headers, body: null });
  expect(seen[0]).toMatchObject({ 'user-agent': 'ours', accept: 'text/xml', 'content-type': 'text/xml' });
  expect(request.headers.map(([name]) => name)).toEqual(['Accept', 'Content-Type']);
});

test('a time limit that passes while an answer is read holds for those that came with it', async () => {
  const target = await answersTogether(4);
  const options = completeOptions({ flags: { target }, env: {}, config: null, randomSeed: 1, folder: '/' });
  const contract = loadContract(options.namespace);
  const stop = new AbortController();
  const client = openClient(target, contract, options, stop.signal);
  onTestFinished(() => client.close());
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error('the contract has no operation');
  const read = async (): Promise<string> => {
    const request = { method: 'GET', path: '/', headers: [], body: null };
    const { outcome } = await client.send({ operation, binding: 'http-get' }, request);
    if (outcome.kind === 'trouble') return outcome.trouble.kind;
    setTimeout(() => stop.abort(), 1);
    for (const start = performance.now(); performance.now() - start < 50; );
    return 'read';
  };
  expect((await Promise.all([read(), read(), read(), read()])).toSorted()).toEqual([
    'aborted',
    'aborted',
    'aborted',
    'read',
  ]);
  // What is not sent does not count.
  expect([await read(), client.requests()]).toEqual(['aborted', 4]);
});
