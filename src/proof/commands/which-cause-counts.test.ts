import { expect, test } from 'vitest';
import { commandHere, resultsOf } from '../../cli/command.fixture.ts';
import { answering, credentials, defect, FEW, NAMESPACE, redirect, server } from '../../cli/first-mistakes.fixture.ts';
import { front, ownPair } from '../../cli/front.fixture.ts';
import type { BindingName } from '../../contract/model.ts';
import type { Mutation } from '../../reference/mutation.ts';

test('the one binding that answers passes, though no other can be compared with it', async () => {
  const url = await server({ mutation: answering(404, [], 'no', 'soap11') });
  const ended = await commandHere(
    ['run', url, ...FEW, '--operations', 'Get_Inventory,Get_Year_Restricted'],
    credentials,
  );
  expect(ended.out).toContain('\n2 operations: ✓ pass (soap11), ✗ FAIL (soap12, http-get, http-post)\n');
});

test('a binding that refuses calls for their action is not called off', async () => {
  const url = await server({ mutation: defect('soap12-action-required') });
  const both = ['--operations', 'Get_Inventory,Get_Year_Restricted'];
  const { out } = await commandHere(['run', url, ...FEW, ...both], credentials);
  expect(out).toContain(
    '\n! Every call over SOAP 1.2 is refused for its action (request.soapaction), but the binding is there',
  );
  expect(out).not.toContain('HttpSoap12');
  expect(out).toContain(
    '\n   rule      request.soapaction, http.status, binding.reachable, binding.parity (required) in every',
  );
  expect(out).toContain('1. ✗ Every call without a SOAPAction is refused.\n');
  expect(out).not.toContain('\n2. ');
});

test('where no answer comes whole, nothing is said of the address and credentials', async () => {
  const url = await server({ mutation: defect('chunk-size-garbled') });
  const { out } = await commandHere(['run', url, ...FEW, '--operations', 'Get_Inventory'], credentials);
  expect(out).toContain('Write the number of bytes of each chunk in hexadecimal digits');
  expect(out).not.toContain('No call at all');
});

test('operations that are not implemented are one cause that names them, apart from one that is refused otherwise', async () => {
  const there = 'Get_Inventory';
  const other = 'McatCode_check';
  const missing = ['Get_Year_Restricted', 'McatCodes', 'GetMake_Restricted'];
  const [absent, broken] = [answering(404, [], 'no'), answering(410, [], 'gone')];
  const mutation: Mutation = {
    applies: (operation) => operation !== there,
    response: (response, { operation }) => (operation === other ? broken : absent).response(response),
  };
  const all = ['--operations', [there, other, ...missing].join(',')];
  const { out } = await commandHere(['run', await server({ mutation }), ...FEW, ...all], credentials);
  expect(out).toMatch(
    /^\d\. ✗ 3 operations are not implemented, or refuse every call: GetMake_Restricted, Get_Year_Restricted, McatCodes\. Every call is answered with 404\.$/m,
  );
  expect(out).toMatch(
    /\d\. ✗ Every call is answered with 410\.\n {3}rule .* in .*McatCode_check \(soap11, soap12, http-get, http-post\)\n/,
  );
  expect(out).not.toContain('\n3. ');
});

test('a binding that answers every call with a Fault of its own is not called off', async () => {
  const fault =
    '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code>' +
    '<s:Reason><s:Text xml:lang="en">Out of order</s:Text></s:Reason></s:Fault></s:Body></s:Envelope>';
  const all = answering(500, [['Content-Type', 'application/soap+xml; charset=utf-8']], fault);
  const applies = (_operation: string, binding: BindingName): boolean => binding === 'soap12';
  const url = await server({ mutation: { ...all, applies } });
  const both = ['--operations', 'Get_Inventory,Get_Year_Restricted'];
  const { out } = await commandHere(['run', url, ...FEW, ...both], credentials);
  expect(out).toMatch(
    /^! Every call over SOAP 1\.2 is refused, but the binding is there: .*Out of order\). Fix that first/m,
  );
  expect(out).not.toMatch(/HttpSoap12|explain binding\.reachable/);
});

test('where every call is redirected, the place counts and not the credentials', async () => {
  const ended = await commandHere(
    ['run', await server({ mutation: redirect }), ...FEW, '--operations', 'McatCodes,Get_Inventory'],
    {},
  );
  expect(ended.out).toMatch(/^! Every call was redirected \(302\) to https:\/\/login\.example\/signin: /m);
});

test("the target's own authentication counts and not the credentials, which some operations do not take", async () => {
  const url = await server({ mutation: answering(401, [['WWW-Authenticate', 'Basic realm="x"']], 'no') });
  const ended = await commandHere(['run', url, ...FEW, '--operations', 'McatCodes,Get_Inventory'], {});
  expect(ended.out).toMatch(/^! Every answer was 401 or 403: .* add it with --header\.$/m);
  expect(new Set(resultsOf(ended).findings.map(({ cause }) => cause)).size).toBe(1);
  const taking = await commandHere(['run', url, ...FEW, '--operations', 'McatCodes,Get_Video_Links'], {});
  expect(taking.out).toMatch(/^! Credentials are missing or refused /m);
});

test('an error of every call counts and not the credentials, unless it names one', async () => {
  const both = [...FEW, '--operations', 'McatCodes,Get_Inventory'];
  const html = [['Content-Type', 'text/html']] as const;
  const failing = await server({ mutation: answering(500, html, '<h1>Server Error</h1>') });
  const ended = await commandHere(['run', failing, ...both], {});
  expect(ended.out).not.toContain('Credentials are missing or refused');
  expect(ended.out).toMatch(/✗ Every call is answered with 500\.\n {3}rule .* in all 8 cells\n/);
  const text = `<title>Oh\u202E\u001B[31m</title>\r\n---&gt; DealerID D-sesame is not valid ${'x'.repeat(500)}`;
  const refusing = await server({ mutation: answering(500, html, text) });
  const { out } = await commandHere(['run', refusing, ...both], { GETDATA_DEALER_ID: 'D-sesame' });
  expect(out).toMatch(/^! Credentials are missing or refused /m);
  expect(out).toMatch(/ The target answers 500: 'Oh \[31m ---> DealerID \S+ is not valid x{20,100}…'\. Operations: /);
  expect(out).not.toContain('sesame');
});

test('bindings that are off are warned of, and credentials that were not given only noted', async () => {
  const url = await server({ mutation: answering(404, [], 'no', 'soap11') });
  const { out } = await commandHere(['run', url, ...FEW, '--operations', 'McatCodes,Get_Inventory'], {});
  expect(out).toMatch(/^Warnings\n! No call over .*\n\n/m);
  expect(out).toContain('\n- A placeholder was sent for DealerID, Password');
});

test('plain HTTP on a port that takes TLS is a hint at https://', async () => {
  const refusing = answering(400, [['Content-Type', 'text/html']], 'The plain HTTP request was sent to HTTPS port');
  const url = await server({ mutation: refusing });
  const ended = await commandHere(
    ['run', url, ...FEW, '--operations', 'Get_Inventory,Get_Year_Restricted'],
    credentials,
  );
  expect(ended.out).toContain(`its address begins with https://, as ${url.replace('http:', 'https:')} does.`);
  const tls = (await front({ tls: ownPair() })).port;
  const closed = await commandHere(['run', `http://localhost:${tls}`, ...FEW, '--operations', 'Get_Inventory']);
  expect([closed.code, closed.out]).toEqual([4, expect.stringContaining('begins with https://.')]);
});

test('a byte order mark that Content-Length does not count is one cause, and no advice on values', async () => {
  const marked: Mutation = {
    applies: () => true,
    response: (response) => ({ ...response, body: Buffer.concat([Buffer.from('\uFEFF'), response.body]) }),
  };
  const url = await server({ mutation: marked });
  const ended = await commandHere(
    ['run', url, ...FEW, '--namespace', NAMESPACE, '--operations', 'Get_Inventory', '--bindings', 'soap11,soap12'],
    credentials,
  );
  const { findings } = resultsOf(ended);
  expect(new Set(findings.map(({ cause }) => cause))).toEqual(new Set(['xml.bom:bom']));
  expect(ended.out).toContain('the 3 bytes of the byte order mark (U+FEFF) before the declaration are not counted.');
  expect(ended.out).toContain('\n   rule      xml.bom, http.content-length (required) in both cells');
  expect(ended.out).not.toContain('give values');
});

test('a namespace of SOAP itself is never proposed as --namespace', async () => {
  const envelope = 'http://www.w3.org/2003/05/soap-envelope';
  const other: Mutation = {
    applies: () => true,
    text: (xml) => xml.replaceAll(`xmlns="${NAMESPACE}"`, `xmlns="${envelope}"`),
  };
  const url = await server({ mutation: other });
  const ended = await commandHere(['run', url, ...FEW, '--operations', 'Get_Inventory,Get_Year_Restricted']);
  expect(ended.code).toBe(1);
  expect(ended.out).not.toContain(`--namespace ${envelope}`);
});
