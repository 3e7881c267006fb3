import { describe, expect, test } from 'vitest';
import { contractFaults } from './agree.fixture.ts';
import { edited } from './edited-files.fixture.ts';
import { readContractFiles } from './files.ts';
import { buildContract, defaultNamespace, loadContract } from './load.ts';

const namespace = 'http://dealer.example/a&b/';
const contract = loadContract(namespace);

test("the package's own specs and XSDs agree and are valid by their JSON Schemas: no command checks them", () => {
  expect(contractFaults(readContractFiles())).toEqual([]);
  expect(buildContract(readContractFiles(), namespace)).toEqual(contract);
});

describe('the namespace', () => {
  test('is wherever the files have the placeholder', () => {
    for (const [path, text] of contract.schemas) {
      expect(text, path).not.toContain('getdata.invalid');
      if (!path.startsWith('soap-')) expect(text, path).toContain('"http://dealer.example/a&amp;b/"');
    }
    expect(contract.namespace).toBe(namespace);
  });

  test('may hold what a replacement pattern would take for its own', () => {
    expect(loadContract('urn:$&$1').schemas.get('records.xsd')).toContain('targetNamespace="urn:$&amp;$1"');
  });

  test.each(['', 'http://x.example/ ', 'http://schemas.xmlsoap.org/soap/envelope/'])(
    'is refused where it is "%s"',
    (bad) => {
      expect(() => loadContract(bad)).toThrow(
        /^the namespace is (?:'|empty, as an unset variable makes it; ).*expected/,
      );
    },
  );

  test('has a default that can be loaded', () => {
    expect(loadContract(defaultNamespace()).namespace).toBe('http://dealer.example/webservices/');
  });
});

describe('the contract is read-only', () => {
  test('in every object and array', () => {
    expect(thawed(contract, 'contract')).toEqual([]);
  });

  test('in its maps', () => {
    for (const map of [contract.schemas, contract.records] as Map<string, never>[]) {
      const size = map.size;
      expect(() => map.set('x', undefined as never)).toThrow('read-only');
      expect(() => map.delete('records.xsd')).toThrow('read-only');
      expect(() => map.clear()).toThrow('read-only');
      expect(map.size).toBe(size);
    }
  });
});

function thawed(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const parts = value instanceof Map ? [...value] : Object.entries(value);
  return [...(Object.isFrozen(value) ? [] : [path]), ...parts.flatMap(([key, part]) => thawed(part, `${path}.${key}`))];
}

describe('the digest', () => {
  const build = (files = readContractFiles()) => buildContract(files, namespace).digest;

  test('is the same for the same files in any order, and for any namespace', () => {
    expect(contract.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(build(new Map([...readContractFiles()].reverse()))).toBe(contract.digest);
    expect(loadContract('urn:other').digest).toBe(contract.digest);
    expect(build(new Map([...readContractFiles(), ['specs/schemas/new.schema.json', '{}']]))).toBe(contract.digest);
  });

  test('is another one where a text or a path changes', () => {
    const text = build(edited('specs/requirements.json', 'Every response is XML.', 'Every answer is XML.'));
    const schema = build(edited('xsd/headers.xsd', 'VehicleTypeHeader', 'VehicleHeader'));
    const path = build(new Map([...readContractFiles(), ['specs/other.json', '']]));
    expect(new Set([contract.digest, text, schema, path]).size).toBe(4);
  });
});
