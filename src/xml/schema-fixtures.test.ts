import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadContract } from '../contract/load.ts';
import { canonicalXml } from './canonical.fixture.ts';
import { decodeXmlBytes } from './decode.ts';
import { parseXml } from './parse.ts';
import { createSchemaValidator, type SchemaValidator } from './schema.ts';

const FIXTURES = new URL('../../fixtures/', import.meta.url);
const contract = loadContract('http://dealer.example/webservices/');

interface Sample {
  readonly name: string;
  readonly body: Uint8Array;
  readonly entry: string;
}

function bodyOf(path: string): Uint8Array {
  const bytes = readFileSync(new URL(path, FIXTURES));
  const ends = ['\r\n\r\n', '\n\n'].map((blank) => ({ blank, at: bytes.indexOf(blank) })).filter(({ at }) => at >= 0);
  const [first = { blank: '', at: bytes.length }] = ends.sort((a, b) => a.at - b.at);
  return bytes.subarray(first.at + first.blank.length);
}

function entryOf(operation: string, binding: string): string {
  return binding.startsWith('soap') ? `drivers/${operation}.${binding}.xsd` : `whole/${operation}.xsd`;
}

/** Golden XML bodies: all responses, and the requests of the SOAP bindings. */
const golden: readonly Sample[] = readdirSync(new URL('exchanges/', FIXTURES)).flatMap((operation) =>
  readdirSync(new URL(`exchanges/${operation}/`, FIXTURES))
    .filter((file) => file.endsWith('.response.http') || /^soap.*\.request\.http$/.test(file))
    .map((file) => ({
      name: `${operation}/${file}`,
      body: bodyOf(`exchanges/${operation}/${file}`),
      entry: entryOf(operation, file.split('.')[0] ?? ''),
    })),
);

type Specimen = { readonly file: string; readonly operation: string; readonly binding: string };
const listed = JSON.parse(readFileSync(new URL('specimens/specimens.json', FIXTURES), 'utf8')) as readonly Specimen[];
const specimens: readonly Sample[] = listed.map(({ file, operation, binding }) => ({
  name: file,
  body: bodyOf(`specimens/${file}`),
  entry: entryOf(operation, binding),
}));

let native: SchemaValidator;
let wasm: SchemaValidator;
beforeAll(async () => {
  native = await createSchemaValidator('libxmljs2');
  wasm = await createSchemaValidator('libxml2-wasm');
});
afterAll(() => {
  native.dispose();
  wasm.dispose();
});

test('there are golden bodies of every operation and specimens of both kinds', () => {
  expect(golden).toHaveLength(contract.operations.length * 6);
  expect(specimens.filter(({ name }) => name.startsWith('legal/')).length).toBeGreaterThan(30);
  expect(specimens.filter(({ name }) => name.startsWith('broken/')).length).toBeGreaterThan(100);
});

test.each(golden)('$name is valid in both libraries', ({ body, entry }) => {
  expect(native.validate(body, contract.schemas, entry)).toEqual({ kind: 'valid' });
  expect(wasm.validate(body, contract.schemas, entry)).toEqual({ kind: 'valid' });
});

test.each(golden)('$name is the same document with other line ends', ({ body }) => {
  const { text, problems, bom } = decodeXmlBytes(body, 'utf-8');
  expect({ problems, bom }).toEqual({ problems: [], bom: false });
  const parsed = parseXml(text);
  expect(parsed.kind).toBe('document');
  const again = parsed.kind === 'document' ? parseXml(text.replaceAll('\n', '\r\n')) : parsed;
  expect(again.kind === 'document' && parsed.kind === 'document' && canonicalXml(again.document)).toBe(
    parsed.kind === 'document' && canonicalXml(parsed.document),
  );
});

test.each(specimens)('$name: both libraries agree', ({ body, entry }) => {
  const verdict = native.validate(body, contract.schemas, entry);
  const other = wasm.validate(body, contract.schemas, entry);
  expect(other.kind).toBe(verdict.kind);
  if (verdict.kind !== 'invalid' || other.kind !== 'invalid') return;
  expect(other.errors.length).toBe(verdict.errors.length);
});

test.each(specimens)('$name: libxml2 parses it exactly where our parser does', ({ body, entry }) => {
  const ours = parseXml(decodeXmlBytes(body, null).text).kind;
  const theirs = native.validate(body, contract.schemas, entry).kind;
  expect(theirs === 'unreadable').toBe(ours === 'problem');
});
