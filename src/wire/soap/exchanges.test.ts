import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../contract/load.ts';
import { bindingNames } from '../../contract/operations.ts';
import { readExchange } from '../../judge/read.ts';
import { canonicalXml } from '../../xml/canonical.fixture.ts';
import { parseXml } from '../../xml/parse.ts';
import { headerValue } from '../http/exchange.ts';
import { exchangeOf, readHttpFile } from '../http/http-file.fixture.ts';
import { isSoap } from './binding.ts';
import { bindings } from './bindings.ts';
import type { HeaderFields } from './call.ts';
import { type Decoded, decodeRecords } from './records.ts';

const contract = loadContract('http://dealer.example/webservices/');
const context = { contract, basePath: '', credentials: {} };

interface Sample {
  readonly values: Readonly<Record<string, string>>;
  readonly header: HeaderFields | null;
  readonly result: Decoded;
}

function sampleOf(operation: string): Sample {
  return JSON.parse(
    readFileSync(new URL(`../../../fixtures/exchanges/${operation}/sample.json`, import.meta.url), 'utf8'),
  );
}

/** The sample's result without the lists that this answer marks nil, as the document's SOAP samples do. */
function withoutNil(expected: Decoded, actual: Decoded | undefined): Decoded {
  if (actual === null) return null;
  if (Array.isArray(expected))
    return expected.map((item, index) => withoutNil(item, Array.isArray(actual) ? actual[index] : undefined));
  if (typeof expected !== 'object' || expected === null) return expected;
  const fields =
    typeof actual === 'object' && !Array.isArray(actual) ? (actual as Readonly<Record<string, Decoded>>) : {};
  return Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, withoutNil(value, fields[name])]));
}

function canonicalBody(body: Uint8Array | null): string {
  const parsed = parseXml(new TextDecoder().decode(body ?? new Uint8Array()));
  return parsed.kind === 'document' ? canonicalXml(parsed.document) : `not XML: ${parsed.problem.message}`;
}

describe.each(contract.operations.map((operation) => [operation.name, operation] as const))('%s', (name, operation) => {
  const sample = sampleOf(name);

  test.each(bindingNames)('%s writes the golden request', (binding) => {
    const golden = readHttpFile(`exchanges/${name}/${binding}.request.http`);
    const header = isSoap(binding) ? sample.header : null;
    const request = bindings[binding].encode({ operation: name, values: sample.values, header }, context);
    expect(`${request.method} ${request.path} HTTP/1.1`).toBe(golden.startLine);
    const added = ['host', 'content-length'];
    expect(request.headers).toEqual(golden.headers.filter(([key]) => !added.includes(key.toLowerCase())));
    if (isSoap(binding)) expect(canonicalBody(request.body)).toBe(canonicalBody(golden.body));
    else expect(new TextDecoder().decode(request.body ?? new Uint8Array())).toBe(new TextDecoder().decode(golden.body));
    expect(headerValue(golden.headers, 'content-length')).toBe(
      binding === 'http-get' ? undefined : `${golden.body.byteLength}`,
    );
  });

  test.each(bindingNames)('%s reads the golden response', (binding) => {
    const exchange = exchangeOf(readHttpFile(`exchanges/${name}/${binding}.response.http`));
    const { located } = readExchange(exchange, { operation, binding });
    const decoded = located.result === null ? [] : decodeRecords(located.result, { operation, binding }, contract);
    const actual = operation.result.kind === 'array' ? decoded : (decoded[0] ?? null);
    expect(actual).toEqual(withoutNil(sample.result, actual));
  });
});
