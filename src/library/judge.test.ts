import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import type { BindingName } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import { readHttpFile } from '../wire/http/http-file.fixture.ts';
import type { GivenResponse } from './given.ts';
import { type Judge, type Outcome, openJudge } from './judge.ts';

const contract = loadContract('http://dealer.example/webservices/');
const cells = contract.operations.flatMap(({ name }) => bindingNames.map((binding) => ({ operation: name, binding })));

let judge: Judge;
beforeAll(async () => {
  judge = await openJudge(contract);
});
afterAll(() => judge.close());

/** The golden answer of a cell, with its text changed and its length as it then is. */
function golden(operation: string, binding: BindingName, change = (text: string): string => text): GivenResponse {
  const { headers, body } = readHttpFile(`exchanges/${operation}/${binding}.response.http`);
  const bytes = new TextEncoder().encode(change(new TextDecoder().decode(body)));
  const others = headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  return { status: 200, headers: [...others, ['Content-Length', `${bytes.byteLength}`]], body: bytes };
}

function judged(response: GivenResponse, operation = 'McatCodes', binding: BindingName = 'soap12'): Outcome {
  return judge.judgeResponse({ binding, call: { operation }, response });
}

test.each(cells)('the golden answer of $operation over $binding passes', ({ operation, binding }) => {
  const { verdict, findings, rules } = judged(golden(operation, binding), operation, binding);
  expect({ verdict, findings }).toEqual({ verdict: 'pass', findings: [] });
  expect(rules.filter((rule) => rule.verdict === 'pass').length).toBeGreaterThan(15);
});

test('a broken rule is a finding with its clauses', () => {
  const swap = (text: string): string =>
    text.replace(
      /(<ItemNo>.*?<\/ItemNo>)\s*(<Application_ID>.*?<\/Application_ID>)/s,
      (_all, a: string, b: string) => b + a,
    );
  const response = golden('Get_Inventory', 'http-get', swap);
  expect(response).not.toEqual(golden('Get_Inventory', 'http-get'));
  const { verdict, findings } = judged(response, 'Get_Inventory', 'http-get');
  expect(verdict).toBe('fail');
  expect(findings).toMatchObject([
    {
      rule: 'record.field-order',
      level: 'required',
      message: '<ItemNo> comes after <Application_ID>, as in the alphabet.',
      clauses: [
        {
          id: 'records.Inventory_item.fields',
          section: 'Resources and their fields',
          text: expect.stringMatching(/^Inventory_item has/),
        },
      ],
      breaks: expect.stringMatching(/./),
    },
  ]);
});

test('the XML Schema validator judges too', () => {
  const response = golden('McatCodes', 'http-get', (text) =>
    text.replace(/^(<\?.*?\?>\s*<\w+)/s, '$1 xmlns:x="http://www.w3.org/2001/XMLSchema-instance" x:other="1"'),
  );
  const { findings } = judged(response, 'McatCodes', 'http-get');
  expect(findings.map(({ rule }) => rule)).toEqual(['xsd.valid']);
});

test('an answer without records is neither a pass nor a finding', () => {
  const response = golden('McatCodes', 'http-get', (text) => text.replace(/(<ArrayOf\w+[^>]*>).*(<\/)/s, '$1$2'));
  const { verdict, findings, rules } = judged(response, 'McatCodes', 'http-get');
  expect({ verdict, findings }).toEqual({ verdict: 'inconclusive', findings: [] });
  expect(rules).toContainEqual({
    rule: 'record.coverage',
    level: 'required',
    verdict: 'inconclusive',
    reason: expect.stringMatching(/^never seen with a value: /),
  });
});

test('rules that compare several exchanges are skipped, and say so', () => {
  const skipped = judged(golden('McatCodes', 'soap12')).rules.filter(({ verdict }) => verdict === 'skipped');
  expect(skipped.map(({ rule }) => rule)).toContain('binding.reachable');
  expect(new Set(skipped.map(({ reason }) => reason))).toEqual(
    new Set(['it compares several exchanges, and this is only one']),
  );
});

test.each([404, 500, 302])('status %i fails', (status) => {
  const response = { status, headers: [['Content-Type', 'text/html']] as const, body: Buffer.from('<html/>') };
  const { verdict, findings } = judged(response);
  expect({ verdict, rules: findings.map(({ rule }) => rule) }).toEqual({ verdict: 'fail', rules: ['http.status'] });
});

test.each([
  ['fetch', (all: GivenPairs) => new Headers(all.map(([name, value]): [string, string] => [name, value]))],
  ['a Map', (all: GivenPairs) => new Map(all)],
  ['node:http', (all: GivenPairs) => Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), value]))],
  ['lists', (all: GivenPairs) => Object.fromEntries(all.map(([name, value]) => [name, [value]]))],
  ['numbers', (all: GivenPairs) => ({ ...Object.fromEntries(all), 'Content-Length': length(all), Via: undefined })],
])('headers may be those of %s', (_name, form) => {
  const response = golden('McatCodes', 'soap12');
  const headers = form([...(response.headers as GivenPairs)]);
  expect(judged({ ...response, headers }).verdict).toBe('pass');
  expect(judged({ ...response, headers: [] }).findings.map(({ rule }) => rule)).toEqual([
    'http.content-type',
    'http.content-length',
  ]);
});

test('a header line that is there twice counts twice', () => {
  const response = golden('McatCodes', 'soap12');
  const headers = { ...Object.fromEntries(response.headers as GivenPairs), 'Content-Type': ['text/xml', 'text/xml'] };
  expect(judged({ ...response, headers }).findings).toMatchObject([{ actual: 'text/xml, in 2 lines' }]);
});

type GivenPairs = readonly (readonly [string, string])[];

function length(all: GivenPairs): number {
  return Number(new Map(all).get('Content-Length'));
}

test('only the bytes of a view are the body', () => {
  const { headers, body, status } = golden('McatCodes', 'soap12');
  const padded = Buffer.concat([Buffer.from('x'), body, Buffer.from('x')]);
  expect(judged({ status, headers, body: padded.subarray(1, -1) }).verdict).toBe('pass');
  expect(judged({ status, headers, body: padded }).verdict).toBe('fail');
});

test('mistakes of the caller are thrown', () => {
  const response = golden('McatCodes', 'soap12');
  const told = (call: object, binding = 'soap12', body: unknown = response.body) => {
    const given: unknown = { binding, call: { operation: 'McatCodes', ...call }, response: { ...response, body } };
    return () => judge.judgeResponse(given as Parameters<Judge['judgeResponse']>[0]);
  };
  expect(told({ operation: 'mcatcodes' })).toThrow(
    new RangeError("'mcatcodes' is not an operation; did you mean 'McatCodes'?"),
  );
  expect(told({ values: { dealerid: '' } })).toThrow(
    "'dealerid' is not a parameter of McatCodes; did you mean 'DealerID'?",
  );
  expect(told({ values: { x: '' } })).toThrow(/^'x' is not a parameter of McatCodes; expected one of .*DealerID/);
  expect(told({ header: {} })).toThrow('McatCodes takes no header');
  expect(told({}, 'soap')).toThrow("'soap' is not a binding; expected one of soap11, soap12, http-get, http-post");
  expect(told({}, 'soap12', '<a/>')).toThrow(TypeError);
});

test('it can be closed and used again', () => {
  judge.close();
  expect(judged(golden('McatCodes', 'soap12')).verdict).toBe('pass');
});

test('it may be closed twice', async () => {
  const judge = await openJudge(contract);
  judge.close();
  expect(judge.close).not.toThrow();
});
