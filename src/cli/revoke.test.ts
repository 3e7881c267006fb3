import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CERTIFY, prepared, VERIFY } from './certified.fixture.ts';

test('a revoked statement does not verify, and one beside which something else is named revocation.json', async () => {
  const { folder, call } = await prepared();
  await call(CERTIFY);
  const revoke = "revoke certificate/statement.json --key certifier.pem --reason 'the build was another'";
  expect(await call(revoke)).toEqual({ exitCode: 0, out: 'Written: certificate/revocation.json\nrevoked\n', err: '' });
  const { exitCode, out } = await call(VERIFY);
  expect([exitCode, out]).toEqual([
    1,
    expect.stringMatching(/^not verified: it was revoked on \d{4}-\d\d-\d\d: the build was another\n$/),
  ]);
  expect(await call(revoke)).toMatchObject({
    exitCode: 2,
    err: "error: certificate/revocation.json can't be written: it already exists\n",
  });
  writeFileSync(join(folder, 'certificate/revocation.json'), '{}');
  expect((await call(VERIFY)).out).toBe(
    'not verified: certificate/revocation.json next to it is not a revocation: it is not a DSSE envelope\n',
  );
});

test('only the key that signed a statement revokes it, and only a statement about a run', async () => {
  const { call } = await prepared();
  await call(CERTIFY);
  await call('keygen other');
  expect((await call('revoke certificate/statement.json --key other.pem --reason T-1')).out).toMatch(
    /^not revoked: it names the key [0-9a-f]{64}, but the key given is [0-9a-f]{64}\n$/,
  );
  await call('revoke certificate/statement.json --key certifier.pem --reason T-1');
  expect((await call('revoke certificate/revocation.json --key certifier.pem --reason T-1')).out).toBe(
    'not revoked: it is not a statement about a run\n',
  );
});

test('a revocation without a reason is wrong usage', async () => {
  const { call } = await prepared();
  expect(await call("revoke certificate/statement.json --key certifier.pem --reason ' '")).toMatchObject({
    exitCode: 2,
    err: 'error: --reason is empty; expected a text\n',
  });
});
