import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type FastElement, readXml } from '../../xml/fast-xml.ts';
import { ask, contract } from '../client.fixture.ts';
import { startReferenceServer } from '../server.ts';
import { wsdl } from './document.ts';

const known = contract();
const root = readXml(wsdl(known, 'http://host/getData.asmx'));
/** What a real ASP.NET service of the document answers to ?wsdl, and where it was recorded. */
const asmx = readFileSync(new URL('../../../fixtures/asmx/captures/wsdl.xml', import.meta.url), 'utf8');
const ASMX_ADDRESS = 'http://127.0.0.1:18400/getData.asmx';

describe('what ASP.NET generates for this service', () => {
  const [own, real] = [wsdl(known, ASMX_ADDRESS), asmx].map((text) => readXml(text));
  test.each(['types', 'message', 'portType', 'binding', 'service'])('%s', (part) => {
    const [mine, its] = [own, real].map((one) => (one === undefined ? [] : named(one, `wsdl:${part}`)));
    expect(its?.length).toBeGreaterThan(0);
    expect(mine).toEqual(its);
  });

  test('to the byte', () => {
    expect(wsdl(known, ASMX_ADDRESS)).toBe(asmx);
  });
});

function named(parent: FastElement, kind: string): readonly FastElement[] {
  return parent.children.filter((child) => child.name === kind);
}

test('every operation is bound in all four ports', () => {
  const bindings = named(root, 'wsdl:binding');
  expect(bindings.map((one) => one.attributes.name)).toEqual([
    'GetDataSoap',
    'GetDataSoap12',
    'GetDataHttpGet',
    'GetDataHttpPost',
  ]);
  const names = known.operations.map((one) => one.name);
  for (const one of bindings) {
    expect(named(one, 'wsdl:operation').map((operation) => operation.attributes.name)).toEqual(names);
  }
  const [service] = named(root, 'wsdl:service');
  expect(service?.children.map((port) => port.children[0]?.attributes.location)).toEqual(
    Array(4).fill('http://host/getData.asmx'),
  );
});

test('every message that is referred to is there', () => {
  const text = wsdl(known, 'http://host/');
  const used = new Set([...text.matchAll(/message="tns:([^"]+)"/g)].map(([, name]) => name));
  const there = new Set(named(root, 'wsdl:message').map((one) => one.attributes.name));
  expect(there).toEqual(used);
});

test('the address is the one the client used', async () => {
  const server = await startReferenceServer({ contract: known });
  const { text, headers } = await ask(server.url, {
    method: 'GET',
    path: '/getData.asmx?WSDL',
    headers: { Host: 'example.test:81' },
  });
  const odd = await ask(server.url, { method: 'GET', path: '/getData.asmx?wsdl', headers: { Host: 'a"b' } });
  await server.close();
  expect(headers['content-type']).toBe('text/xml; charset=utf-8');
  expect(text).toContain('location="http://example.test:81/getData.asmx"');
  expect(odd.text).toContain(`location="${server.url}/getData.asmx"`);
});

test('the address is what a proxy in front says, if that is an address', async () => {
  const server = await startReferenceServer({ contract: known });
  const address = async (headers: Readonly<Record<string, string>>) => {
    const { text } = await ask(server.url, { method: 'GET', path: '/getData.asmx?wsdl', headers });
    return /<soap:address location="([^"]*)"/.exec(text)?.[1];
  };
  const found = [
    await address({ Host: 'inside:81', 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'dealer.example' }),
    await address({ Host: 'dealer.example', 'X-Forwarded-Proto': 'https' }),
    await address({ 'X-Forwarded-Proto': 'https, http', 'X-Forwarded-Host': 'dealer.example:8443, inside' }),
    await address({ Host: 'inside:81', 'X-Forwarded-Proto': 'javascript', 'X-Forwarded-Host': 'a"/><x' }),
    await address({ Host: 'inside:81', 'X-Forwarded-Host': 'dealer.example:port' }),
  ];
  await server.close();
  expect(found).toEqual([
    'https://dealer.example/getData.asmx',
    'https://dealer.example/getData.asmx',
    'https://dealer.example:8443/getData.asmx',
    'http://inside:81/getData.asmx',
    'http://inside:81/getData.asmx',
  ]);
});
