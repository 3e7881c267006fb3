import { expect, test } from 'vitest';
import { defaultNamespace, loadContract } from '../../contract/load.ts';
import type { NamespaceSource } from '../../options/model.ts';
import { completeOptions } from '../../options/run-options.ts';
import { selectedCells } from '../../options/selected-cells.ts';
import type { CellSummary, RuleResult } from '../outcome.ts';
import { firstCause } from './first-cause.ts';

const contract = loadContract(defaultNamespace());
const flags = { target: 'http://t.example', namespace: 'urn:given' };
const cells = selectedCells(contract, { operations: ['Get_Inventory'], bindings: null, cells: null });

/** What is said first of a run of one operation whose four cells all came to a status. */
function saidOf(status: string, results: readonly unknown[] = [], namespaceFrom: NamespaceSource = 'flag') {
  const options = { ...completeOptions({ flags, env: {}, config: null, randomSeed: 1 }), namespaceFrom };
  const summaries = cells.map(
    ({ binding }) => ({ operation: 'Get_Inventory', binding, statuses: { [status]: 1 } }) as unknown as CellSummary,
  );
  return firstCause({ cells, contract, options, summaries, ruleResults: results as readonly RuleResult[] })?.sentence;
}

test.each([
  ['404', /^Nothing is at http:\/\/t\.example\/getData\.asmx: .*Is the path right\?/],
  ['401', /requires authentication/],
  ['204', /^Every call was answered with 204, which has no body: send the result with status 200\.$/],
  ['302', /^Every call was redirected \(302\) to an unnamed place: /],
  ['500', /^No call at all was answered with 200, but with 500: is the address right, and the namespace urn:given, /],
])('a run in which every call answers %s says what is likely wrong', (status, sentence) => {
  expect(saidOf(status)).toMatch(sentence);
});

test.each(['400', '404', '421'])(
  'a run in which a front may have answered every call with %s checks the Host header too',
  (status) => {
    expect(saidOf(status)).toMatch(/ Host header.*proxy_set_header Host \$host/);
    expect(saidOf('500')).not.toContain('Host');
  },
);

test.each([
  ['400', 'Invalid host'],
  ['400', '<h2>Bad Request - Invalid Hostname</h2>'],
  ['400', "Invalid HTTP_HOST header: 'upstream'. You may need to add 'upstream' to ALLOWED_HOSTS."],
  ['403', 'Blocked request. This host ("x") is not allowed.'],
  ['421', 'Misdirected Request'],
])('a run in which every call gets %s with %s has a wrong Host header', (status, body) => {
  const finding = { operation: 'Get_Inventory', binding: 'soap11', exchange: { response: { body, headers: [] } } };
  const results = [{ rule: 'http.status', operation: 'Get_Inventory', binding: 'soap11', finding }];
  expect(saidOf(status, results)).toMatch(
    /^The target refuses the Host header of the requests \(\d+\): .* passes? ?Host|pass Host/,
  );
});

test('a namespace that the target itself names is not doubted', () => {
  expect(saidOf('500', [], 'wsdl')).not.toContain('urn:given');
});

test('another namespace is the mistake of the run where most cells answer in it, and one', () => {
  const inNamespace = (namespace: string, count: number) =>
    cells.slice(0, count).map(({ binding }) => ({
      rule: 'soap.response-element',
      operation: 'Get_Inventory',
      binding,
      finding: { operation: 'Get_Inventory', binding, namespace },
    }));
  expect(saidOf('200', inNamespace('urn:other', 3))).toContain('did you mean --namespace urn:other instead?');
  expect(saidOf('200', inNamespace('urn:other', 3), 'wsdl')).toMatch(/urn:other, and its own WSDL has urn:given: /);
  expect(saidOf('200', inNamespace('urn:other', 2))).toBeUndefined();
  expect(saidOf('200', [...inNamespace('urn:other', 3), ...inNamespace('urn:third', 1)])).toBeUndefined();
  expect(saidOf('200', inNamespace('http://schemas.xmlsoap.org/soap/envelope/', 4))).toBeUndefined();
});

test.each([
  ['<title>Sign in</title>', /not by the service: a log-in page, /],
  [
    "<title>Server Error in '/' Application.</title>",
    /^Every call .*\('Server Error in .*that tells of an error: see the server's log/,
  ],
  ['<title>500</title><pre>Traceback (most recent call last):', /that tells of an error/],
  ['<h1>Object reference not set to an instance of an object.</h1>', /that tells of an error/],
])('a run in which every call is answered with the page %s says whose page it is', (page, sentence) => {
  const results = cells.map(({ binding }) => {
    const response = { status: 200, body: `<html>${page}</html>`, headers: [] };
    const exchange = { request: {}, response };
    const finding = { operation: 'Get_Inventory', binding, cause: 'http.content-type:html-page', exchange };
    return { rule: 'http.content-type', operation: 'Get_Inventory', binding, finding };
  });
  const options = completeOptions({ flags, env: {}, config: null, randomSeed: 1 });
  const summaries = cells.map(
    ({ binding }) =>
      ({ operation: 'Get_Inventory', binding, statuses: { 200: 1 }, withData: 0 }) as unknown as CellSummary,
  );
  const ruleResults = results as unknown as readonly RuleResult[];
  expect(firstCause({ cells, contract, options, summaries, ruleResults })?.sentence).toMatch(sentence);
});
