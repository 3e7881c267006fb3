import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FRAMEWORK, removeOwn } from './own.ts';

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-allure-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

test('a link in the place of a file that Allure writes is removed, not followed; files of other tools stay', async () => {
  const folder = newFolder();
  for (const name of ['executor.json', 'environment.properties']) writeFileSync(join(folder, name), '');
  symlinkSync('executor.json', join(folder, 'categories.json'));
  await removeOwn(folder);
  expect(readdirSync(folder)).toEqual(['environment.properties', 'executor.json']);
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
