import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeOwn } from './own.ts';

test('a link in the place of a file that Allure writes is removed, not followed; files of other tools stay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-allure-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['executor.json', 'environment.properties']) writeFileSync(join(folder, name), '');
  symlinkSync('executor.json', join(folder, 'categories.json'));
  await removeOwn(folder);
  expect(readdirSync(folder)).toEqual(['environment.properties', 'executor.json']);
});
