import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { newFolder } from '../../cli/cli.fixture.ts';
import { linked, takesLinks } from './file-links.ts';

test('the pages that are there become links, and nothing else', () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'report.html'), '');
  const link = `\u001b]8;;${pathToFileURL(join(folder, 'report.html'))}\u001b\\report.html\u001b]8;;\u001b\\`;
  expect(linked('Written: results.json, report.html\n3 cells\n', folder)).toBe(
    `Written: results.json, ${link}\n3 cells\n`,
  );
  // A long line was wrapped.
  expect(linked('Written: results.json,\n         report.html\n', folder)).toContain(`\n         ${link}\n`);
  for (const text of ['Written: gone.html\n', 'see report.html\n', 'at report.html: Written: report.html\n'])
    expect(linked(text, folder)).toBe(text);
});

test.each([
  [{ TERM_PROGRAM: 'vscode' }, true],
  [{ VTE_VERSION: '7002' }, true],
  [{ VTE_VERSION: '4900' }, false],
  [{ TERM: 'xterm-kitty' }, true],
  [{ WT_SESSION: 'x' }, true],
  [{ TERM: 'xterm-256color' }, false],
  [{ TERM: 'dumb' }, false],
])('a terminal with %j takes links: %s', (env, expected) => {
  expect(takesLinks(env)).toBe(expected);
});
