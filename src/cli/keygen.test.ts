import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, newFolder } from './cli.fixture.ts';

const mode = (folder: string, file: string) => (statSync(join(folder, file)).mode & 0o777).toString(8);
const text = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8');

test('it writes a pair that goes together, the private key only for its owner', async () => {
  const folder = newFolder();
  const { exitCode, out } = await cli(['keygen', 'k'], { folder });
  expect([exitCode, mode(folder, 'k.pem'), mode(folder, 'k.pub.pem')]).toEqual([0, '600', '644']);
  expect(out).toMatch(
    /^k\.pem: the private key, not encrypted; keep it secret\nk\.pub\.pem: .*\nkey id: [0-9a-f]{64}\n$/,
  );
  const signature = sign(null, Buffer.from('x'), createPrivateKey(text(folder, 'k.pem')));
  const publicKey = createPublicKey(text(folder, 'k.pub.pem'));
  expect(verify(null, Buffer.from('x'), publicKey, signature)).toBe(true);
  expect(publicKey.asymmetricKeyType).toBe('ed25519');
  expect(out).not.toContain(text(folder, 'k.pem').split('\n')[1]);
});

test('with a passphrase the private key is encrypted', async () => {
  const folder = newFolder();
  const { out, err } = await cli(['keygen', 'k'], { folder, env: { GETDATA_KEY_PASSPHRASE: 'sesame' } });
  expect(text(folder, 'k.pem')).toContain('BEGIN ENCRYPTED PRIVATE KEY');
  expect(createPrivateKey({ key: text(folder, 'k.pem'), passphrase: 'sesame' }).type).toBe('private');
  expect(`${out}${err}`).not.toContain('sesame');
});

test('an existing file is never overwritten, and no half of a pair is left', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'k.pem'), 'mine');
  expect(await cli(['keygen', 'k'], { folder })).toMatchObject({
    exitCode: 2,
    err: "error: k.pem can't be written: it already exists\n",
  });
  expect([text(folder, 'k.pem'), existsSync(join(folder, 'k.pub.pem'))]).toEqual(['mine', false]);
  writeFileSync(join(folder, 'l.pub.pem'), 'mine');
  expect(await cli(['keygen', 'l'], { folder })).toMatchObject({ exitCode: 2 });
  expect([text(folder, 'l.pub.pem'), existsSync(join(folder, 'l.pem'))]).toEqual(['mine', false]);
});

test('a folder that does not exist is a mistake', async () => {
  expect(await cli(['keygen', 'nowhere/k'])).toMatchObject({
    exitCode: 2,
    err: "error: nowhere/k.pem can't be written: there is no such folder\n",
  });
});

test.each(['', '.pem', 'keys/'])('no file can have the name %j', async (name) => {
  const folder = newFolder();
  expect(await cli(['keygen', name], { folder })).toMatchObject({
    exitCode: 2,
    err: `error: '${name}' is not the name of a file; expected one like certifier\n`,
  });
  expect(readdirSync(folder)).toEqual([]);
});
