import { expect, test } from 'vitest';
import { type FastElement, readXml } from '../../xml/fast-xml.ts';
import { ask, contract, NAMESPACE } from '../client.fixture.ts';
import { startReferenceServer } from '../server.ts';
import { wsdl } from './document.ts';

const known = contract();
const root = readXml(wsdl(known, 'http://host/getData.asmx'));

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

test('the types hold every record, request and response once, and no envelope', () => {
  const schema = named(root, 'wsdl:types')[0]?.children[0];
  const components = schema?.children.map((one) => `${one.name} ${one.attributes.name}`) ?? [];
  expect(new Set(components).size).toBe(components.length);
  for (const { name, result } of known.operations) {
    const expected = [name, `${name}Response`, result.httpRoot].map((element) => `xs:element ${element}`);
    expect(components).toEqual(expect.arrayContaining([...expected, `xs:complexType ${result.record}`]));
  }
  expect(components).toContain('xs:element VehicleTypeHeader');
  expect(components).not.toContain('xs:element Envelope');
  expect(schema?.attributes.targetNamespace).toBe(NAMESPACE);
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

test('the page lists every operation and escapes what it shows', async () => {
  const hostile = { ...known, namespace: 'urn:<script>"&' };
  const server = await startReferenceServer({ contract: hostile });
  const { text, headers } = await ask(server.url, { method: 'GET' });
  await server.close();
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(text).not.toContain('<script>');
  for (const { name } of known.operations) expect(text).toContain(name);
});
