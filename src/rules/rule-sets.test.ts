import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { contract, goldenRequest } from './client/golden-requests.fixture.ts';
import { judgeRequest } from './client/judge-request.ts';
import { clientRules } from './client/rules.ts';
import { specimens as clientSpecimens } from './client/specimens.fixture.ts';
import { counted, isCounted, isOlder, newestRuleSet, ruleSetNames, ruleSets, sinceOf } from './rule-sets.ts';
import { rules } from './rules.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));
const json = (path: string) => JSON.parse(read(path).toString());
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

const own = [...rules, ...clientRules];
const corrections: readonly { change: string; rule: string; digests: Record<string, string> }[] =
  json('specs/corrections.json');

test.each(['rule-sets', 'corrections'])('specs/%s.json is as its schema says', (name) => {
  const check = new Ajv().compile(json(`specs/schemas/${name}.schema.json`));
  check(json(`specs/${name}.json`));
  expect(check.errors).toBeNull();
});

/** What the specimens of a set's rules are, those on requests of clients too, each with what its rules say of it. */
function digestOf(set: string): string {
  const isOf = (rule: string): boolean => rule !== '' && !isOlder(set, sinceOf(rule));
  const rows: readonly { file: string; operation: string; binding: string; rule: string | null }[] = json(
    'fixtures/specimens/specimens.json',
  );
  const answers = rows
    .filter(({ rule }) => isOf(rule ?? ''))
    .map(({ file, operation, binding, rule }) => [
      operation,
      binding,
      rule,
      sha256(read(`fixtures/specimens/${file}`)),
    ]);
  const requests = clientSpecimens.map(([[operation, binding], edit]) => {
    const request = edit(goldenRequest(operation, binding));
    const said = judgeRequest(request, contract).problems.filter(({ rule }) => isOf(rule));
    const sent = [request.method, request.path, request.headers, `${Buffer.from(request.body ?? [])}`];
    return said.length === 0 ? [] : [operation, binding, sent, said.map(({ rule, level }) => [rule, level])];
  });
  const lines = [...answers, ...requests].map((one) => JSON.stringify(one)).toSorted();
  return sha256(lines.join('\n'));
}

test.each(ruleSets.sets)('the rule set $name is what was published', ({ name, digest, rules: published }) => {
  const levels = new Map(own.map(({ id, level }) => [id, level]));
  expect(
    Object.keys(published).map((id) => [id, levels.get(id)]),
    'a stricter rule is a new id in a new set',
  ).toEqual(Object.entries(published));
  const now = corrections.findLast(({ digests }) => name in digests)?.digests[name] ?? digest;
  expect(digestOf(name), 'specimens changed: a correction is listed in specs/corrections.json, with this digest').toBe(
    now,
  );
});

test('each rule came with one set, and each set has a later name than the one before', () => {
  const ids = ruleSets.sets.flatMap((set) => Object.keys(set.rules));
  expect(ids.toSorted()).toEqual(own.map(({ id }) => id).toSorted());
  expect(ruleSetNames).toEqual(ruleSetNames.toSorted());
  expect(new Set(ruleSetNames).size).toBe(ruleSetNames.length);
});

test('no rule has the id of one that is retired', () => {
  const ids = new Set(own.map(({ id }) => id));
  expect(ruleSets.retired.filter(({ rule }) => ids.has(rule))).toEqual([]);
});

test('what is excluded is a rule, and what is corrected is in the changelog', () => {
  const ids = own.map(({ id }) => id);
  expect([...ruleSets.excluded, ...corrections].filter(({ rule }) => !ids.includes(rule))).toEqual([]);
  const changelog = read('CHANGELOG.md').toString().replaceAll(/\s+/g, ' ');
  expect(corrections.filter(({ change }) => !changelog.includes(change))).toEqual([]);
});

test('a rule of no set, and one of a later set, is newer than all that is known', () => {
  expect(sinceOf('http.status')).toBe('2026.11');
  expect([sinceOf('my.rule'), sinceOf('constructor')]).toEqual(['unpublished', 'unpublished']);
  expect([isCounted('http.status'), isCounted('my.rule'), isCounted('http.status', '2026.11')]).toEqual([
    true,
    false,
    true,
  ]);
  expect([isOlder(newestRuleSet, '2999.01'), isOlder('2999.01', newestRuleSet)]).toEqual([true, false]);
  expect(counted([{ id: 'http.status' }, { id: 'my.rule' }])).toEqual([{ id: 'http.status' }]);
});
