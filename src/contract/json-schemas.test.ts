import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { valid } from '../base/schemas/validate.ts';
import { readContractFiles } from './files.ts';
import { loadContract } from './load.ts';

const files = readContractFiles();
const contract = loadContract('http://x.example/');
const schemas = [...files].filter(([path]) => path.startsWith('specs/schemas/'));

function schema(name: string) {
  return JSON.parse(files.get(`specs/schemas/${name}.schema.json`) ?? 'null');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Places where an editor would show nothing, or where a slip of the pen would pass. */
function gaps(node: unknown, path: string): string[] {
  if (!isObject(node)) return [];
  const properties = isObject(node.properties) ? node.properties : {};
  const mute = Object.entries(properties).filter(([, property]) => {
    const shown = isObject(property) && ('description' in property || '$ref' in property);
    return !shown;
  });
  const open = 'properties' in node && node.additionalProperties !== false ? [`${path} is open`] : [];
  const below = Object.entries(node).flatMap(([key, value]) => gaps(value, `${path}/${key}`));
  return [...open, ...mute.map(([key]) => `${path}/properties/${key} has no description`), ...below];
}

/** Lists of any length. */
function unbounded(node: unknown, path: string): string[] {
  if (!isObject(node)) return [];
  const isList = node.type === 'array' || (Array.isArray(node.type) && node.type.includes('array'));
  const below = Object.entries(node).flatMap(([key, value]) => unbounded(value, `${path}/${key}`));
  return isList && node.maxItems === undefined ? [path, ...below] : below;
}

describe('the JSON Schemas', () => {
  test.each(['compare', 'results'])('of %s.json, which may be long, bound each list', (name) => {
    expect(unbounded(schema(name), name)).toEqual([]);
  });

  test.each(schemas)('%s describes every property and closes every object', (path, text) => {
    // Who reads an in-toto statement ignores what it does not know (in-toto attestation v1, 'Parsing rules').
    const isStatement = path === 'specs/schemas/statement.schema.json';
    expect(gaps(JSON.parse(text), path).filter((gap) => !(isStatement && gap.endsWith(' is open')))).toEqual([]);
  });

  test.each(schemas)('%s compiles in strict mode', (_path, text) => {
    expect(() => new Ajv({ strict: true, allowUnionTypes: true }).compile(JSON.parse(text))).not.toThrow();
  });

  test('of the config and of the results list the bindings of the contract, that of the config its operations too', () => {
    const { operation } = schema('config').definitions;
    expect(operation.examples).toEqual(contract.operations.map(({ name }) => name));
    for (const name of ['config', 'results']) {
      const { definitions } = schema(name);
      expect(definitions.binding.enum).toEqual(Object.keys(contract.bindings));
    }
  });

  test('of the config lists the fields of the VehicleTypeHeader and its allowed values', () => {
    const header = schema('config').properties.samples.items.properties.header.properties;
    expect(Object.keys(header)).toEqual(contract.header.fields.map((field) => field.name));
    const [, type] = contract.header.fields;
    expect(type?.content).toMatchObject({ enumeration: header.VehicleTypeToFilter.enum });
  });
});

describe('the config schema', () => {
  const check = (config: unknown) => valid('config', config, ({ sentence }) => new Error(sentence));

  test('takes a config with every key', () => {
    const config = {
      target: 'https://dealer.example/ws',
      namespace: 'http://dealer.example/webservices/',
      credentials: { dealerId: `\${DEALER}`, apiKey: 'k', password: 'p' },
      values: { Make: ['Honda'] },
      valuesByOperation: { Get_Inventory: { ItemNo: ['SC-1001'] } },
      samples: [
        {
          operation: 'GetModel_VehicleType',
          values: { Make: 'Honda' },
          header: { OnlyMake: ['Honda'], NoMissings: 'true' },
        },
      ],
      includeWrites: true,
      limits: { concurrency: 2, rate: 0.5, timeoutMs: 1000, maxBodyBytes: 1000, maxTimeSeconds: 10, runs: 5 },
      profile: 'quick',
      seed: 7,
      operations: ['Get_Inventory'],
      bindings: ['soap11'],
      rules: ['http.status'],
      baseline: 'getdata.baseline.json',
      headers: { 'X-Trace': '1' },
    };
    expect(check(config)).toBe(config);
  });

  test.each([
    [{ limit: {} }, /^unknown key 'limit'; did you mean 'limits'\?$/],
    [{ limits: { rate: 0 } }, /^limits\.rate is 0; it must be > 0$/],
    [{ profile: 'fast' }, /^profile is 'fast'; expected one of quick, standard, thorough$/],
    [{ values: { Make: 'Honda' } }, /^values\.Make is 'Honda'; expected an array$/],
    [{ bindings: ['soap'] }, /^bindings\[0\] is 'soap'; did you mean one of soap11, soap12\?$/],
    [{ samples: [{ operation: 'Get_Inventory' }] }, /^samples\[0\] has no 'values'; expected one$/],
    [{ target: 'dealer.example' }, /^target is 'dealer\.example'; expected an address/],
  ])('refuses %j with the key, what was found and what is allowed', (config, says) => {
    expect(() => check(config)).toThrow(says);
  });
});
