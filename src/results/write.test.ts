import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WriteError } from '../base/error.ts';
import { reasonCodes } from '../rules/judgement.ts';
import { mountSmallDisk } from '../small-disk.fixture.ts';
import type { WarningCode } from './coded-warnings.ts';
import { writableFolder, writeNew, writeWhole } from './write.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-write-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a link in the place of a report, or where its unfinished file could be expected, leads to no other file', async () => {
  const folder = newFolder();
  const other = join(folder, 'other');
  writeFileSync(other, 'kept');
  const path = join(folder, 'results.json');
  for (const name of [path, `${path}.tmp`]) symlinkSync(other, name);
  await writeWhole(path, 'written');
  expect([readFileSync(other, 'utf8'), readFileSync(path, 'utf8')]).toEqual(['kept', 'written']);
  expect(lstatSync(path).isFile()).toBe(true);
});

test('two that write the same file at once leave one of the two texts, whole, and nothing else', async () => {
  const folder = newFolder();
  const texts = ['a', 'b'].map((text) => text.repeat(4_000_000));
  await Promise.all(texts.map((text) => writeWhole(join(folder, 'x'), text)));
  expect(readdirSync(folder)).toEqual(['x']);
  expect(texts).toContain(readFileSync(join(folder, 'x'), 'utf8'));
});

test('what can not be written is a WriteError that says why, and leaves nothing behind', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'x'));
  await expect(writeWhole(join(folder, 'x'), '')).rejects.toThrow('x could not be written: a folder is in its place');
  expect(readdirSync(folder)).toEqual(['x']);
  const full = Object.assign(new Error(), { code: 'ENOSPC' });
  expect(new WriteError('x', full).message).toBe('x could not be written: no space is left on the disk');
});

test('on a full disk no part of a file is left', async ({ skip }) => {
  const folder = newFolder();
  const refused = mountSmallDisk(folder, 16);
  if (refused !== null) skip(refused);
  const text = 'x'.repeat(20_000);
  await expect(writeWhole(join(folder, 'report'), text)).rejects.toThrow('no space is left on the disk');
  expect(() => writeNew(join(folder, 'key'), text)).toThrow('ENOSPC');
  expect(readdirSync(folder)).toEqual([]);
});

test('the schema of results.json knows every reason code', () => {
  const schema = JSON.parse(readFileSync(new URL('../../specs/schemas/results.schema.json', import.meta.url), 'utf8'));
  expect(schema.definitions.reasonCode.enum).toEqual(reasonCodes);
});

test('the schemas of results.json and compare.json know the codes of warnings', () => {
  const schema = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../specs/schemas/${name}.schema.json`, import.meta.url), 'utf8'));
  const known: readonly string[] = schema('results').definitions.warningCode.enum;
  // The compiler checks that these are all.
  const codes: Readonly<Record<WarningCode, true>> = {
    'suite-failed': true,
    'target-down': true,
    'cut-short': true,
    'cells-given-up': true,
    'slow-down': true,
    outages: true,
    'credentials-wanted': true,
    'placeholder-refused': true,
    'placeholder-sent': true,
    'certificate-unchecked': true,
    'first-cause': true,
    'mixed-up': true,
    'calls-refused': true,
    'bindings-off': true,
    unanswered: true,
    'no-data': true,
    'nothing-selected': true,
    'changing-fields': true,
    'other-rule-set': true,
    'wsdl-part': true,
    'unused-seen': true,
    'judged-offline': true,
    'run-again': true,
    'other-run': true,
    'shard-certificates': true,
    'shards-apart': true,
    'other-data': true,
    'differences-dropped': true,
  };
  expect(known.toSorted()).toEqual(Object.keys(codes).toSorted());
  const compared: readonly string[] = schema('compare').properties.warningCodes.items.enum;
  expect(compared.filter((code) => !known.includes(code))).toEqual([]);
});

test('a folder that can not be made is one sentence, also below /proc, where a recursive mkdir of Node never ends', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'file'), '');
  for (const [path, why] of [
    ['/proc/reports/x', 'there is no such file'],
    [join(folder, 'file'), 'a file is in its place'],
    [join(folder, 'file/x'), 'a part of its path is not a folder'],
  ] as const)
    await expect(writableFolder(path, path, 'name another')).rejects.toThrow(`${path} can't be written to: ${why}`);
  await writableFolder(join(folder, 'a/b/c'), 'a', 'name another');
  expect(readdirSync(join(folder, 'a/b'))).toEqual(['c']);
});
