import type { Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { RunOptions } from '../../options/model.ts';
import { completeOptions } from '../../options/run-options.ts';
import { patience } from '../../patience.fixture.ts';
import { startRawServer } from '../../wire/http/raw-server.fixture.ts';
import { OK } from '../../wire/http/target.fixture.ts';
import { openClient } from '../send/client.ts';
import { firstCalls, preflight } from './preflight.ts';

const contract = loadContract(defaultNamespace());

function optionsFor(target: string, bindings?: string, more: Readonly<Record<string, string>> = {}): RunOptions {
  const flags = { target, timeout: `${patience(30_000)}`, ...(bindings === undefined ? {} : { bindings }), ...more };
  return completeOptions({ flags, env: {}, config: null, randomSeed: 1 });
}

/** What pre-flight says of a server that does as told with the n-th request. */
async function asked(
  answer: (socket: Socket, request: string, n: number) => void,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const server = await startRawServer((socket, request) => answer(socket, request, server.requests.length));
  const options = optionsFor(server.url.href, undefined, more);
  const client = openClient(server.url.href, contract, options);
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return (await preflight(client, options)).kind;
}

test.each([undefined, 'soap12,http-get', 'http-post'])('the first calls are of all bindings (%s)', (bindings) => {
  const cells = firstCalls(contract, optionsFor('http://dealer.example', bindings)).map(({ cell }) => cell);
  expect(new Set(cells.map(({ binding }) => binding)).size).toBe(bindings?.split(',').length ?? 4);
  expect(new Set(cells.map(({ operation }) => operation.name)).size).toBe(4);
});

test('each binding but the first gets an invented value of another parameter', async () => {
  const server = await startRawServer((socket) => socket.write(OK));
  const options = optionsFor(server.url.href);
  const client = openClient(server.url.href, contract, options);
  const asked: string[] = [];
  const call: typeof client.call = (cell, sent) => {
    const invented = Object.keys(sent.values).filter((name) =>
      /^(?=.*[a-z])[A-Za-z]{10}$/.test(sent.values[name] ?? ''),
    );
    if (sent.operation === 'Get_Submodel_Restricted') asked.push(`${cell.binding} ${invented.join()}`);
    return client.call(cell, sent);
  };
  await preflight({ ...client, call }, options);
  await client.close();
  await server.close();
  expect(asked.toSorted()).toEqual(['http-get Model', 'http-post Year', 'soap11 ', 'soap12 Make']);
});

test('a target that takes connections and ends them all is dead', async () => {
  expect(await asked((socket) => socket.destroy())).toBe('dead');
});

test.each([
  ['in one binding', (request: string) => !/soapaction/i.test(request)],
  ['in all cells but one', (request: string) => /McatCodes/.test(request)],
  ['in the first calls', (_request: string, n: number) => n > 4],
  ['in the first call of every cell', (_request: string, n: number) => n > 76],
])('one that ends them %s answers', async (_name, answers) => {
  const kind = await asked((socket, request, n) => (answers(request, n) ? socket.write(OK) : void socket.destroy()));
  expect(kind).toBe('answers');
});

test.each([
  ['in the selected operation', (request: string) => !request.includes('McatCodes')],
  ['at first', (_request: string, n: number) => n > 4],
])('one that is too slow %s answers', async (_name, answers) => {
  const slow = { operations: 'McatCodes', timeout: `${patience(300)}` };
  const kind = await asked((socket, request, n) => (answers(request, n) ? socket.write(OK) : null), slow);
  expect(kind).toBe('answers');
});

test('one whose first operations are too slow answers, with everything selected', async () => {
  const options = optionsFor('http://dealer.example');
  const slow = firstCalls(contract, options).map(({ cell }) => cell.operation.name);
  const answers = (request: string) =>
    !slow.some(
      (name) => request.includes(`${name}?`) || request.includes(`<${name} `) || request.includes(`/${name} `),
    );
  const kind = await asked((socket, request) => (answers(request) ? socket.write(OK) : null), {
    timeout: `${patience(300)}`,
  });
  expect(kind).toBe('answers');
});

test('one that takes connections and answers nothing is dead', async () => {
  expect(await asked(() => undefined, { timeout: `${patience(300)}` })).toBe('dead');
});

test.each([
  ['404 Not Found', true],
  ['302 Found', true],
  ['429 Too Many Requests\r\nRetry-After: 0.01', false],
  ['500 Internal Server Error', false],
  ['200 OK', false],
])('a target whose every answer is %s refuses the pre-flight: %s', async (status, refused) => {
  const server = await startRawServer((socket) => socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`));
  const options = optionsFor(server.url.href);
  const client = openClient(server.url.href, contract, options);
  const flight = await preflight(client, options);
  await client.close();
  await server.close();
  expect(flight).toEqual({ kind: 'answers', refused, started: false });
});

test.each([
  ['for a while', 8, true, [250, 500]],
  ['for ever', 1000, false, [250, 500, 1000, 2000, 4000]],
])('a target that shows a page %s at first is asked again', async (_while, pages, started, expected) => {
  const PAGE = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n';
  const server = await startRawServer((socket) => socket.write(server.requests.length > pages ? OK : PAGE));
  const options = optionsFor(server.url.href);
  const pauses: number[] = [];
  const client = { ...openClient(server.url.href, contract, options), hold: (ms: number) => void pauses.push(ms) };
  expect(await preflight(client, options)).toEqual({ kind: 'answers', refused: false, started });
  expect(pauses).toEqual(expected);
  await client.close();
  await server.close();
});
