import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compared } from '../../cli/compare.fixture.ts';
import { loadContract } from '../../contract/load.ts';
import { patience } from '../../patience.fixture.ts';
import { startReferenceServer } from '../../reference/server.ts';
import { whyMissing } from '../bench/clients/soap-clients.ts';
import { ofRealServer, startRealServer } from './asmx.fixture.ts';
import { php, startProgram } from './program.fixture.ts';

const namespace = 'http://dealer.example/webservices/';
const flags = ['--namespace', namespace, '--seed', '1', '--timeout', `${patience(10_000)}`];
const closings: (() => unknown)[] = [];

afterAll(async () => {
  for (const close of closings) await close();
});

async function reference(defects: typeof ofRealServer): Promise<string> {
  const server = await startReferenceServer({ contract: loadContract(namespace), defects });
  closings.push(() => server.close());
  return server.url;
}

const declaration = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>`;

/** Kind, name and bindings of each difference. */
async function told(a: string, b: string, args: readonly string[]): Promise<readonly string[]> {
  const { comparison } = await compared(a, b, [...flags, ...args]);
  return comparison.differences.map(({ kind, subject, change, cells }) => {
    const bindings = [...new Set(cells.map(({ binding }) => binding))].toSorted();
    const text = `${kind} ${subject}: ${change}`;
    return bindings.length === 0 ? text : `${text} (${bindings.length === 4 ? 'all' : bindings.join(', ')})`;
  });
}

// Each line was seen in the bytes of both.
test('the real ASP.NET server and the reference server differ in these and nothing else', async ({ skip }) => {
  const real = await startRealServer(skip);
  closings.push(real.close);
  const only = ['--operations', 'McatCodes,McatCode_check,Get_Inventory', '--only', 'data,rules,wsdl,form,spelling'];
  expect((await told(real.url, await reference(ofRealServer), only)).toSorted()).toEqual(
    [
      // The reference server answers each call with one record of number 210, the real one with the number it was asked for.
      'data McatCode.Mcat: another number (all)',
      'form httpVersion: 1.0 → 1.1 (all)',
      'form header server: only A has it (all)',
      'form header x-aspnet-version: only A has it (all)',
      'spelling header connection as written: Keep-Alive → keep-alive (all)',
      'spelling line ends in texts: CRLF → LF (all)',
    ].toSorted(),
  );
});

test('the reference server and the SoapServer of PHP before it differ in these and nothing else', async ({ skip }) => {
  const missing = whyMissing({ name: 'PHP', ...php });
  if (missing !== null && process.env.CI === undefined) skip(missing);
  const a = await reference([]);
  const folder = mkdtempSync(join(tmpdir(), 'getdata-pairs-'));
  const b = await startProgram(php.start(), folder, { UPSTREAM: a });
  closings.push(b.close);
  const only = [
    '--operations',
    'McatCodes,Get_Inventory',
    '--bindings',
    'soap11,soap12',
    '--only',
    'data,rules,wsdl,form,spelling',
  ];
  expect((await told(a, b.url, only)).toSorted()).toEqual(
    [
      'form header cache-control: only A has it (soap11, soap12)',
      'form header connection: keep-alive → close (soap11, soap12)',
      'form header keep-alive: only A has it (soap11, soap12)',
      'form header host: only B has it (soap11, soap12)',
      'form header x-powered-by: only B has it (soap11, soap12)',
      `spelling XML declaration: ${declaration('utf-8')} → ${declaration('UTF-8')} (soap11, soap12)`,
      'spelling white space before the root: none → "\\n" (soap11, soap12)',
      'spelling white space after the root: none → "\\n" (soap11, soap12)',
      'spelling xsi and xsd: xsi at the root → xsi nowhere (soap11, soap12)',
      'spelling xsi and xsd: xsd at the root → xsd nowhere (soap11, soap12)',
      `spelling where namespaces are declared: ${namespace} at the child of the Body → ${namespace} at the root (soap11, soap12)`,
      'spelling prefixes: no prefix → ns1: (soap11, soap12)',
      'spelling prefixes: soap: → SOAP-ENV: (soap11)',
      'spelling empty elements: <a /> → <a/> (soap11, soap12)',
      'spelling prefixes: soap: → env: (soap12)',
    ].toSorted(),
  );
});
