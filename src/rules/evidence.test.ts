import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from './rules.ts';

const readme = readFileSync(new URL('../../fixtures/clients/README.md', import.meta.url), 'utf8');
const rows = [...readme.matchAll(/^\| `([a-z0-9.-]+)` \| (executed|read|definition) \| (.+) \|$/gm)];

test('what every rule says of clients was executed, read or follows from it, and the README of the clients has how', () => {
  const seen = Object.fromEntries(rows.map(([, rule, evidence]) => [rule, evidence]));
  expect(seen).toEqual(Object.fromEntries(rules.map(({ id, breaksFrom }) => [id, breaksFrom ?? 'executed'])));
  expect(rows.filter(([, , , what = '']) => what.length < 20)).toEqual([]);
});
