import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compared } from '../../cli/compare.fixture.ts';
import { recordingOf } from '../../cli/compare-recording.fixture.ts';
import { loadContract } from '../../contract/load.ts';
import { patience } from '../../patience.fixture.ts';
import { startReferenceServer } from '../../reference/server.ts';
import { captured } from '../../rules/client/captured.fixture.ts';
import { whyMissing } from '../bench/clients/soap-clients.ts';
import { ofRealServer as likeRealServer, startRealServer } from './asmx.fixture.ts';
import { gsoap, nodeSoap, php, startProgram } from './program.fixture.ts';

const namespace = 'http://dealer.example/webservices/';
const flags = ['--namespace', namespace, '--seed', '1', '--timeout', `${patience(10_000)}`];
const closings: (() => unknown)[] = [];

afterAll(async () => {
  for (const close of closings) await close();
});

async function reference(defects: typeof likeRealServer): Promise<string> {
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
    return bindings.length === 0 || bindings[0] === null
      ? text
      : `${text} (${bindings.length === 4 ? 'all' : bindings.join(', ')})`;
  });
}

// Each line was seen in the bytes of both.
const ofRealServer = [
  'form httpVersion: 1.0 → 1.1',
  'form header server: only A has it',
  'form header x-aspnet-version: only A has it',
  'spelling header connection as written: Keep-Alive → keep-alive',
];

test('the real ASP.NET server and the reference server differ in these and nothing else', async ({ skip }) => {
  const real = await startRealServer(skip);
  closings.push(real.close);
  const only = ['--operations', 'McatCodes,McatCode_check,Get_Inventory', '--only', 'data,rules,wsdl,form,spelling'];
  expect((await told(real.url, await reference(likeRealServer), only)).toSorted()).toEqual(
    [
      // The reference server answers each call with one record of number 210, the real one with the number it was asked for.
      'data McatCode.Mcat: another number (all)',
      ...ofRealServer.map((line) => `${line} (all)`),
      'spelling line ends in texts: CRLF → LF (all)',
    ].toSorted(),
  );
});

test('asked as zeep once asked another server, they differ in the same and in their models', async ({ skip }) => {
  const real = await startRealServer(skip);
  closings.push(real.close);
  const b = await reference(likeRealServer);
  const captures = ['soap11', 'soap12', 'get', 'post'].flatMap((binding) => captured(`zeep-${binding}.txt`));
  const asked = captures.map((request) => ({ ...request, path: request.path.replace(/^\/cap-[^/]*/, '') }));
  const calls = join(mkdtempSync(join(tmpdir(), 'getdata-pairs-')), 'zeep.har');
  writeFileSync(calls, JSON.stringify(await recordingOf(b, asked)));
  const found = await told(real.url, b, ['--calls', calls]);
  expect(found.toSorted()).toEqual(
    [
      // The real one lists two models, the reference server the one that the header leaves.
      'data Model_table.Modelnames: fewer in B (soap11, soap12)',
      ...ofRealServer.map((line) => `${line} (all)`),
    ].toSorted(),
  );
});

/** node-soap's own. */
const TEXT_MATCHING = 'http://microsoft.com/wsdl/mime/textMatching/';

/** What each stack, before the reference server, does in another way than that. */
const stacks = [
  {
    stack: php,
    differs: [
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
    ],
  },
  {
    stack: nodeSoap,
    differs: [
      // Inventory_List is nil where it has no items.
      'form elements: nil only in B (soap11, soap12)',
      'form header cache-control: only A has it (soap11, soap12)',
      'spelling empty elements: <a /> → <a></a> (soap11, soap12)',
      'spelling order of attributes: xmlns of the SOAP envelope, xmlns of xsi → xmlns of xsi, xmlns of the SOAP envelope (soap11, soap12)',
      `spelling where namespaces are declared: ${namespace} at the child of the Body → ${namespace} at the child of the Body and the root (soap11, soap12)`,
      `spelling where namespaces are declared: ${TEXT_MATCHING} nowhere → ${TEXT_MATCHING} at the root (soap11, soap12)`,
      'spelling xsi and xsd: xsd at the root → xsd nowhere (soap11, soap12)',
    ],
  },
  {
    stack: gsoap,
    differs: [
      'form header cache-control: only A has it (soap11, soap12)',
      'form header date: only A has it (soap11, soap12)',
      'form header server: only B has it (soap11, soap12)',
      'form header x-frame-options: only B has it (soap11, soap12)',
      `spelling XML declaration: ${declaration('utf-8')} → ${declaration('UTF-8')} (soap11, soap12)`,
      'spelling empty elements: <a /> → <a></a> (soap11, soap12)',
      'spelling prefixes: no prefix → ns1: (soap11, soap12)',
      'spelling prefixes: soap: → SOAP-ENV: (soap11, soap12)',
      `spelling where namespaces are declared: ${namespace} at the child of the Body → ${namespace} at the root (soap11, soap12)`,
      'spelling where namespaces are declared: the SOAP encoding nowhere → the SOAP encoding at the root (soap11, soap12)',
      'spelling white space before the root: none → "\\n" (soap11, soap12)',
      'spelling white space after the root: none → "\\n" (soap11, soap12)',
      // It answers ?wsdl with a fault.
      'wsdl WSDL: B offers none, or not all of it',
    ],
  },
];

test.each(stacks)(
  'the reference server and $stack.name before it differ in these and nothing else',
  async ({ stack, differs }) => {
    const missing = whyMissing(stack);
    if (missing !== null && process.env.CI === undefined) {
      process.stderr.write(`skipped: ${missing}\n`);
      return;
    }
    const a = await reference([]);
    const folder = mkdtempSync(join(tmpdir(), 'getdata-pairs-'));
    const b = await startProgram(stack.start(a), folder, { UPSTREAM: a });
    closings.push(b.close);
    const calls = ['--operations', 'McatCodes,Get_Inventory', '--bindings', 'soap11,soap12'];
    const found = await told(a, b.url, [...calls, '--only', 'data,rules,wsdl,form,spelling']);
    expect(found.toSorted()).toEqual(differs.toSorted());
  },
);
