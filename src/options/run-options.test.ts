import { expect, test } from 'vitest';
import { defaultNamespace } from '../contract/load.ts';
import { options } from './options.fixture.ts';

const T = 'http://host.example';

test('nothing given means the embedded server, its writes and one sample per operation', () => {
  const { samples, ...rest } = options();
  expect(rest).toEqual({
    target: null,
    namespace: defaultNamespace(),
    namespaceFrom: 'default',
    seed: 42,
    profile: 'standard',
    runs: null,
    operations: null,
    bindings: null,
    rules: null,
    cells: null,
    baseline: null,
    includeWrites: true,
    failOn: 'required',
    allowInconclusive: false,
    limits: { concurrency: 8, rate: null, timeoutMs: 10_000, maxBodyBytes: 16_777_216, maxTimeSeconds: null },
    credentials: {},
    headers: [],
    route: { tls: {}, proxy: null },
    values: {},
    valuesByOperation: {},
    unused: [],
  });
  expect(new Set(samples.map(({ operation }) => operation)).size).toBe(20);
  expect(samples.filter(({ header }) => header !== null)).toHaveLength(2);
  expect(JSON.stringify(samples)).not.toMatch(/DealerID|APIKEY|Password/);
});

test('--certify draws the seed, whatever the config file says, and the options say so', () => {
  expect(options({ certify: true }, {}, { seed: 7 })).toMatchObject({ seed: 42, seedDrawn: true });
  expect(options({}, {}, { seed: 7 }).seedDrawn).toBeUndefined();
});

test('a target is not written to and has no samples unless the options say so', () => {
  expect(options({ target: T })).toMatchObject({ target: T, includeWrites: false, samples: [] });
  expect(options({ target: T, includeWrites: true }).includeWrites).toBe(true);
  expect(options({ target: T }, {}, { includeWrites: true }).includeWrites).toBe(true);
});

test('a flag beats the environment beats the config file', () => {
  const config = { target: 'http://config.example', namespace: 'urn:config' };
  const env = { GETDATA_TARGET: 'http://env.example', GETDATA_NAMESPACE: 'urn:env' };
  const flags = { target: 'http://flag.example', namespace: 'urn:flag' };
  const both = (given: ReturnType<typeof options>) => [given.target, given.namespace, given.namespaceFrom];
  expect(both(options({}, {}, config))).toEqual(['http://config.example', 'urn:config', 'config']);
  expect(both(options({}, env, config))).toEqual(['http://env.example', 'urn:env', 'environment']);
  expect(both(options(flags, env, config))).toEqual(['http://flag.example', 'urn:flag', 'flag']);
  expect(both(options({}, { GETDATA_TARGET: '', GETDATA_NAMESPACE: '' }, config))).toEqual([
    'http://config.example',
    'urn:config',
    'config',
  ]);
});

test('every setting of the config file arrives, and every flag beats it', () => {
  const limits = { concurrency: 2, rate: 1.5, timeoutMs: 3, maxBodyBytes: 4, maxTimeSeconds: 5, runs: 6 };
  const config = {
    limits,
    profile: 'quick',
    seed: 7,
    operations: ['McatCodes'],
    bindings: ['soap11'],
    rules: ['http.status'],
  };
  const { runs, ...own } = limits;
  expect(options({}, {}, config)).toMatchObject({ ...config, limits: own, runs });
  const flags = {
    concurrency: '12',
    rate: '0.5',
    timeout: '13',
    maxBody: '14',
    maxTime: '15',
    runs: '0',
    profile: 'thorough',
    seed: '4294967295',
  };
  const names = { operations: ' Get_Inventory,McatCodes,', bindings: 'http-get', rules: 'value.int,http.status' };
  expect(options({ ...flags, ...names, failOn: 'recommended', allowInconclusive: true }, {}, config)).toMatchObject({
    limits: { concurrency: 12, rate: 0.5, timeoutMs: 13, maxBodyBytes: 14, maxTimeSeconds: 15 },
    runs: 0,
    profile: 'thorough',
    seed: 4294967295,
    operations: ['Get_Inventory', 'McatCodes'],
    bindings: ['http-get'],
    rules: ['value.int', 'http.status'],
    failOn: 'recommended',
    allowInconclusive: true,
  });
});

test('credentials are values or references, and their own variables beat both', () => {
  const credentials = { dealerId: 'D1', apiKey: '${MY_KEY}', password: 'a${MY_KEY}b' };
  expect(options({}, { MY_KEY: 'k$&' }, { credentials }).credentials).toEqual({
    DealerID: 'D1',
    APIKEY: 'k$&',
    Password: 'ak$&b',
  });
  const env = { MY_KEY: 'k', GETDATA_DEALER_ID: 'D2', GETDATA_API_KEY: '${literal}', GETDATA_PASSWORD: '' };
  expect(options({}, env, { credentials }).credentials).toEqual({
    DealerID: 'D2',
    APIKEY: '${literal}',
    Password: 'akb',
  });
  expect(options({}, { GETDATA_PASSWORD: 'p' }).credentials).toEqual({ Password: 'p' });
});

test('headers of the file, the address and the flags are merged by name', () => {
  const config = { headers: { 'X-Token': 'Bearer ${TOKEN}', authorization: 'weak', 'X-Kept': '1' } };
  const given = options(
    { target: 'http://u:p@host.example', header: ['x-token:  flag ', 'X-Two: ${TOKEN}'] },
    { TOKEN: 't' },
    config,
  );
  expect(given.headers).toEqual([
    ['X-Kept', '1'],
    ['Authorization', 'Basic dTpw'],
    ['x-token', 'flag'],
    ['X-Two', 't'],
  ]);
  expect(given.target).toBe('http://host.example');
});

test('samples come in the order of the contract, with the neutral header where they have none', () => {
  const config = {
    target: T,
    samples: [
      { operation: 'Get_Inventory', values: { ItemNo: '7', Application_ID: 'A' } },
      { operation: 'GetModel_VehicleType', values: { Year: '2020' } },
      { operation: 'GetModel_VehicleType', values: {}, header: { OnlyMake: ['Honda'], Filtervehicles: 'true' } },
    ],
  };
  const [inventory, neutral, own] = options({}, {}, config).samples;
  expect(JSON.stringify(inventory)).toBe(
    '{"operation":"Get_Inventory","values":{"Application_ID":"A","ItemNo":"7"},"header":null}',
  );
  expect(neutral?.header).toEqual({
    Filtervehicles: 'false',
    VehicleTypeToFilter: 'None',
    OnlyMake: [],
    NoModel: [],
    NoMissings: 'false',
    VcdbOnly: 'false',
  });
  expect(JSON.stringify(own?.header)).toBe('{"Filtervehicles":"true","OnlyMake":["Honda"]}');
});

test('target null is the embedded server whatever else says', () => {
  expect(options({ target: null }, { GETDATA_TARGET: T }, { target: T }).target).toBeNull();
});
