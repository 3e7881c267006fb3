import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from './cli.fixture.ts';
import { commandOf, pages, root, shellBlocks } from './guides.fixture.ts';

test('README is short, and its lines and those of the guides are no longer than 160 columns, except tables', () => {
  const readme = pages[0]?.[1] ?? '';
  expect(readme.split('\n').length).toBeLessThanOrEqual(150);
  const long = pages.flatMap(([path, text]) =>
    text.split('\n').flatMap((line, at) => (line.length > 160 && !line.startsWith('|') ? [`${path}:${at + 1}`] : [])),
  );
  expect(long).toEqual([]);
});

/** The anchors of a page's headings, as GitHub makes them. */
function anchors(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test.each(pages)('every link of %s leads to a file, and to a heading in it', (path, text) => {
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
