import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Environment } from '../base/cli-io.ts';
import { everyKey } from './every-key.fixture.ts';
import type { RunFlags } from './flags.ts';
import { parseConfig } from './parse-config.ts';
import { completeOptions } from './run-options.ts';

const file = 'getdata.config.json';
const T = 'http://host.example';
const SECRET = 'cloud-sesame';
const cloud = { CLOUD_KEY: SECRET };
const env = { ...cloud, GETDATA_OTHER: 'other', GETDATA_API_KEY: 'key-sesame', GETDATA_PASSWORD: 'word-sesame' };
const namedTarget: RunFlags = { target: T };

function optionsOf(config: object, named: boolean, flags: RunFlags = namedTarget, around: Environment = env) {
  return completeOptions({ flags, env: around, config: { file, text: JSON.stringify(config), named }, randomSeed: 1 });
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly type?: string;
  readonly $ref?: string;
}

const schema: Schema & { readonly definitions: Readonly<Record<string, Schema>> } = JSON.parse(
  readFileSync(new URL('../../specs/schemas/config.schema.json', import.meta.url), 'utf8'),
);

/** Values of a schema that differ from the smallest one in one text each, which is `text`, with the path to it. */
function withText(one: Schema, text: string, path = ''): readonly (readonly [path: string, value: unknown])[] {
  const { $ref, allOf, properties = {}, additionalProperties, items, type } = one;
  if ($ref !== undefined) return withText(schema.definitions[$ref.split('/').at(-1) ?? ''] ?? {}, text, path);
  if (allOf?.[0] !== undefined) return withText(allOf[0], text, path);
  if (items !== undefined) return withText(items, text, `${path}[]`).map(([at, value]) => [at, [value]] as const);
  const [key = 'X-A'] = one.propertyNames === undefined ? ['Make'] : (namesOf(one.propertyNames) ?? ['X-A']);
  const more = typeof additionalProperties === 'object' ? { [key]: additionalProperties } : {};
  const inner = Object.entries({ ...properties, ...more }).flatMap(([name, below]) =>
    withText(below, text, `${path}.${name}`).map(([at, value]) => [at, { [name]: value }] as const),
  );
  return type === 'string' ? [[path, text]] : inner;
}

const namesOf = ({ $ref }: Schema) =>
  $ref === undefined ? undefined : schema.definitions[$ref.split('/').at(-1) ?? '']?.enum;

test('each key of the config file counts if nobody named the file, or is left out and said', () => {
  const samples: Readonly<Record<string, unknown>> = {
    ...everyKey,
    ...{ $schema: 's', baseline: 'b.json', includeWrites: true, proxy: 'http://p.example' },
    tls: { insecure: true },
  };
  const counts = (key: string): boolean => {
    expect(samples, `a sample of ${key}`).toHaveProperty([key]);
    const config = { [key]: samples[key] };
    const { notTaken = '', ...found } = optionsOf(config, false);
    const { config: _named, ...other } = notTaken === '' ? optionsOf(config, true) : optionsOf({}, true);
    expect(found, key).toEqual(other);
    const kept = parseConfig({ file, text: JSON.stringify(config) });
    expect(Object.hasOwn(kept, key), key).toBe(notTaken === '');
    expect([notTaken === '', notTaken.includes(`: ${key};`)], key).toContain(true);
    return notTaken === '';
  };
  const keys = Object.keys(schema.properties ?? {});
  // A new key belongs to one of them.
  expect(keys.filter((key) => !counts(key)).toSorted()).toEqual(['headers', 'hooks', 'includeWrites', 'proxy', 'tls']);
  expect(keys.filter(counts).toSorted()).toEqual(
    'target,namespace,credentials,values,valuesByOperation,samples,masked,unused,limits,profile,seed,reads,operations,bindings,rules,reporters,baseline,$schema'
      .split(',')
      .toSorted(),
  );
});

test('no text of a file that nobody named brings a variable into what is sent; in a named one some do', () => {
  const leaking = (named: boolean, flags: RunFlags) =>
    withText(schema, '${CLOUD_KEY}').flatMap(([path, value]) => {
      try {
        return JSON.stringify(optionsOf(Object(value), named, flags, cloud)).includes(SECRET) ? [path] : [];
      } catch (error) {
        expect(`${error}`).toMatch(/^ConfigError: /);
        expect(`${error}`).not.toContain(SECRET);
        return [];
      }
    });
  expect(withText(schema, '').length).toBeGreaterThan(20);
  expect(leaking(false, namedTarget)).toEqual([]);
  const known = ['.credentials.dealerId', '.credentials.apiKey', '.credentials.password', '.headers.X-A', '.proxy'];
  expect(leaking(true, namedTarget)).toEqual(known);
});

test('a file that nobody named has variables of ours for a target that is named, and no others', () => {
  const credentials = { dealerId: '${GETDATA_OTHER}', apiKey: 'own', password: '${CLOUD_KEY} ${GETDATA_OTHER}' };
  const { credentials: sent, notTaken } = optionsOf({ credentials }, false);
  expect(sent).toEqual({ DealerID: 'other', APIKEY: 'key-sesame', Password: 'word-sesame' });
  expect(notTaken).toContain('found in the folder: credentials.password;');
});

test('a file that nobody named has no passphrase of a key', () => {
  const credentials = { apiKey: '${GETDATA_KEY_PASSPHRASE}', password: '${GETDATA_TLS_KEY_PASSPHRASE}' };
  const { notTaken } = optionsOf({ credentials }, false);
  expect(notTaken).toContain('found in the folder: credentials.apiKey, credentials.password;');
});

test('a target that only such a file names gets no variable at all', () => {
  const config = { target: 'http://evil.example', credentials: { dealerId: '${GETDATA_OTHER}', apiKey: 'own' } };
  const { credentials, target, notTaken } = optionsOf(config, false, {});
  expect([target, credentials]).toEqual(['http://evil.example', { APIKEY: 'own' }]);
  expect(notTaken).toBe(
    '! Not taken, because getdata.config.json was not named but found in the folder: credentials.dealerId, GETDATA_API_KEY, GETDATA_PASSWORD (only this file names the target); --trust-config takes all of it.',
  );
  const all = { DealerID: 'other', APIKEY: 'key-sesame', Password: 'word-sesame' };
  expect(optionsOf(config, true, {}).credentials).toEqual(all);
  const named = completeOptions({
    ...{ flags: {}, env: { ...env, GETDATA_TARGET: 'http://mine.example' }, randomSeed: 1 },
    config: { file, text: JSON.stringify(config) },
  });
  expect([named.target, named.credentials, named.notTaken]).toEqual(['http://mine.example', all, undefined]);
});

test('--header does not go to a target that only such a file names', () => {
  const config = { target: 'http://evil.example' };
  const flags = { header: ['Authorization: sesame'] };
  expect(() => optionsOf(config, false, flags)).toThrow(
    '--header would go to a target that only getdata.config.json names, a file that was found in the folder; name the target, or let the file count with --trust-config',
  );
  expect(optionsOf(config, true, flags).headers).toEqual([['Authorization', 'sesame']]);
});
