import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { command, resultsOf } from '../../cli/command.fixture.ts';
import { proxied } from '../../cli/proxy.fixture.ts';
import { loadContract } from '../../contract/load.ts';
import { bindingNames } from '../../contract/operations.ts';
import type { Comparison } from '../../features/comparison/servers/comparison.ts';
import { exchangeBytes } from '../../features/traffic/proxy/proxy.fixture.ts';
import { patience } from '../../patience.fixture.ts';
import { contract } from '../../reference/client.fixture.ts';
import { startReferenceServer } from '../../reference/server.ts';
import { exampleCalls, soapClients, whyMissing } from '../bench/clients/soap-clients.ts';
import { loadRequest } from '../bench/load-requests.ts';
import { ofRealServer, startRealServer } from './asmx.fixture.ts';

// A finding against this server is a bug of the suite until shown otherwise (fixtures/asmx/README.md).
const known = contract();
let started: ReturnType<typeof startRealServer> | null = null;

/** The address of the real server, started once. */
async function realServer(skip: (reason: string) => void): Promise<string> {
  started ??= startRealServer(skip);
  return (await started).url;
}

afterAll(async () => (await started)?.close());

const own = ['--namespace', 'http://dealer.example/webservices/', '--timeout', `${patience(10_000)}`];

test('the real ASP.NET server is conformant', async ({ skip }) => {
  const ended = await command(['run', await realServer(skip), ...own, '--include-writes']);
  process.stdout.write(`real ASP.NET server: ${resultsOf(ended).findings.length} findings\n`);
  expect(ended.out).toContain('80 of 80 cells judged, 0 required and 0 recommended findings');
  expect(resultsOf(ended).findings).toEqual([]);
  expect(ended.code).toBe(0);
});

/** An answer without what is the connection's, and the time. */
function withoutDate(answer: string): string {
  return answer.replace(/^HTTP\/1\.0/, 'HTTP/1.1').replaceAll(/\r\n(?:date|connection|keep-alive): [^\r]*/gi, '');
}

test('zeep and the real server find nothing wrong with each other through the proxy, and get the same bytes', async ({
  skip,
}) => {
  const target = await realServer(skip);
  const zeep = soapClients.find(({ name }) => name === 'zeep');
  if (zeep === undefined) throw new Error('zeep is one of the clients');
  const missing = whyMissing(zeep);
  if (missing !== null && process.env.CI === undefined) skip(missing);
  const ran = await proxied(
    target,
    async (proxy) => {
      const call = await zeep.open(proxy, known);
      expect(Object.keys((await call(proxy, exampleCalls(known))).soap11 ?? {})).toHaveLength(20);
      for (const { name, effect } of known.operations) {
        for (const binding of bindingNames) {
          const call = loadRequest(known, { operation: name, binding }, 1);
          const length = call.body === null ? [] : [['Content-Length', `${call.body.byteLength}`] as const];
          const lines = [['Host', new URL(target).host], ['Connection', 'close'], ...call.headers, ...length];
          const head = `${call.method} ${call.path} HTTP/1.0\r\n${lines.map(([key, value]) => `${key}: ${value}\r\n`).join('')}\r\n`;
          const bytes = `${head}${Buffer.from(call.body ?? []).toString('latin1')}`;
          const [straight, passed] = [await exchangeBytes(target, bytes), await exchangeBytes(proxy, bytes)];
          if (effect === 'read') expect(withoutDate(passed)).toBe(withoutDate(straight));
          expect(straight).toMatch(/^HTTP\/1\.\d 200 /);
        }
      }
    },
    own,
  );
  expect(ran.out).toMatch(
    /client: conformant: 120 of 120 calls right, 0 wrong\nserver: no required rule broken in the answers to 120 calls\nclient and server are right \(exit code 0\)\n$/,
  );
  const { findings } = JSON.parse(ran.read('results.json'));
  // zeep sends SOAPAction over SOAP 1.2 too, which is a hint.
  const client = JSON.parse(ran.read('client.json')).findings.filter(
    ({ level }: { readonly level: string }) => level !== 'observed',
  );
  expect([findings, client, ran.exitCode]).toEqual([[], [], 0]);

  // What was recorded is put to the server again, and to another one.
  const har = join(ran.folder, 'reports/traffic.har');
  const judged = await command(['run', target, ...own, '--include-writes', '--profile', 'quick', '--calls', har]);
  expect(judged.out).toMatch(/^Recorded calls: .* has 120 calls: \d\d to send/m);
  expect([judged.code, resultsOf(judged).findings]).toEqual([0, []]);
  const reference = await startReferenceServer({
    contract: loadContract('http://dealer.example/webservices/'),
    defects: ofRealServer,
  });
  const compared = await command(['compare', target, reference.url, ...own, '--calls', har, '--only', 'data,rules']);
  await reference.close();
  const { cells, differences }: Comparison = JSON.parse(
    readFileSync(join(compared.folder, 'reports/compare.json'), 'utf8'),
  );
  expect(differences.filter(({ kind }) => kind === 'rules')).toEqual([]);
  const agreeing = cells.filter(({ operation }) => ofRealServer.some((one) => one.applies(operation, 'soap11')));
  expect(agreeing.map(({ state, withData }) => [state, withData > 0])).toEqual(Array(12).fill(['same', true]));
});
