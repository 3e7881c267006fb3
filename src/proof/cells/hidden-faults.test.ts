import { beforeAll, expect, test } from 'vitest';
import type { Pools } from '../../calls/pools.ts';
import { bindingNames } from '../../contract/operations.ts';
import { everywhere, lists, runOf, runOver } from '../../engine/cell/run-operation.fixture.ts';
import { serverThatTakes } from '../../engine/cell/server-between.fixture.ts';
import type { Mutation } from '../../reference/mutation.ts';
import type { FieldValue } from '../../reference/value.ts';
import { harvested } from '../../reference/variations/target.fixture.ts';
import type { InRequest } from '../../reference/wire/message.ts';
import type { Results } from '../../results/results.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';

// Servers that are wrong to few requests only, each found by a run at profile standard.

let pools: Pools;
beforeAll(async () => {
  pools = await harvested();
});

const fieldOf = ({ headers }: Pick<InRequest, 'headers'>, name: string): string | undefined =>
  headers.find(([key]) => key.toLowerCase() === name)?.[1];

/** A server whose lists lack their first record for some requests. */
const lacking = (isWrong: (request: Pick<InRequest, 'headers'>) => boolean): Mutation => ({
  applies: everywhere,
  result: (value, { request }) => (isWrong(request) ? lists(value, (list) => list.slice(1)) : value),
});

const ofTexts = (edit: (text: string) => string): Mutation => ({
  applies: everywhere,
  parameters: (values) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? edit(value) : value]),
    ),
});

const bodyOf = ({ body }: Pick<InRequest, 'body'>): string => Buffer.from(body).toString('utf8');

/** A number beyond 31 bits is read as another one. */
const ofLongs: Mutation = {
  applies: everywhere,
  parameters: (values) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'bigint' && value > 2n ** 31n ? BigInt.asIntN(32, value) : value,
      ]),
    ),
};

/** Each packet of a body is decoded by itself: the client in this process hands on how a request travels. */
const ofPackets: Mutation = {
  applies: everywhere,
  request: (request: InRequest & Pick<HttpRequest, 'delivery'>) => {
    const { body, delivery: { firstPacket = 0 } = {} } = request;
    const parts = [body.subarray(0, firstPacket), body.subarray(firstPacket)];
    return { ...request, body: Buffer.from(parts.map((part) => Buffer.from(part).toString('utf8')).join('')) };
  },
};

/** One binding caches answers by the first characters of each parameter. */
const cachedBy = (over: string, length: number): Mutation => {
  const known = new Map<string, FieldValue>();
  let key = '';
  return {
    applies: (_operation, binding) => binding === over,
    parameters: (values) => {
      key = JSON.stringify(Object.values(values).map((value) => `${value}`.slice(0, length)));
      return values;
    },
    result: (value) => {
      const answer = known.get(key) ?? value;
      known.set(key, answer);
      return answer;
    },
  };
};

const said = ({ findings }: Results): string =>
  findings.map(({ rule, cause, message, probe }) => [rule, cause, message, probe?.variant].join(' ')).join('\n');

test.each<readonly [string, string, Mutation, RegExp]>([
  // Our own client names itself below what a test in this process sees.
  [
    'every User-Agent but ours',
    'Get_Video_Links',
    lacking((request) => fieldOf(request, 'user-agent') !== undefined),
    /request\.header-fields:user-agent A request is answered differently with .*User-Agent/,
  ],
  [
    'one Accept',
    'Get_Video_Links',
    lacking((request) => fieldOf(request, 'accept') === 'text/*, application/*;q=0.5'),
    /request\.header-fields:accept A request is answered differently with an Accept of ranges/,
  ],
  [
    'astral characters',
    'Get_Submodel_Restricted',
    ofTexts((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
    /request\.text-fidelity/,
  ],
  [
    'a VehicleTypeHeader whose element has a prefix',
    'GetModel_VehicleType',
    {
      applies: everywhere,
      header: (header, { request }) => (/:VehicleTypeHeader/.test(bodyOf(request)) ? null : header),
    },
    /request\.infoset/,
  ],
  [
    'form types that are not in lower case',
    'Get_Video_Links',
    lacking((request) => fieldOf(request, 'content-type')?.startsWith('APPLICATION/X-WWW') ?? false),
    /request\.media-type:type-case/,
  ],
  [
    'requests with a cookie',
    'Get_Video_Links',
    lacking((request) => fieldOf(request, 'cookie') !== undefined),
    /request\.header-fields:cookie/,
  ],
  [
    'ints beyond 24 bits',
    'Get_Recid_Images',
    {
      applies: everywhere,
      parameters: (values) =>
        typeof values.recid === 'bigint' && values.recid > 2n ** 24n
          ? { ...values, recid: values.recid - (values.recid % 64n) }
          : values,
    },
    /request\.text-fidelity/,
  ],
  ['characters that two packets part', 'Get_Year_Restricted', ofPackets, /request\.delivery:two-packets/],
  ['longs beyond 31 bits', 'Get_Digital_Assets_recid', ofLongs, /request\.long-parameters/],
])(
  'a server that is wrong only for %s is not conformant, and a finding names it',
  async (_to, operation, wrong, names) => {
    const results = await runOf(operation, [wrong], [], pools);
    expect([results.verdict, said(results)]).toEqual(['non-conformant', expect.stringMatching(names)]);
  },
);

test.each(bindingNames)('%s: a server that cuts the keys of a cache is not conformant', async (over) => {
  for (const length of [20, 50, 100]) {
    const { verdict } = await runOf('Get_Submodel_Restricted', [cachedBy(over, length)], [], pools);
    expect([length, verdict]).toEqual([length, 'non-conformant']);
  }
});

test('a server that refuses two header values together is recommended against', async () => {
  const refused: Mutation = {
    applies: everywhere,
    failure: (failure, { header }) =>
      header?.VehicleTypeToFilter === 'Van' && header.NoMissings && header.VcdbOnly
        ? { kind: 'empty', status: 400, why: 'not foreseen' }
        : failure,
  };
  const { findings } = await runOf('GetModel_VehicleType', [refused], [], pools);
  expect(findings.map(({ rule, level }) => `${rule} ${level}`)).toContain('http.status-generated recommended');
});

test.each([1, 2, 3])(
  'a server that fails once in 60 requests, at any of them, is not conformant: part %s',
  async (part) => {
    const failing: Mutation = {
      applies: everywhere,
      failure: (failure, { n }) => (n % 60 === 19 * part ? { kind: 'plain', message: 'deadlock victim' } : failure),
    };
    const { verdict, findings } = await runOf('Get_Inventory', [failing], [], pools);
    const shown = findings.filter(({ rule }) => rule === 'http.status').map(({ level, message }) => [level, message]);
    expect([verdict, shown[0]]).toEqual([
      'non-conformant',
      ['required', expect.stringMatching(/at another time is answered with 500.*Intermittent: \d of \d/s)],
    ]);
  },
);

test.each([502, 504])('a gateway that answers %i once in 60 requests is not accused of that', async (status) => {
  const gateway: Mutation = {
    applies: everywhere,
    response: (response, { n }) =>
      n % 60 === 19 ? { ...response, status, headers: [['Content-Length', '0']], body: new Uint8Array() } : response,
  };
  const { findings } = await runOf('Get_Inventory', [gateway], [], pools);
  expect(findings.filter(({ level }) => level === 'required').map(({ id }) => id)).toEqual([]);
});

test('a server that always refuses a value is still recommended against alone', async () => {
  const refusing: Mutation = {
    applies: everywhere,
    failure: (failure, { parameters }) =>
      parameters.ItemNo === '' ? { kind: 'plain', message: 'no number' } : failure,
  };
  const { findings } = await runOf('Get_Inventory', [refusing], [], pools);
  expect(new Set(findings.map(({ rule, level }) => `${rule} ${level}`))).toEqual(
    new Set(['http.status-generated recommended']),
  );
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

test('a server with one canned body for every question is inconclusive: exit code 3', async () => {
  let canned: Parameters<NonNullable<Mutation['result']>>[0] | null = null;
  const always: Mutation = {
    applies: everywhere,
    result: (value) => {
      canned ??= value;
      return canned;
    },
  };
  const { verdict, exitCode, inconclusive } = await runOf('Get_Video_Links_by_Make', [always], [], pools);
  expect([verdict, exitCode]).toEqual(['inconclusive', 3]);
  expect(inconclusive.map(({ rule }) => rule)).toContain('data.varies');
});
