import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { completeOptions } from '../config/run-options.ts';
import { loadContract } from '../contract/load.ts';
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
});
