import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from './cli.fixture.ts';
import { commandOf, pages, root, shellBlocks } from './guides.fixture.ts';

/** The guides, and what says how the suite stays safe. */
const prose = [...pages, ['SECURITY.md', readFileSync(join(root, 'SECURITY.md'), 'utf8')] as const];

test('README is short, and its lines and those of the guides are no longer than 160 columns, except tables', () => {
  const readme = pages[0]?.[1] ?? '';
  expect(readme.split('\n').length).toBeLessThanOrEqual(150);
  const long = prose.flatMap(([path, text]) =>
    text.split('\n').flatMap((line, at) => (line.length > 160 && !line.startsWith('|') ? [`${path}:${at + 1}`] : [])),
  );
  expect(long).toEqual([]);
});

/** Words of the longest of nine in ten sentences. */
const LONG_SENTENCE = 25;

/** The lengths of a page's sentences in words; code, and a list of nothing but code or links, is one word. */
function sentenceLengths(text: string): readonly number[] {
  const plain = text
    .replaceAll(/```[\s\S]*?```|<!--[\s\S]*?-->|^(?:\||#).*$/gm, '\n\n')
    .replaceAll(/`[^`]*`|\[[^\]]*\]\([^)]*\)/g, 'code')
    .replaceAll(/code(?:(?: \(\w+\))?,\s+(?:as\s)?code)+/g, 'code');
  const blocks = plain.split(/\n\s*\n|\n\s*(?:[-*]|\d+\.)\s/);
  const sentences = blocks.flatMap((block) => block.split(/(?<=[.?!])["')*]*\s+/));
  return sentences.map((one) => one.trim().split(/\s+/).length).filter((length) => length > 1);
}

test.each(prose)('nine in ten sentences of %s have at most 25 words', (_, text) => {
  const lengths = sentenceLengths(text).toSorted((a, b) => a - b);
  expect(lengths[Math.floor(lengths.length * 0.9)]).toBeLessThanOrEqual(LONG_SENTENCE);
});

test('a long sentence is counted whole, over lines, code and links', () => {
  const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');
  expect(sentenceLengths(`A ${words(20)}\n${words(9)} \`a b c\`. [Two words](x.md).`)).toEqual([31]);
});

/** The anchors of a page: those of headings as GitHub makes them, and its own. */
function anchors(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].flatMap(([, id]) => id ?? [])];
}

test.each(prose)('every link of %s leads to a file, and to a heading in it', (path, text) => {
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
  const dead = links.flatMap(([, file = '', anchor]) => {
    const target = file === '' ? join(root, path) : join(root, dirname(path), file);
    if (!existsSync(target)) return [file];
    return anchor === undefined || anchors(readFileSync(target, 'utf8')).includes(anchor) ? [] : [`${file}#${anchor}`];
  });
  expect(dead).toEqual([]);
});

const commands = pages.flatMap(([path, text]) =>
  shellBlocks(text)
    .flatMap(({ lines }) => lines.flatMap((line) => [commandOf(line)]))
    .flatMap((words) => (words === null ? [] : [[path, words.join(' '), words] as const])),
);

test.each(commands)(
  '%s: `%s` names a command and options that it has',
  async (_path, _line, [command = '', ...words]) => {
    const { exitCode, out } = await cli([command, '--help']);
    expect(exitCode).toBe(0);
    const unknown = words.filter((word) => word.startsWith('--') && !out.includes(word.replace(/=.*/, '')));
    expect(unknown).toEqual([]);
  },
);

test('the guides have commands', () => {
  expect(commands.length).toBeGreaterThan(15);
});
