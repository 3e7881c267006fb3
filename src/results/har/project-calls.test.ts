import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { quickRun } from '../../reference/variations/target.fixture.ts';
import { filledRequest } from '../../wire/soap/request-template.ts';
import { withRecordedCalls } from './recorded-calls.ts';

const namespace = 'http://dealer.example/webservices/';

/** What is sent of a file, as it is written there, and what is not. */
function callsOf(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-project-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'x'), text);
  const options = { ...quickRun('http://127.0.0.1:9'), namespace, namespaceFrom: 'flag' as const };
  const { calls = [], traffic } = withRecordedCalls(options, folder, 'x', 'as recorded').recorded ?? {};
  const sent = calls.map(({ request }) => {
    if (request === undefined) throw new Error('it is not sent as recorded');
    const { body, ...head } = filledRequest(request, { basePath: '', credentials: {} });
    return { ...head, body: body === null ? null : Buffer.from(body).toString('utf8') };
  });
  return { sent, leftOut: traffic?.leftOut };
}

const envelope = (item: string) =>
  `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:web="${namespace}">\n<soapenv:Body><web:Get_Inventory><web:Application_ID>A</web:Application_ID><web:ItemNo>${item}</web:ItemNo></web:Get_Inventory></soapenv:Body></soapenv:Envelope>`;

test('the requests of a SoapUI project are sent with the values of its properties, as SoapUI sends them', () => {
  const call = (item: string) =>
    `<con:call name="Request 1"><con:endpoint>https://old.example/getData.asmx</con:endpoint><con:request><![CDATA[${envelope(item)}]]></con:request></con:call>`;
  const project = `<?xml version="1.0" encoding="UTF-8"?>
<con:soapui-project name="GetData" xmlns:con="http://eviware.com/soapui/config"><con:interface name="GetDataSoap">
<con:operation name="Get_Inventory" action="${namespace}Get_Inventory">${call('${#Project#item}')}${call('${=System.exit(1)}')}</con:operation>
</con:interface><con:properties><con:property><con:name>item</con:name><con:value>I-1</con:value></con:property></con:properties>
<con:afterLoadScript>throw new Error()</con:afterLoadScript></con:soapui-project>`;
  expect(callsOf(project)).toEqual({
    sent: [
      {
        method: 'POST',
        path: '/getData.asmx',
        headers: [
          ['Content-Type', 'text/xml;charset=UTF-8'],
          ['SOAPAction', `"${namespace}Get_Inventory"`],
        ],
        body: envelope('I-1'),
      },
    ],
    leftOut: [
      {
        why: "the entry can't be read as a call: the file has no value for ${=System.exit(1)} that can be sent",
        calls: 1,
        first: 2,
      },
    ],
  });
});

test('the requests of a Postman collection are sent with the values of its variables', () => {
  const get = (item: string) => `{{base}}/getData.asmx/Get_Inventory?Application_ID=A&ItemNo=${item}`;
  const form = {
    mode: 'urlencoded',
    urlencoded: [
      { key: 'Application_ID', value: 'a b' },
      { key: 'ItemNo', value: '{{item}}' },
    ],
  };
  const post = { method: 'POST', url: 'https://old.example/getData.asmx/Get_Inventory', body: form };
  const collection = {
    info: { name: 'x', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      { name: 'folder', item: [{ name: 'a', request: { method: 'GET', url: { raw: get('{{item}}') } } }] },
      { name: 'b', request: { method: 'GET', url: get('{{$guid}}') }, event: [{ script: { exec: ['throw 1'] } }] },
      { name: 'c', request: post },
    ],
    variable: [{ key: 'item', value: 'I-1' }],
  };
  const { sent, leftOut } = callsOf(JSON.stringify(collection));
  expect(sent.map(({ path, body }) => [path, body])).toEqual([
    ['/getData.asmx/Get_Inventory?Application_ID=A&ItemNo=I-1', null],
    ['/getData.asmx/Get_Inventory', 'Application_ID=a%20b&ItemNo=I-1'],
  ]);
  expect(leftOut).toEqual([
    {
      why: "the entry can't be read as a call: the file has no value for {{$guid}} that can be sent",
      calls: 1,
      first: 2,
    },
  ]);
});
