import { expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import { operationNamed } from '../../contract/operations.ts';
import { testJudge } from '../../judge/judge.fixture.ts';
import { exchangeOf, readHttpFile } from '../../wire/http/http-file.fixture.ts';
import { rulesFor } from '../rules.ts';

const contract = loadContract('http://dealer.example/webservices/');
const judge = await testJudge(contract, { judgeEach: true });
const cell = { operation: operationNamed(contract, 'McatCodes'), binding: 'soap11' } as const;
const file = readHttpFile('exchanges/McatCodes/soap11.response.http');
const whole = Buffer.from(
  Buffer.from(file.body)
    .toString()
    .replace(/<Description>[^<]*/, '<Description>Chassis &amp; châssis &#x20AC; 🚗<!-- € --><![CDATA[ & ]]>'),
);

/** The rules that object to the beginning of an answer, each with the code of its first problem. */
function objections(length: number, promised: number): readonly string[] {
  const headers = file.headers.map(([name, value]) =>
    /^content-length$/i.test(name) ? ([name, `${promised}`] as const) : ([name, value] as const),
  );
  const { outcome, ...exchange } = exchangeOf({ ...file, headers, body: whole.subarray(0, length) });
  if (outcome.kind !== 'response') throw new Error('there is a response');
  const response = { ...outcome.response, complete: length === promised };
  const judged = {
    call: { operation: 'McatCodes', values: {}, header: null },
    expectation: 'sample',
    exchange: { ...exchange, outcome: { ...outcome, response } },
  } as const;
  const evidence = judge.readAll([judged], cell, true);
  return rulesFor(cell, contract).flatMap((rule) => {
    const { broken } = judge.judgeCell(rule, evidence, cell);
    return broken === null ? [] : [`${rule.id} ${broken.problems[0].code}`];
  });
}

test('an answer that is cut anywhere is cut, and nothing else', () => {
  const said = [...Array(whole.length - 1).keys()].flatMap((at) => objections(at + 1, at + 1));
  expect([...new Set(said)].toSorted()).toEqual(['xml.well-formed cut', 'xml.well-formed length-in-characters']);
});

test('an answer that ends before its Content-Length breaks no other rule', () => {
  const said = [...Array(whole.length - 1).keys()].flatMap((at) => objections(at + 1, whole.length));
  expect([...new Set(said)].toSorted()).toEqual(['http.content-length Content-Length']);
});
