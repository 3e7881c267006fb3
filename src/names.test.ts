import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Files in which functions of one name may be declared. */
const MOST_FILES = 3;
/** Columns of a line, but for regular expressions that are read as a whole: how many of them each file has. */
const MOST_COLUMNS = 120;
const longerLines: Readonly<Record<string, number>> = {
  'features/run/hooks.ts': 1,
  'rules/data/readable-text.ts': 1,
  'wire/soap/other-types.ts': 1,
  'xml/markup.ts': 1,
  'xml/plain-tag.ts': 1,
  'xml/schema.ts': 1,
  'xml/written.ts': 1,
};

const folder = fileURLToPath(new URL('.', import.meta.url));
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture)\.tsx?$/.test(file) && !/^proof\b/.test(file))
  .map((file) => ({ file, text: readFileSync(`${folder}${file}`, 'utf8') }));

/** The files that declare each name, by name; only those of more than `most` files. */
function declaredOften(declaration: RegExp, most: number): Readonly<Record<string, readonly string[]>> {
  const files = new Map<string, Set<string>>();
  for (const { file, text } of sources)
    for (const [, name = ''] of text.matchAll(declaration)) files.set(name, (files.get(name) ?? new Set()).add(file));
  expect(files.size).toBeGreaterThan(100);
  return Object.fromEntries([...files].filter(([, { size }]) => size > most).map(([name, of]) => [name, [...of]]));
}

test('no two types have one name', () => {
  expect(declaredOften(/^(?:export )?(?:type|interface) (\w+)/gm, 1)).toEqual({});
});

test(`functions of one name are in ${MOST_FILES} files at most`, () => {
  expect(declaredOften(/^\s*(?:export )?(?:async )?function\*? (\w+)/gm, MOST_FILES)).toEqual({});
});

test(`no line is longer than ${MOST_COLUMNS} columns`, () => {
  const isLong = (line: string): boolean => [...line].length > MOST_COLUMNS;
  const longIn = sources.map(({ file, text }) => [file, text.split('\n').filter(isLong).length] as const);
  expect(Object.fromEntries(longIn.filter(([, count]) => count > 0))).toEqual(longerLines);
});
