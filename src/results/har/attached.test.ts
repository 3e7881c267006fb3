import { mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attachedBeside } from './attached.ts';

const root = mkdtempSync(join(tmpdir(), 'har-'));
const folder = join(root, 'recorded');
mkdirSync(join(folder, 'bodies'), { recursive: true });
writeFileSync(join(root, 'secret.pem'), 'secret');
writeFileSync(join(folder, 'a.xml'), '<a/>');
writeFileSync(join(folder, 'bodies', 'b.xml'), '<b/>');
symlinkSync(join(root, 'secret.pem'), join(folder, 'link.xml'));
symlinkSync(root, join(folder, 'out'));
symlinkSync('a.xml', join(folder, 'inside.xml'));
writeFileSync(join(folder, 'long.xml'), '');
truncateSync(join(folder, 'long.xml'), 16 * 1024 * 1024 + 1);
const attached = attachedBeside(root, 'recorded/x.har');

test.each([
  ['a.xml', '<a/>'],
  ['bodies/b.xml', '<b/>'],
  ['inside.xml', '<a/>'],
])('%s beside the HAR is read', (file, text) => {
  expect(new TextDecoder().decode(Buffer.from(attached(file)))).toBe(text);
});

test.each([
  ['../secret.pem', 'which is not in the folder of the HAR'],
  [join(root, 'secret.pem'), 'which is not in the folder of the HAR'],
  ['bodies/../../secret.pem', 'which is not in the folder of the HAR'],
  ['link.xml', 'which is not in the folder of the HAR'],
  ['out/secret.pem', 'which is not in the folder of the HAR'],
  ['a.xml\0', 'which is not in the folder of the HAR'],
  ['none.xml', "beside the HAR, which can't be read"],
  ['bodies', "beside the HAR, which can't be read"],
  ['', 'which is not in the folder of the HAR'],
  ['long.xml', 'beside the HAR, which has more than 16 MiB'],
])('%s is not', (file, why) => {
  expect(attached(file)).toContain(why);
});

test('all bodies together are bounded', () => {
  const many = attachedBeside(root, 'recorded/x.har');
  truncateSync(join(folder, 'long.xml'), 16 * 1024 * 1024);
  const read = Array.from({ length: 17 }, () => typeof many('long.xml'));
  expect([read.filter((kind) => kind === 'object').length, read.at(-1)]).toEqual([16, 'string']);
});
