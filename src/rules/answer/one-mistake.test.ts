import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
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

/** What objects to an answer with another body: rules, each with its cause or the code of its first problem. */
function objections(body: Uint8Array, promised: number): readonly string[] {
  const headers = file.headers.map(([name, value]) =>
    /^content-length$/i.test(name) ? ([name, `${promised}`] as const) : ([name, value] as const),
  );
  const { outcome, ...exchange } = exchangeOf({ ...file, headers, body });
  if (outcome.kind !== 'response') throw new Error('there is a response');
  const response = { ...outcome.response, complete: body.length === promised };
  const judged = {
    call: { operation: 'McatCodes', values: {}, header: null },
    expectation: 'sample',
    exchange: { ...exchange, outcome: { ...outcome, response } },
  } as const;
  const evidence = judge.readAll([judged], cell, true);
  return rulesFor(cell, contract).flatMap((rule) => {
    const [problem] = judge.judgeCell(rule, evidence, cell).broken?.problems ?? [];
    return problem === undefined ? [] : [`${rule.id} ${problem.code}`];
  });
}

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['raw deflate', deflateRawSync],
  ['raw deflate without compression', (bytes: Buffer) => deflateRawSync(bytes, { level: 0 })],
])('an answer in %s that no header field says is compressed, and nothing else', (_coding, compress) => {
  // Texts of ASCII can be valid UTF-8 when they are compressed, and other ones hardly ever.
  for (const plain of [whole, Buffer.from('<a>plain</a>'), Buffer.from(`<a>${'plain '.repeat(40)}</a>`)]) {
    const body = compress(plain);
    expect(objections(body, body.length)).toEqual(['xml.encoding compressed']);
  }
});

test('an answer that is cut anywhere is cut, and nothing else', () => {
  const said = [...Array(whole.length - 1).keys()].flatMap((at) => objections(whole.subarray(0, at + 1), at + 1));
  expect([...new Set(said)].toSorted()).toEqual(['xml.well-formed cut', 'xml.well-formed length-in-characters']);
});

test('an answer that ends before its Content-Length breaks no other rule', () => {
  const said = [...Array(whole.length - 1).keys()].flatMap((at) => objections(whole.subarray(0, at + 1), whole.length));
  expect([...new Set(said)].toSorted()).toEqual(['http.content-length Content-Length']);
});
