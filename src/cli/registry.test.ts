import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CERTIFY, prepared } from './certified.fixture.ts';
import { pages, shellBlocks } from './guides.fixture.ts';

test('what is left out of a registry is a warning each, with no control character', async () => {
  const { folder, call } = await prepared();
  await call(`${CERTIFY} --out all/one`);
  mkdirSync(join(folder, 'all/a\u001b[2J\n::error::b'));
  const { exitCode, out, err } = await call('registry build all --keys certifier.pub.pem --now 2027-01-01');
  expect([exitCode, out]).toEqual([0, 'Written: all/site/index.html, as of 2027-01-01: 1 valid\n']);
  expect(err).toBe("warning: a\uFFFD[2J : :error::b/statement.json can't be read: there is no such file\n");
});

test('a mistake is one sentence and exit code 2', async () => {
  const { call } = await prepared();
  for (const [line, sentence] of [
    ['build . --keys certifier.pub.pem --now soon', "--now is 'soon'; expected a day of the calendar as YYYY-MM-DD"],
    ['build none --keys certifier.pub.pem', "the folder 'none' can't be read: there is no such file"],
    ['build .', "missing option '--keys <public.pem...>'; expected the public keys that are trusted"],
    ['bild .', "unknown command 'bild'; did you mean 'build'?"],
  ] as const)
    expect(await call(`registry ${line}`)).toMatchObject({ exitCode: 2, err: `error: ${sentence}\n` });
});

test.each(['docs/certify.md', 'docs/registry.md'])('the commands of %s do what it says', async (path) => {
  const { call } = await prepared();
  const text = pages.find(([name]) => name === path)?.[1] ?? '';
  const lines = shellBlocks(text).flatMap((block) => block.lines);
  const own = lines.filter((line) => !/ (?:run|keygen) /.test(line));
  expect(own.length).toBeGreaterThan(1);
  for (const line of own) {
    const { exitCode, out, err } = await call(line.replace('getdata-conformance ', ''));
    expect([exitCode, err], `${line}\n${out}`).toEqual([0, '']);
  }
});
