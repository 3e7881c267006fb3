import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { are, beginning, plural } from './words.ts';

test('one is singular, all others are plural', () => {
  expect([0, 1, 2].map((count) => plural(count, 'known failure'))).toEqual([
    '0 known failures',
    '1 known failure',
    '2 known failures',
  ]);
  expect([plural(2, 'entry'), plural(2, 'day'), plural(2_000, 'byte', '2,000')]).toEqual([
    '2 entries',
    '2 days',
    '2,000 bytes',
  ]);
  expect([are(1), are(2)]).toEqual(['is', 'are']);
});

test('of a long text the beginning is shown, and how long it is', () => {
  expect([beginning('x'.repeat(1_519)).length, beginning('')]).toEqual([1_519, '']);
  expect(beginning('x'.repeat(1_520))).toBe(`${'x'.repeat(1_500)}… (1520 characters)`);
});

const source = fileURLToPath(new URL('..', import.meta.url));
/** Layers that words.ts is above: what they count are limits. The last two are for ourselves. */
const WITHOUT = /^(?:xml|wire|contract|calls|base|reference|proof)\//;
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|fixture)\.tsx?$/.test(path) && !WITHOUT.test(path))
  .map((path) => ({ path, text: readFileSync(`${source}${path}`, 'utf8') }));

/** What is no count, or never one: a limit, a word, a list of many. */
const NEVER_ONE =
  /^(?:[A-Z][A-Z_]*|length|most|counted|options\.failOn|pace|operations|data\.length|subject|owner|what|quoted\(method\)|there\.join.*)$/;

test('texts count by one function: no noun that it counts stands in the plural behind a number', () => {
  const counted = files.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:plural|count)\([^'`]*, '(?:[\w ]* )?(\w+)'/g)].flatMap(([, noun]) => noun ?? []),
  );
  const nouns = [...new Set(counted)].map((noun) => `${noun}s`.replace(/([^aeiou])ys$/, '$1ies'));
  expect(nouns.length).toBeGreaterThan(30);
  const hand = new RegExp(
    `\\{((?:[^{}\`]|\\{[^{}]*\\})+)\\} (?:(?!of|has|to|for|than|breaks|no|MB)\\w+ )?(?:${nouns.join('|')})\\b`,
    'g',
  );
  const strays = files.flatMap(({ path, text }) =>
    [...text.matchAll(hand)].flatMap(([found, expression = '']) =>
      NEVER_ONE.test(expression) || /\b(?:plural|count)\(/.test(expression) ? [] : [`${path}: ${found}`],
    ),
  );
  expect(strays).toEqual([]);
});
