import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { TargetIdentity } from '../../results/observation.ts';
import { startRawServer } from '../../wire/http/raw-server.fixture.ts';
import { clientOf, optionsWith } from '../observe/observe.fixture.ts';
import { getWsdl, identityOf, wsdlNamespace } from './wsdl.ts';

async function identityWhere(answer: string): Promise<TargetIdentity> {
  const server = await startRawServer((socket) => socket.end(answer));
  onTestFinished(() => server.close());
  const client = clientOf(server.url.href, optionsWith({}));
  return identityOf(client, await getWsdl(client));
}

test('a target that offers a WSDL is recognised by its bytes', async () => {
  const wsdl = '<definitions/>';
  expect(await identityWhere(`HTTP/1.1 200 OK\r\nContent-Length: ${wsdl.length}\r\n\r\n${wsdl}`)).toEqual({
    wsdlSha256: createHash('sha256').update(wsdl).digest('hex'),
    certificateSha256: null,
  });
});

test.each([
  ['refuses it', 'HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno'],
  ['answers with nothing', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
  ['hangs up', ''],
])('a target that %s has no WSDL', async (_what, answer) => {
  expect((await identityWhere(answer)).wsdlSha256).toBeNull();
});

test.each(['\u202E', '日本', ' '])(
  'a target namespace with %j, which no SOAPAction can hold, is not taken',
  async (text) => {
    const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="http://a.example/${text}/"/>`;
    const head = `HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(wsdl)}`;
    const server = await startRawServer((socket) => socket.end(`${head}\r\n\r\n${wsdl}`));
    onTestFinished(() => server.close());
    const found = await wsdlNamespace({ baseUrl: server.url.origin, authorization: null }, optionsWith({}).route);
    expect(found).toMatchObject({ kind: 'none', reason: expect.stringContaining('that calls can have') });
  },
);
