import { expect, test } from 'vitest';
import { hookValues } from './hook-values.ts';
import { completeOptions } from './run-options.ts';

const printed = (value: unknown) => hookValues(Buffer.from(JSON.stringify(value)), 'c.json: hooks.before');

test('values of a hook are taken literally', () => {
  const values = { credentials: { apiKey: 'a${HOME}', password: 'p' }, headers: { 'X-A': ' ${B} ' } };
  expect(printed(values)).toEqual({
    credentials: { APIKEY: 'a${HOME}', Password: 'p' },
    headers: [['X-A', '${B}']],
  });
  expect(printed({})).toEqual({ credentials: {}, headers: [] });
});

test('the environment and flags beat the values of a hook, and they beat the config file', () => {
  const config = {
    credentials: { dealerId: 'file', apiKey: 'file', password: 'file' },
    headers: { 'X-A': 'file', 'X-B': 'file', 'X-C': 'file' },
  };
  const values = printed({
    credentials: { dealerId: 'hook', apiKey: 'hook' },
    headers: { 'x-a': 'hook', 'x-b': 'hook' },
  });
  const { credentials, headers } = completeOptions({
    flags: { target: 'http://user:word@host.example', header: ['X-A: flag'] },
    env: { GETDATA_DEALER_ID: 'variable' },
    config: { file: 'c.json', text: JSON.stringify(config), named: true, printed: values },
    randomSeed: 1,
  });
  expect(credentials).toEqual({ DealerID: 'variable', APIKEY: 'hook', Password: 'file' });
  expect(headers).toEqual([
    ['X-C', 'file'],
    ['Authorization', 'Basic dXNlcjp3b3Jk'],
    ['x-b', 'hook'],
    ['X-A', 'flag'],
  ]);
});
