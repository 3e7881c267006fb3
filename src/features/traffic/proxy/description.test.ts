import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../../contract/load.ts';
import { isDescription, readdressed } from './description.ts';
import { proxyToBytes } from './proxy.fixture.ts';

const contract = loadContract(defaultNamespace());

test.each([
  ['GET', '/getData.asmx?wsdl', true],
  ['GET', '/x/GetData.asmx?WSDL', true],
  ['GET', '/getData.asmx?disco', true],
  ['GET', '/getData.asmx?xsd=xsd0', true],
  ['GET', '/getData.asmx?wsdl=wsdl0', true],
  ['POST', '/getData.asmx?wsdl', false],
  ['GET', '/getData.asmx?op=Get_Inventory', false],
  ['GET', '/getData.asmx/Get_Inventory?ItemNo=wsdl', false],
])('%s %s', (method, path, expected) => {
  expect(isDescription(method, path, contract)).toBe(expected);
});

test('every address of the service is the other one, and all else stays to the byte', () => {
  const text =
    '<port><soap:address location="https://public.example/ws/getData.asmx"/><http:address location=\'http://h:81/getData.asmx\' />' +
    '<contractRef ref="http://h/getData.asmx?wsdl" docRef="http://h/getData.asmx"/><import namespace="http://h/" ' +
    'schemaLocation="http://h/getData.asmx"/><doc>http://h/getData.asmx \xe9</doc></port>';
  const changed = Buffer.from(readdressed(Buffer.from(text, 'latin1'), 'http://p:1/ws', contract)).toString('latin1');
  expect(changed).toBe(
    text
      .replace('https://public.example/ws/', 'http://p:1/ws/')
      .replace("'http://h:81", "'http://p:1/ws")
      .replace('ref="http://h', 'ref="http://p:1/ws')
      .replace('docRef="http://h', 'docRef="http://p:1/ws'),
  );
});

test('the address of a part of the description is the other one too', () => {
  const text =
    '<s:import schemaLocation="http://h/getData.asmx?xsd=xsd0"/><import location="http://h/getData.asmx?wsdl=a"/>';
  expect(readdressed(Buffer.from(text), 'http://p:1/ws', contract).toString()).toBe(
    text.replaceAll('http://h', 'http://p:1/ws'),
  );
});

test.each([false, true])(
  'a WSDL that passes names the proxy, with its right length (compressed: %s)',
  async (coded) => {
    const wsdl = '<definitions><port><address location="http://far.example/app/getData.asmx"/></port></definitions>';
    const body = coded ? gzipSync(wsdl).toString('latin1') : wsdl;
    const coding = coded ? 'Content-Encoding: gzip\r\n' : '';
    const { baseUrl, nth } = await proxyToBytes(
      `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n${coding}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    const came = await fetch(`${baseUrl}/getData.asmx?wsdl`);
    const text = await came.text();
    expect(text).toBe(wsdl.replace('http://far.example/app', baseUrl));
    expect([came.headers.get('content-length'), came.headers.get('content-encoding')]).toEqual([
      `${text.length}`,
      null,
    ]);
    expect((await nth(1)).readdressed).toBe(true);
  },
);
