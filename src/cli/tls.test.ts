import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { command, healthyServer, resultsOf } from './command.fixture.ts';

const file = (name: string): string => fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url));
const cert = readFileSync(file('localhost.cert.pem'));

/** The reference server behind TLS with a certificate of its own making. */
async function tlsPort(): Promise<number> {
  const inner = await healthyServer(0);
  const server = createServer({ key: readFileSync(file('localhost.key.pem')), cert }, (socket) => {
    const plain = connect(Number(new URL(inner.url).port), '127.0.0.1');
    for (const end of [socket, plain]) end.on('error', () => {});
    socket.pipe(plain).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.close();
    await inner.close();
  });
  return (server.address() as AddressInfo).port;
}

const some = ['--operations', 'McatCodes', '--bindings', 'http-get', '--rules', 'http.status', '--profile', 'quick'];

test('over TLS the target is recognised by its certificate, which must be trusted', async () => {
  const target = `https://localhost:${await tlsPort()}`;
  const trusting = await command(['run', target, ...some], { NODE_EXTRA_CA_CERTS: file('localhost.cert.pem') });
  const digest = new X509Certificate(cert).fingerprint256.replaceAll(':', '').toLowerCase();
  expect([trusting.code, resultsOf(trusting).identity.certificateSha256]).toEqual([0, digest]);
  const wary = await command(['run', target, ...some]);
  expect([wary.code, wary.out]).toEqual([4, expect.stringContaining('self-signed certificate')]);
});
