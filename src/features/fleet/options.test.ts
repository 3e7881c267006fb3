import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RunFlags } from '../../options/flags.ts';
import { fleetOptions, notShared } from './options.ts';

const T = 'http://host.example';
type Entries = readonly object[];

function fleetFolder(files: Readonly<Record<string, object | string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-fleet-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, data] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof data === 'string' ? data : JSON.stringify(data));
  }
  return folder;
}

interface Around {
  readonly flags?: RunFlags;
  readonly env?: Readonly<Record<string, string>>;
  /** The config file for all. */
  readonly shared?: object;
  readonly files?: Readonly<Record<string, object | string>>;
}

function fleet(targets: Entries | string, { flags = {}, env = {}, shared, files = {} }: Around = {}) {
  const list = typeof targets === 'string' ? targets : { targets };
  const folder = fleetFolder({ 'fleet/targets.json': list, ...files });
  const config =
    shared === undefined ? null : { file: 'getdata.config.json', text: JSON.stringify(shared), named: true };
  return fleetOptions({ file: 'fleet/targets.json', folder, flags, env, config, randomSeed: 42 });
}

function refused(targets: Entries | string, around: Around = {}): string {
  try {
    fleet(targets, around);
  } catch (error) {
    if (error instanceof Error && error.name === 'ConfigError') return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

test('every server has what is its own, and shares the rest', () => {
  const shared = { namespace: 'urn:all', profile: 'quick', headers: { 'X-One': 'all', 'X-Two': 'all' } };
  const [a, b] = fleet(
    [
      { name: 'a', target: `${T}/a/getData.asmx`, namespace: 'urn:a', headers: { 'x-one': '${ONE}' } },
      { name: 'b', target: 'http://jo:doe@b.example' },
    ],
    { shared, env: { ONE: 'own', GETDATA_TARGET: 'http://env.example' } },
  );
  expect(a).toMatchObject({ name: 'a', options: { target: `${T}/a`, namespace: 'urn:a', seed: 42, profile: 'quick' } });
  expect(a?.options.headers).toEqual([
    ['X-Two', 'all'],
    ['x-one', 'own'],
  ]);
  expect(b?.options).toMatchObject({ target: 'http://b.example', namespace: 'urn:all', seed: 42 });
  expect(b?.options.headers.at(-1)).toEqual(['Authorization', `Basic ${btoa('jo:doe')}`]);
  expect(JSON.stringify(a?.options)).not.toContain('Authorization');
});

test('a flag beats the file of targets, which beats the environment, which beats the config file', () => {
  const env = { GETDATA_NAMESPACE: 'urn:env', GETDATA_PASSWORD: 'env', GETDATA_API_KEY: 'env' };
  const shared = { credentials: { password: 'config', apiKey: 'config', dealerId: 'config' } };
  const own = { name: 'a', target: T, namespace: 'urn:own', credentials: { password: 'own ${GETDATA_PASSWORD}' } };
  const [a] = fleet([{ ...own, headers: { X: 'own' } }], { env, shared, flags: { header: ['x: flag'] } });
  expect(a?.options.credentials).toEqual({ DealerID: 'config', APIKEY: 'env', Password: 'own env' });
  expect([a?.options.namespace, a?.options.headers]).toEqual(['urn:own', [['x', 'flag']]]);
  expect(fleet([own], { env, shared, flags: { namespace: 'urn:flag' } })[0]?.options.namespace).toBe('urn:flag');
  expect(fleet([{ name: 'a', target: T }], { env })[0]?.options.namespace).toBe('urn:env');
});

test('its own config file is found next to the file of targets and takes the place of the one for all', () => {
  const files = { 'fleet/a.json': { profile: 'thorough', limits: { maxTimeSeconds: 9 }, reporters: [] } };
  const shared = { profile: 'quick', seed: 7, target: 'http://all.example' };
  const entries = [
    { name: 'a', target: T, config: 'a.json' },
    { name: 'b', target: T },
  ];
  const [a, b] = fleet(entries, { files, shared, flags: { maxTime: '100' } });
  expect(a?.options).toMatchObject({ target: T, profile: 'thorough', seed: 42, limits: { maxTimeSeconds: 9 } });
  expect(b?.options).toMatchObject({ target: T, profile: 'quick', seed: 7, limits: { maxTimeSeconds: null } });
  expect(a?.config?.text).toContain('reporters');
});

test('permission to write and known failures are taken only from its own config file, which is reported', () => {
  const known = { knownFailures: [] };
  const config = { includeWrites: true, baseline: 'known.json' };
  const files = { 'fleet/a.json': config, 'fleet/known.json': known };
  const entries = [
    { name: 'a', target: T, config: 'a.json' },
    { name: 'b', target: T },
  ];
  const both = (flags: RunFlags) =>
    fleet(entries, { files, shared: config, flags }).map(({ options }) => [options.includeWrites, options.baseline]);
  expect(both({})).toEqual([
    [true, { file: 'fleet/known.json', entries: [] }],
    [false, null],
  ]);
  expect(both({ includeWrites: true }).map(([writes]) => writes)).toEqual([true, true]);
  const shared = { file: 'c.json', text: JSON.stringify(config), named: true };
  expect(notShared(shared)).toMatch(/^c\.json holds includeWrites and baseline, which is for one server/);
  expect([notShared({ file: 'c.json', text: '{}' }), notShared(null)]).toEqual([null, null]);
});

test('TLS of its own takes the place of the shared one, its files next to the file of targets', () => {
  const secure = { name: 'a', target: 'https://a.example', tls: { insecure: true } };
  const [a, b] = fleet([secure, { ...secure, name: 'b', target: T }]);
  expect([a?.options.route.tls, b?.options.route.tls]).toEqual([{ insecure: true }, {}]);
  expect(refused([{ ...secure, tls: { ca: 'no.pem' } }])).toMatch(
    /^fleet\/targets\.json: targets\[0\] \(a\): tls\.ca \/.*\/fleet\/no\.pem can't be read: there is no such file$/,
  );
});

const F = 'fleet/targets.json';

test.each<[Entries | string, string]>([
  ['{"targets": [}', `${F} is not JSON: a value is missing in line 1, column 14`],
  ['[]', `${F}: the file is an empty array; expected an object`],
  ['{}', `${F}: the file has no 'targets'; expected one`],
  [[], `${F}: targets is an empty array; expected at least one entry`],
  [[{ name: 'a' }], `${F}: targets[0] has no 'target'; expected one`],
  [[{ nam: 'a', target: T }], `${F}: unknown key 'nam' in targets[0]; did you mean 'name'?`],
  [[{ name: 'a', target: T, namspace: 'x' }], `${F}: unknown key 'namspace' in targets[0]; did you mean 'namespace'?`],
  [
    [{ name: 'a', target: 'jo:sesame@h' }],
    `${F}: targets[0].target is 'h'; expected an address that begins with http:// or https://`,
  ],
  [
    [{ name: 'a', target: `${T}?k=sesame` }],
    `${F}: targets[0] (a): target has a query; expected only the address: ${T}`,
  ],
  [
    [{ name: 'a', target: T, namespace: 'a b' }],
    `${F}: targets[0] (a): namespace: the namespace is 'a b'; expected a URI without white space`,
  ],
  [
    [{ name: 'a', target: T, credentials: { apikey: 'sesame' } }],
    `${F}: unknown key 'apikey' in targets[0].credentials; did you mean 'apiKey'?`,
  ],
  [
    [{ name: 'a', target: T, credentials: { apiKey: 12345 } }],
    `${F}: targets[0].credentials.apiKey is a number; expected a string`,
  ],
  [
    [{ name: 'a', target: T, credentials: { apiKey: '${NO_SUCH}' } }],
    `${F}: targets[0] (a): credentials.apiKey refers to the environment variable NO_SUCH, which is not set`,
  ],
  [
    [{ name: 'a', target: T, headers: { Host: 'sesame' } }],
    `${F}: targets[0] (a): headers.Host sets Host, which the suite writes itself; expected any other header`,
  ],
  [
    [{ name: 'a', target: T, config: 'no.json' }],
    `${F}: targets[0] (a): config: the config file fleet/no.json can't be read: there is no such file`,
  ],
])('%j is refused in one sentence', (targets, sentence) => {
  const said = refused(targets);
  expect(said.slice(0, sentence.length)).toBe(sentence);
  expect(said).not.toContain('sesame');
});

test.each([
  '..',
  '.',
  '../a',
  'a/b',
  'a\\b',
  '/etc',
  'C:',
  '.hidden',
  'a.',
  'a ',
  '-rf',
  'a\u202eb',
  'a\u0000',
  'ä',
  '',
  'x'.repeat(65),
  'con',
  'NUL.json',
  'com1',
  'Lpt9.a.b',
  'LEAGUE.html',
  'league.json',
])('the name %j names no folder of reports', (name) => {
  expect(refused([{ name, target: T }])).toMatch(/^fleet\/targets\.json: targets\[0\]\.name is '/);
});

test('names that a disk may take for one are refused; others are accepted', () => {
  const named = (...names: readonly string[]) => names.map((name) => ({ name, target: T }));
  expect(refused(named('Alpha', 'b', 'ALPHA'))).toBe(
    `${F}: targets[2].name is 'ALPHA', and targets[0].name is 'Alpha'; expected names that differ in more than case`,
  );
  const fine = ['a', 'a.b', 'console', 'com10', 'a-b_c.1', 'x'.repeat(64), 'league', '0'];
  expect(fleet(named(...fine)).map(({ name }) => name)).toEqual(fine);
});

test('what a target may set for itself is described as the config file has it', () => {
  const schema = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../specs/schemas/${name}.schema.json`, import.meta.url), 'utf8')).properties;
  const own = schema('targets').targets.items.properties;
  const config = schema('config');
  for (const key of ['namespace', 'credentials', 'headers', 'tls']) expect(own[key]).toEqual(config[key]);
});
