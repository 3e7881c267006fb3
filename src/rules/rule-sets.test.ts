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

/** The changelog begins with what is not released. */
const isUnreleased = read('CHANGELOG.md').toString().split(/^## /m)[1]?.startsWith('[Unreleased]');

test.each(['rule-sets', 'corrections'])('specs/%s.json is as its schema says', (name) => {
  const check = new Ajv().compile(json(`specs/schemas/${name}.schema.json`));
  check(json(`specs/${name}.json`));
  expect(check.errors).toBeNull();
});

/** Answers that break one rule, or none, each in a file. */
const answers: readonly { file: string; operation: string; binding: string; rule: string | null }[] = json(
  'fixtures/specimens/specimens.json',
);

/** Requests of clients, each with what the client rules say of it. */
const requests = clientSpecimens.map(([[operation, binding], edit]) => {
  const request = edit(goldenRequest(operation, binding));
  return { operation, binding, request, problems: judgeRequest(request, contract).problems };
});

/** What the specimens of a set's rules are, each with what its rules say of it. */
function digestOf(set: string, ofAnswers = answers, ofRequests = requests): string {
  const isOf = (rule: string | null): boolean => rule !== null && !isOlder(set, sinceOf(rule));
  const broken = ofAnswers
    .filter(({ rule }) => isOf(rule))
    .map(({ file, operation, binding, rule }) => [
      operation,
      binding,
      rule,
      sha256(read(`fixtures/specimens/${file}`)),
    ]);
  const sent = ofRequests.map(({ operation, binding, request: { method, path, headers, body }, problems }) => {
    const told = problems.filter(({ rule }) => isOf(rule)).map(({ rule, level }) => [rule, level]);
    return told.length === 0 ? [] : [operation, binding, [method, path, headers, `${Buffer.from(body ?? [])}`], told];
  });
  return sha256(
    [...broken, ...sent]
      .map((one) => JSON.stringify(one))
      .toSorted()
      .join('\n'),
  );
}

test.each(ruleSets.sets)('the rule set $name is what was published', ({ name, digest, rules: published }) => {
  const levels = new Map(own.map(({ id, level }) => [id, level]));
  expect(
    Object.keys(published).map((id) => [id, levels.get(id)]),
    'a stricter rule is a new id in a new set',
  ).toEqual(Object.entries(published));
  // Until its release a set has no digest.
  if (digest === null && name === newestRuleSet && isUnreleased) return;
  const now = corrections.findLast(({ digests }) => name in digests)?.digests[name] ?? digest;
  expect(
    now,
    'a release gives its set the expected digest; later, specs/corrections.json has it with what was corrected',
  ).toBe(digestOf(name));
});

test('another specimen, and another rule that objects to one, change the digest of the set', () => {
  const digest = digestOf(newestRuleSet);
  const [first, ...rest] = answers.filter(({ rule }) => rule !== null);
  const [request, ...others] = requests.filter(({ problems }) => problems.length > 0);
  if (first === undefined || request === undefined) throw new Error('there are specimens');
  const changed = [
    digestOf(newestRuleSet, rest),
    digestOf(newestRuleSet, [{ ...first, file: 'specimens.json' }, ...rest]),
    digestOf(newestRuleSet, [{ ...first, rule: rules.find(({ id }) => id !== first.rule)?.id ?? '' }, ...rest]),
    digestOf(newestRuleSet, answers, others),
    digestOf(newestRuleSet, answers, [{ ...request, problems: request.problems.slice(1) }, ...others]),
  ];
  expect(new Set([digest, ...changed]).size).toBe(changed.length + 1);
  expect(digestOf(newestRuleSet, answers.toReversed())).toBe(digest);
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
