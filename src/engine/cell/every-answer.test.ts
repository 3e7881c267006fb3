import { expect, onTestFinished, test } from 'vitest';
import type { Mutation } from '../../reference/mutation.ts';
import { startReferenceServer } from '../../reference/server.ts';
import { contract } from '../../reference/variations/target.fixture.ts';
import type { InRequest } from '../../reference/wire/message.ts';
import type { Results } from '../../results/results.ts';
import { everywhere, runOf, runOver } from './run-operation.fixture.ts';

const OPERATION = 'Get_Inventory';

/** What these servers look at. */
type Sent = Pick<InRequest, 'headers' | 'body'>;

const bodyOf = ({ body }: Sent): string => Buffer.from(body).toString('utf8');
const agentOf = ({ headers }: Sent): string => headers.find(([name]) => name.toLowerCase() === 'user-agent')?.[1] ?? '';

/** A server that answers some requests as another media type. */
const otherType = (isWrong: (request: Sent) => boolean): Mutation => ({
  applies: everywhere,
  response: (response, { request }) => ({
    ...response,
    headers: response.headers.map(([name, value]) =>
      isWrong(request) && name.toLowerCase() === 'content-type' ? [name, 'text/plain; charset=utf-8'] : [name, value],
    ),
  }),
});

const found = ({ findings }: Results, rule: string) => findings.filter((one) => one.rule === rule);

test.each([
  ['prefixed envelopes', (request: Sent) => bodyOf(request).includes('<env:Envelope'), 'soap11', 2],
  ['clients that say who they are', (request: Sent) => /Ruby/.test(agentOf(request)), 'soap12', 2],
] as const)(
  'an answer that is wrong only for %s is a finding that shows the request',
  async (_to, isWrong, binding, cells) => {
    const results = await runOf(OPERATION, [otherType(isWrong)]);
    const findings = found(results, 'http.content-type');
    expect([results.verdict, findings.length]).toEqual(['non-conformant', cells]);
    const shown = findings.find((one) => one.binding === binding);
    expect(shown?.probe?.variant).toMatch(/^the (?:envelope|User-Agent) of Savon/);
    const { headers, body } = shown?.exchange.request ?? expect.fail('no finding shows a request');
    expect(isWrong({ headers, body: Buffer.from(body ?? '') })).toBe(true);
  },
);

const inBase64 = (body: string): string => Buffer.from(body).toString('base64');

test.each([
  ['its base64 breaks a required rule', inBase64, ['xml.well-formed']],
  ['a page may be a refusal', () => '<html><body>Blocked</body></html>', []],
  ['a page without the tags that HTML lets out may be one', () => '<!doctype html><title>Blocked</title><p>x', []],
] as const)('for clients that name JSON first, with 200, %s', async (_what, of, rules) => {
  const packed: Mutation = {
    applies: everywhere,
    response: (response, { request }) => {
      const isOdd = request.headers.some(([name, value]) => /^accept$/i.test(name) && /^application\/json/.test(value));
      const body = Buffer.from(isOdd ? of(`${response.body}`) : response.body);
      const headers = response.headers.filter(([name]) => name !== 'Content-Length');
      return { ...response, body, headers: [...headers, ['Content-Length', `${body.length}`]] };
    },
  };
  const { findings } = await runOf(OPERATION, [packed]);
  expect(findings.length).toBeGreaterThan(0);
  const required = findings.filter(({ level }) => level === 'required').map(({ rule }) => rule);
  expect([...new Set(required)]).toEqual(rules);
});

test('a server that is right for every client has no finding', async () => {
  const results = await runOf(OPERATION, [otherType(() => false)]);
  expect([results.verdict, results.findings]).toEqual(['conformant', []]);
});

test('an answer to HTTP/1.0 may end with the connection, without Content-Length', async () => {
  const ending: Mutation = {
    applies: everywhere,
    response: (response, { request }) => {
      if (request.version !== '1.0') return response;
      const head = response.headers.filter(([name]) => name !== 'Content-Length').map((line) => line.join(': '));
      const bytes = Buffer.concat([Buffer.from(['HTTP/1.1 200 OK', ...head, '', ''].join('\r\n')), response.body]);
      return { ...response, raw: { bytes, afterwards: 'close' } };
    },
  };
  const server = await startReferenceServer({ contract, defects: [ending] });
  onTestFinished(() => server.close());
  const results = await runOver(server.url, [OPERATION], ['soap11', 'http-get'], 1, { values: {}, rows: [] });
  expect([results.verdict, results.findings.map(({ cause }) => cause)]).toEqual(['conformant', []]);
});

const refusing = (isWrong: (body: string) => boolean): Mutation => ({
  applies: everywhere,
  response: (response, { request }) =>
    isWrong(bodyOf(request)) ? { ...response, status: 500, body: Buffer.alloc(0), headers: EMPTY } : response,
});
const EMPTY = [['Content-Length', '0']] as const;

test('requests that have many traits at once are taken apart, so that the finding names the one that matters', async () => {
  const results = await runOf(OPERATION, [refusing((body) => body.includes('xsi:type='))]);
  const probed = results.findings.map(({ level, binding, cause }) => [level, binding, cause]);
  // XML Schema allows the attribute; whether a server takes it, neither XML nor the document says.
  expect(probed).toEqual([
    ['recommended', 'soap11', 'request.infoset:typed'],
    ['recommended', 'soap12', 'request.infoset:typed'],
  ]);
});

test('cells that refuse all header blocks have one cause', async () => {
  const refusesHeaders = refusing((body) => /<(\w+:)?Header[ >]/.test(body));
  const causes: string[] = [];
  for (const operation of ['Get_Video_Links', 'Get_Inventory', 'McatCodes', 'Get_Year_Restricted']) {
    const { findings } = await runOf(operation, [refusesHeaders]);
    causes.push(...findings.filter(({ rule }) => rule === 'request.header-blocks').map(({ cause }) => cause));
  }
  expect(causes).toEqual(Array(8).fill('request.header-blocks:optional-block'));
});

test('where no trait matters by itself, the finding names the fewest that do together', async () => {
  const both = (body: string): boolean => body.includes('CDATA') && /<\?xml version="1.0"\?>/.test(body);
  const results = await runOf('Get_Video_Links_by_Make', [refusing(both)]);
  const [found] = results.findings.filter(({ rule }) => rule === 'request.infoset');
  expect(found?.cause).toMatch(/^request\.infoset:cdata(-beside-text)?\+declaration-without-encoding$/);
  expect(found?.spelling?.join('+')).toBe(found?.cause.split(':')[1]);
});
