import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawCalls, edgeCalls } from '../../calls/calls.ts';
import { groupsOf, spelledRequest } from '../../calls/spelling/trait.ts';
import { drawSpellings } from '../../calls/spellings.ts';
import { drawnNames, drawOrder } from '../../calls/values.ts';
import { probingOf } from '../check.ts';
import { rulesFor } from '../rules.ts';
import { captured, captures } from './captured.fixture.ts';
import { contract, goldenRequests } from './golden-requests.fixture.ts';
import { judgeRequest } from './judge-request.ts';

const credentials = { DealerID: 'd & <s>', APIKEY: 'k+y=1%', Password: "p'w" };
const context = { contract, basePath: '/app', credentials, ...drawnNames(1) };

test('the golden request of every cell has no problem', () => {
  expect(goldenRequests).toHaveLength(80);
  for (const { cell, request } of goldenRequests)
    expect(judgeRequest(request, contract)).toEqual({
      operation: cell.operation.name,
      binding: cell.binding,
      isCall: true,
      problems: [],
    });
});

test.each(goldenRequests.map(({ cell }) => [`${cell.operation.name}/${cell.binding}`, cell] as const))(
  '%s: a request with any traits, or many of them, has no problem, but that ASP.NET refuses some',
  (_name, cell) => {
    const own = rulesFor(cell, contract)
      .flatMap((rule) => probingOf(rule)?.dimensions ?? [])
      .map(({ name, choices }) => {
        return { name, choices: choices.filter((one) => one.bindings?.includes(cell.binding) ?? true) };
      })
      .filter(({ choices }) => choices.length > 0);
    const operation = cell.binding.startsWith('soap') ? cell.operation : { ...cell.operation, header: null };
    const source = { operation, contract, pools: { values: {}, rows: [] } };
    for (const [at, call] of [...edgeCalls(source, 5), ...drawCalls(source, 5, 2)].slice(-1).entries()) {
      const alone = own.flatMap(({ choices }) => choices.map((trait) => [trait]));
      const groups = groupsOf(own, (items, name) => drawOrder(at + name.length, items));
      for (const group of [[], ...alone, ...groups, ...drawSpellings(own, at, 20)]) {
        const judged = judgeRequest(spelledRequest(group, cell, call, context), contract);
        const isRefused = group.some(({ refusedBy }) => refusedBy === 'all');
        const problems = judged.problems.filter(
          ({ rule, level }) => !(isRefused && rule === 'client.envelope-structure' && level === 'observed'),
        );
        expect(problems, `${group.map(({ id }) => id).join()} ${JSON.stringify(call)}`).toEqual([]);
      }
    }
  },
);

/** What the requests of real clients break; all others break nothing. */
const OVER_SOAP12 = 'observed client.soapaction: SOAPAction is sent over SOAP 1.2: expected none';
// Its caller gave it '&' unescaped, and named two parameters too few.
const NOT_WELL_FORMED =
  'required client.well-formed: the body is not XML that SOAP allows: "&" is not escaped as "&amp;"';
const SOAP_LITE = [
  "observed client.envelope-structure: attribute 'encodingStyle' of 'Envelope' means nothing here",
  'observed client.soapaction: SOAPAction has no double quotes around it',
  "observed client.parameter-missing: parameter 'Year' is not sent",
  "observed client.parameter-missing: parameter 'ProductID' is not sent",
];
const UNICODE_ESCAPES =
  "recommended client.url-encoding: parameter 'ItemNo' is not URL-encoded: a '%u' escape, which no standard has";
const broken: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      'gsoap-port11-as-generated',
      'gsoap-soap12',
      'mono-wcf-soap12',
      'savon-nethttp-soap12',
      'savon-soap12',
      'zeep-soap12',
    ].map((name) => [`${name}.txt`, [OVER_SOAP12]]),
  ),
  'mono-asmx-get.txt': [UNICODE_ESCAPES],
  'mono-asmx-post.txt': [UNICODE_ESCAPES],
  'soaplite-soap11.txt': [NOT_WELL_FORMED, ...SOAP_LITE],
  'soaplite-soap12.txt': [NOT_WELL_FORMED, OVER_SOAP12, ...SOAP_LITE],
};

test.each(readdirSync(captures).filter((name) => name.endsWith('.txt') && name !== 'VERSIONS.txt'))(
  '%s: requests of a real client have no problem but those stated',
  (file) => {
    const requests = captured(file);
    expect(requests.length).toBeGreaterThan(0);
    const found = requests.flatMap((request) => {
      const { isCall, problems } = judgeRequest(request, contract);
      expect(isCall).toBe(true);
      return problems.map(({ rule, level, message }) => `${level} ${rule}: ${message}`);
    });
    expect([...new Set(found)]).toEqual(broken[file] ?? []);
  },
);
