import { beforeAll, expect, test } from 'vitest';
import type { Pools } from '../../calls/pools.ts';
import { bindingNames } from '../../contract/operations.ts';
import { everywhere, runOf, runOver } from '../../engine/cell/run-operation.fixture.ts';
import { serverThatTakes } from '../../engine/cell/server-between.fixture.ts';
import type { Mutation } from '../../reference/mutation.ts';
import { harvested } from '../../reference/variations/target.fixture.ts';
import type { InRequest } from '../../reference/wire/message.ts';
import type { Results } from '../../results/results.ts';
import { type HttpRequest, headerValue } from '../../wire/http/exchange.ts';

// What a server makes of packets and connections, which no defect of the reference server can see, and what a gateway adds.

let pools: Pools;
beforeAll(async () => {
  pools = await harvested();
});

const said = ({ findings }: Results): string =>
  findings.map(({ rule, cause, message, probe }) => [rule, cause, message, probe?.variant].join(' ')).join('\n');

/** Each packet of a body is decoded by itself: the client in this process hands on how a request travels. */
const ofPackets: Mutation = {
  applies: everywhere,
  request: (request: InRequest & Pick<HttpRequest, 'delivery'>) => {
    const { body, delivery: { firstPacket = 0 } = {} } = request;
    const parts = [body.subarray(0, firstPacket), body.subarray(firstPacket)];
    return { ...request, body: Buffer.from(parts.map((part) => Buffer.from(part).toString('utf8')).join('')) };
  },
};

test('a server that decodes each packet of a body by itself is not conformant, and a finding names it', async () => {
  const results = await runOf('Get_Year_Restricted', [ofPackets], { pools });
  expect([results.verdict, said(results)]).toEqual([
    'non-conformant',
    expect.stringMatching(/request\.delivery:two-packets/),
  ]);
});

test('a server that takes another make on connections that it knows already is not conformant, and a finding names it', async () => {
  const other = (request: InRequest): InRequest => {
    const body = Buffer.from(request.body).toString('utf8').replace('Honda', 'Toyota');
    return { ...request, path: request.path.replace('Make=Honda', 'Make=Toyota'), body: Buffer.from(body) };
  };
  const url = await serverThatTakes((request, { isReused }) => (isReused ? other(request) : request));
  // All connections are known by the second operation.
  const results = await runOver(url, ['Get_Recid_Images', 'GetModel_Restricted'], bindingNames, 1, pools);
  expect([results.verdict, said(results)]).toEqual([
    'non-conformant',
    expect.stringMatching(/request\.delivery:new-connection/),
  ]);
});

test('a server that knows its host only in lower case is not accused by its address, and by its name it is', async () => {
  const url = await serverThatTakes((request) => {
    const host = headerValue(request.headers, 'host') ?? '';
    return host === host.toLowerCase() ? request : { ...request, path: '/' };
  });
  const causesOf = async (at: string): Promise<readonly string[]> => {
    const { findings } = await runOver(at, ['GetModel_Restricted'], bindingNames, 1, pools);
    return findings.map(({ cause, level }) => `${cause} ${level}`);
  };
  expect(await causesOf(url)).toEqual([]);
  const byName = await causesOf(url.replace('127.0.0.1', 'localhost'));
  expect(new Set(byName)).toEqual(new Set(['request.header-fields:host-upper recommended']));
});

test.each([502, 504])('a gateway that answers %i once in 60 requests is not accused of that', async (status) => {
  const gateway: Mutation = {
    applies: everywhere,
    response: (response, { n }) =>
      n % 60 === 19 ? { ...response, status, headers: [['Content-Length', '0']], body: new Uint8Array() } : response,
  };
  const { findings } = await runOf('Get_Inventory', [gateway], { pools });
  expect(findings.filter(({ level }) => level === 'required').map(({ id }) => id)).toEqual([]);
});
