import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileSystemWriter } from 'allure-js-commons/sdk/reporter';
import { expect, onTestFinished, test } from 'vitest';
import { FRAMEWORK, removeOwn } from './own.ts';

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-allure-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

test('a link in the place of a file that Allure writes is replaced, not followed; files of other tools stay', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'executor.json'), 'theirs');
  symlinkSync('executor.json', join(folder, 'categories.json'));
  await removeOwn(folder);
  new FileSystemWriter({ resultsDir: folder }).writeCategoriesDefinitions([]);
  expect(readFileSync(join(folder, 'executor.json'), 'utf8')).toBe('theirs');
  expect(readFileSync(join(folder, 'categories.json'), 'utf8')).toBe('[]');
});

const nameOf = (index: number): string => `${`${index}`.padStart(8, '0')}-0000-0000-0000-000000000000-result.json`;

test('runs that end at once remove the same results, and none of other tools', async () => {
  const folder = newFolder();
  const labels = [{ name: 'framework', value: FRAMEWORK }];
  for (let index = 0; index < 300; index += 1) writeFileSync(join(folder, nameOf(index)), JSON.stringify({ labels }));
  writeFileSync(join(folder, nameOf(300)), JSON.stringify({ labels: [] }));
  await Promise.all(Array.from({ length: 12 }, () => removeOwn(folder)));
  expect(readdirSync(folder)).toEqual([nameOf(300)]);
});
