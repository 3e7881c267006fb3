import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { type Expression, expressionsIn } from './expressions.fixture.ts';

// recheck (MIT) reports expressions that a text can make slow: exactly for those without lookaround and backreference,
// else by trying. Counts of its work end it, never time: its native build, which takes a fifth of the time, and the one in
// JavaScript where that is missing say the same.
const { check }: typeof import('recheck') = createRequire(import.meta.url)('recheck');
const unhurried = { timeout: null, attackTimeout: null, incubationTimeout: null, seed: 1 } as const;
const work = { maxNFASize: 2_000, attackLimit: 500_000, incubationLimit: 10_000, maxAttackStringSize: 10_000 } as const;
const generations = { maxIteration: 5, maxGenerationSize: 30, maxInitialGenerationSize: 100, maxGeneStringSize: 1_000 };

/** Larger counts than this are checked as no limit: their square is as bad. */
const MOST_COUNTED = 9;

async function verdictOn({ source, flags }: Expression): Promise<string> {
  const unlimited = (source ?? '').replaceAll(/(?<!\\[uxpP])\{(\d+),?(\d*)\}/g, (count, least, most) =>
    Math.max(Number(least), Number(most)) > MOST_COUNTED ? (Number(least) > 0 ? '+' : '*') : count,
  );
  // The checker does not know the flag for indices.
  return (await check(unlimited, flags.replace('d', ''), { ...unhurried, ...work, ...generations })).status;
}

/** Not shipped, or deliberate faults and layouts of our own server's answers. */
const isLeftOut = (file: string): boolean => /^(?:proof|reference\/(?:defects|variations))\//.test(file);

const OURS = 'it searches a text that we write';
const COUNTED = 'its counts limit what one place can cost';

/** Expressions that are not linear, or that the checker can't read: their beginning, and the bound of their input. */
const exceptions: readonly (readonly [file: string, start: string, bound: string])[] = [
  // The checker does not know the property.
  ['features/certify/plausible.js', String.raw`\p{Script=x}`, 'one character'],
  ['cli/run-cli.js', String.raw`\n\(Did you mean `, "the user's own command line"],
  ['contract/schemas.js', '(<xs:element name=', OURS],
  ['results/har/recorded-coverage.js', String.raw`<!\[CDATA\[.{0,2000}?`, COUNTED],
  ['results/har/recorded-coverage.js', String.raw`<[^\s<>]*|\s+`, 'white space was made one blank or line end before'],
  ['views/finding-lines.js', String.raw`^.*?<\/[^>]+>`, 'a part of 80 characters'],
  ['results/causes/first-cause.js', 'invalid (?:host', COUNTED],
  ['rules/body/recognise.js', String.raw`>\s*\r\n0`, 'the last 200 bytes'],
  ['rules/body/recognise.js', String.raw`(?:^|\n)--`, 'the first 4,096 bytes'],
  ['rules/client/read-request.js', '[:<]Body[^<>]{0,500}>', COUNTED],
  ['rules/request/faults.js', String.raw`"http.*\/`, OURS],
  ['rules/request/personas.js', String.raw`<[\w-]+:Envelope `, OURS],
  ['features/run/hooks.js', '((?:token|', COUNTED],
  ['calls/spelling/edit-envelope.js', String.raw`<((?:[^\s<>/:]+:)?Header)`, OURS],
  ['calls/spelling/edit-parameters.js', '(<x[^>]*>)(.*)', OURS],
  ['calls/spelling/header-fields.js', String.raw`\{one:`, OURS],
  ['calls/spelling/http.js', '<[^>]+>|', OURS],
  ['wire/soap/recognised-read.js', String.raw`<\?xml[^>]{0,100}`, 'the first 200 bytes'],
  ['xml/schema-input.js', '<!--', 'a document that was parsed: each of these marks has its end'],
];

/** Files that make an expression out of parts, with the bound of its input. */
const made: Readonly<Record<string, string>> = {
  'results/record/readings.js': 'escapes and marks, with counts',
  'results/record/redact.js': 'escaped texts, with counts',
  'xml/written-text.js': 'a copy of one expression, which is checked',
};

const all = expressionsIn((file) => !isLeftOut(file));
const isMeant = ([file, start]: readonly string[], one: Expression): boolean =>
  one.file === file && one.source?.startsWith(start ?? '') === true;
const nameOf = ({ file, source, flags }: Expression): string => `${file} /${source}/${flags}`;

test('a text of others can make no expression slow', async () => {
  const verdicts = new Map<string, string>();
  const wrong: Expression[] = [];
  for (const one of all) {
    const key = `/${one.source}/${one.flags}`;
    if (one.source === null || exceptions.some((exception) => isMeant(exception, one))) continue;
    const verdict = verdicts.get(key) ?? (await verdictOn(one));
    verdicts.set(key, verdict);
    if (verdict !== 'safe') wrong.push(one);
  }
  expect(wrong.map(nameOf)).toEqual([]);
});

test('each exception is one expression', () => {
  const counts = exceptions.map((exception) => all.filter((one) => isMeant(exception, one)).length);
  expect(exceptions.filter((_, at) => counts[at] !== 1)).toEqual([]);
  expect([...new Set(all.filter(({ source }) => source === null).map(({ file }) => file))].toSorted()).toEqual(
    Object.keys(made).toSorted(),
  );
});

test.each([
  ['white space before a mark', /\s*,\s*/],
  ['two ways to take a character', /^(?:[\w\s]|[^\0-\x7f])*$/],
  ['a lookahead', /[^/]*(?="?\s*$)/],
  ['a count', /a{0,5000}b{0,5000}a{0,5000}c/],
  ['lines', />\s*\n\s+</],
])('the check finds %s', async (_what, { source, flags }) => {
  expect(await verdictOn({ file: '', source, flags })).toBe('vulnerable');
});
