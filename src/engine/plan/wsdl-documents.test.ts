import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Cell } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import { completeOptions } from '../../options/run-options.ts';
import { wsdlDocument } from '../../reference/wsdl/document.ts';
import type { Offered } from '../../rules/wsdl/description.ts';
import { wsdlRules } from '../../rules/wsdl/rules.ts';
import { answerOf, contract, describingOf, ENDPOINT } from '../../rules/wsdl/wsdl.fixture.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import { startRawServer } from '../../wire/http/raw-server.fixture.ts';
import { openClient } from '../send/client.ts';
import { getBy, getWsdl } from './wsdl.ts';
import { wholeDescription } from './wsdl-documents.ts';

const TARGET = new URL('https://dealer.example/');
const split = { applies: () => false, wsdlInParts: true } as const;
const queries = ['wsdl', 'wsdl=wsdl0', 'xsd=xsd0', 'xsd=xsd1'] as const;
const parts = new Map(
  queries.map((query) => [`/getData.asmx?${query}`, wsdlDocument(query, contract, ENDPOINT, [split]) ?? '']),
);

/** A description whose documents a function answers for, and the paths that were asked. */
async function offeredBy(answer: (path: string) => string | Exchange | undefined) {
  const asked: string[] = [];
  const get = async (path: string): Promise<Exchange> => {
    asked.push(path);
    const given = answer(path);
    const exchange = typeof given === 'object' ? given : answerOf(given ?? '', given === undefined ? 404 : 200);
    return { ...exchange, request: { ...exchange.request, path } };
  };
  const offered = await wholeDescription(await get('/getData.asmx?wsdl'), get, TARGET);
  return { offered, asked: asked.slice(1) };
}

/** What the rules say, a line for each: `wsdl.types fail parameter…` or `wsdl.types not judged: why`. */
function said(offered: Offered): readonly string[] {
  if ('none' in offered) return [offered.none];
  const lines = contract.operations.flatMap((operation) =>
    bindingNames.flatMap((binding) =>
      wsdlRules.flatMap((rule) => {
        const { id } = rule;
        const cell: Cell = { operation, binding };
        const judgement = describingOf(rule)?.(offered, cell, contract, new URL(ENDPOINT)) ?? [];
        if ('code' in judgement) return [`${id} not judged: ${judgement.text}`];
        return judgement.map(({ code }) => `${id} ${code}`);
      }),
    ),
  );
  return [...new Set(lines)];
}

test('a description in parts is read whole: nothing is wrong in it, and each part is requested once', async () => {
  const { offered, asked } = await offeredBy((path) => parts.get(path));
  expect(said(offered)).toEqual([]);
  expect(asked).toEqual(queries.slice(1).map((query) => `/getData.asmx?${query}`));
});

test('what is wrong in a part is found, and says where', async () => {
  const wrong = (path: string) => parts.get(path)?.replaceAll('name="ItemNo"', 'name="itemNo"');
  const { offered } = await offeredBy(wrong);
  expect(said(offered)).toContain('wsdl.types Get_Inventory');
  if ('none' in offered) return expect.fail(offered.none);
  const elements = new Set(offered.roots.map((root) => offered.exchangeOf(root)?.request.path));
  expect(elements.size).toBe(4);
});

test('an included schema without a target namespace has that of the one that includes it', async () => {
  const bare = (path: string) => {
    const text = parts.get(path);
    return path.endsWith('xsd1')
      ? text
          ?.replace(/ targetNamespace="[^"]*"/, '')
          .replace(/ xmlns:tns="[^"]*"/, '')
          .replaceAll('tns:', '')
      : text;
  };
  const { offered } = await offeredBy(bare);
  expect(said(offered)).toEqual([]);
});

describe('what could not be read is not judged, and says why', () => {
  const cases: readonly (readonly [
    what: string,
    answer: (path: string) => string | Exchange | undefined,
    why: string,
  ])[] = [
    [
      'a part that is not there',
      (path) => (path.endsWith('xsd0') ? undefined : parts.get(path)),
      'it answers /getData.asmx?xsd=xsd0 with status 404',
    ],
    [
      'a page',
      (path) => (path.endsWith('xsd1') ? '<html/>' : parts.get(path)),
      '<html> is neither a WSDL nor a schema',
    ],
    [
      'no XML',
      (path) => (path.endsWith('xsd0') ? 'x' : parts.get(path)),
      'its answer to /getData.asmx?xsd=xsd0 is not XML',
    ],
    [
      'no answer',
      (path) =>
        path.endsWith('xsd0')
          ? {
              ...answerOf(''),
              outcome: { kind: 'trouble', trouble: { kind: 'timeout', message: 'no answer within 10 ms' } },
            }
          : parts.get(path),
      'got no answer: no answer within 10 ms',
    ],
  ];
  test.each(cases)('%s', async (_what, answer, why) => {
    const { offered } = await offeredBy(answer);
    const lines = said(offered);
    expect(lines.every((line) => line.includes(' not judged: '))).toBe(true);
    expect(lines.filter((line) => line.endsWith(why)).map((line) => line.split(' ')[0])).toEqual([
      'wsdl.valid',
      'wsdl.types',
    ]);
  });

  test.each([
    'http://buildbox.internal:8080/getData.asmx?xsd=xsd0',
    'http://dealer.example/getData.asmx?xsd=xsd0',
    'https://dealer.example:8443/getData.asmx?xsd=xsd0',
    'http://169.254.169.254/latest',
    '//evil.example/x',
    'file:///etc/passwd',
    'https://dealer.example@evil.example/x',
  ])('%s is named, and never asked', async (location) => {
    const { offered, asked } = await offeredBy((path) =>
      parts.get(path)?.replace('getData.asmx?xsd=xsd0', location.replaceAll('&', '&amp;')),
    );
    expect(asked).toEqual(['/getData.asmx?wsdl=wsdl0']);
    const lines = said(offered);
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['wsdl.valid', 'wsdl.types']);
    expect(lines.every((line) => line.includes("not on the target's host and port: it is never asked"))).toBe(true);
  });

  test('a ring of imports, and more of them than are read', async () => {
    const importing = (...locations: readonly string[]) =>
      `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema">${locations.map((one) => `<s:include schemaLocation="${one}"/>`).join('')}</s:schema>`;
    const ring = await offeredBy((path) =>
      path.endsWith('xsd1') ? importing('?xsd=xsd0', '?xsd=xsd1') : parts.get(path),
    );
    expect(ring.asked).toHaveLength(3);
    let made = 0;
    const endless = await offeredBy((path) => {
      made += 1;
      return path.includes('xsd') ? importing(`?xsd=a${made}`, `?xsd=b${made}`) : parts.get(path);
    });
    expect(endless.asked.length).toBeLessThan(45);
    expect(said(endless.offered).filter((line) => line.includes('more than 40 parts')).length).toBe(2);
    const absent = Array.from({ length: 100 }, (_, at) => `?xsd=none${at}`);
    const vain = await offeredBy((path) => (path.endsWith('xsd0') ? importing(...absent) : parts.get(path)));
    expect(vain.asked.length).toBe(40);
  });
});

/** What a server offers that answers by path with these raw heads and bodies. */
async function offeredOverHttp(answer: (path: string) => { readonly head: string; readonly body?: Buffer }) {
  const asked: string[] = [];
  const server = await startRawServer((socket, request) => {
    const [, path = ''] = /^GET (\S+)/.exec(String(request)) ?? [];
    asked.push(path);
    const { head, body = Buffer.alloc(0) } = answer(path);
    socket.end(
      Buffer.concat([
        Buffer.from(`HTTP/1.1 ${head}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`),
        body,
      ]),
    );
  });
  onTestFinished(() => server.close());
  const options = completeOptions({ flags: {}, env: {}, config: null, randomSeed: 1 });
  const client = openClient(server.url.href, contract, options);
  onTestFinished(() => client.close());
  return { offered: await wholeDescription(await getWsdl(client), getBy(client), client.target), asked };
}

const whole = Buffer.from(wsdlDocument('wsdl', contract, ENDPOINT, []) ?? '');
const ok = { head: '200 OK', body: whole };

test.each([
  ['?WSDL only', (path: string) => (path.endsWith('?WSDL') ? ok : { head: '404 Not Found' })],
  ['gzip that was not requested', () => ({ head: '200 OK\r\nContent-Encoding: gzip', body: gzipSync(whole) })],
  [
    'a redirect on the host',
    (path: string) => (path === '/moved?wsdl' ? ok : { head: '302 Found\r\nLocation: /moved?wsdl' }),
  ],
])('%s is read', async (_what, answer) => {
  const { offered } = await offeredOverHttp(answer);
  expect(said(offered).filter((line) => !line.startsWith('wsdl.bindings address'))).toEqual([]);
});

test('a redirect to another host is not followed, and one in a ring ends', async () => {
  const away = await offeredOverHttp(() => ({ head: '302 Found\r\nLocation: http://192.0.2.1/x?wsdl' }));
  expect(said(away.offered)).toEqual(['it answers ?wsdl with status 302']);
  const ring = await offeredOverHttp(() => ({ head: '302 Found\r\nLocation: ?wsdl' }));
  expect(said(ring.offered)).toEqual(['it answers ?wsdl with status 302']);
  expect(ring.asked.length).toBeLessThan(14);
});
