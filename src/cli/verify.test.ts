import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { suiteIdentity } from '../results/suite-identity.ts';
import { CERTIFY, prepared, VERIFY } from './certified.fixture.ts';

test('a statement says what ran, how the target was reached and when it ends, and verify what all that proves', async () => {
  const { folder, call } = await prepared();
  const made = await call(`${CERTIFY} --valid-for 365d`);
  expect(made).toMatchObject({ exitCode: 0, err: '' });
  const { filesDigest } = suiteIdentity();
  const { out } = await call(`${VERIFY} --now 2027-11-21`);
  expect(out).toContain(`, Node.js ${process.version}, files ${filesDigest}\n`);
  expect(out).not.toContain('! files');
  expect(out).toMatch(/^namespace: http:\/\/\S+$/m);
  expect(out).toContain('\nreached: TLS trust given by the user (--ca), over a proxy, extra headers X-Tenant\n');
  expect(out).toContain('\nlast day: 2027-11-21, of its validity\n');
  expect(out).toMatch(
    /\nverified as of 2027-11-21: the key signed it, .*; it does not prove that their exchanges took place, .*\n$/,
  );
  const { payload } = JSON.parse(readFileSync(join(folder, 'certificate/statement.json'), 'utf8'));
  const { configuration } = JSON.parse(Buffer.from(payload, 'base64').toString()).predicate;
  const [suite] = configuration;
  expect(suite.annotations).toEqual({ validator: 'none', node: process.version, filesDigest });
  expect(configuration.at(-1).annotations).toEqual({ validFor: '365d', lastDay: '2027-11-21' });
  const options = configuration.find(({ name }: { name: string }) => name === 'options').content;
  expect(Buffer.from(options, 'base64').toString()).toContain('"headers":["X-Tenant"]');
  const page = readFileSync(join(folder, 'certificate/certificate.html'), 'utf8');
  expect(page).toContain('2027-11-21, of its validity');
  expect(readFileSync(join(folder, 'certificate/badge.svg'), 'utf8')).toContain('UNTIL 2027-11-21');
});

test('verify and certify say that a run was made by changed code of this version', async () => {
  const { folder, call } = await prepared();
  const file = join(folder, 'reports/results.json');
  const { filesDigest } = suiteIdentity();
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(filesDigest, '0'.repeat(64)));
  const said = expect.stringMatching(/\n! files: not those of this installation of \S+, so the code of one of the two/);
  expect(await call(CERTIFY)).toMatchObject({ exitCode: 0, out: said });
  expect(await call(VERIFY)).toMatchObject({ exitCode: 0, out: said });
});

test('after the last day it does not verify, and a run that is too old is not certified', async () => {
  const { call } = await prepared();
  await call(`${CERTIFY} --valid-for 365d`);
  expect(await call(`${VERIFY} --now 2027-11-22`)).toEqual({
    exitCode: 1,
    out: 'not verified: it has ended: 2027-11-21 was the last day of its validity\n',
    err: '',
  });
  const old = await prepared();
  const results = join(old.folder, 'reports/results.json');
  writeFileSync(results, readFileSync(results, 'utf8').replace('2026-11-21T', '2026-11-01T'));
  expect((await old.call(`${CERTIFY} --valid-for 1d`)).out).toBe(
    'not certified: it has ended: 2026-11-02 was the last day of its validity\n',
  );
});

test("after a waiver's last day a statement does not verify", async () => {
  const verdicts = { 'record.field-order@Get_Inventory/soap12': 'fail' } as const;
  const known = [{ rule: 'record.field-order', expires: '2030-01-31' }];
  const { call } = await prepared({ verdicts, known });
  expect((await call(`${CERTIFY} --with-waivers --valid-for 3653d`)).exitCode).toBe(0);
  expect((await call(`${VERIFY} --now 2030-01-31`)).exitCode).toBe(0);
  expect((await call(`${VERIFY} --now 2030-02-01`)).out).toBe(
    'not verified: it has ended: 2030-01-31 was the last day of the waiver of record.field-order@Get_Inventory/soap12\n',
  );
});

test('a mistake is one sentence and exit code 2', async () => {
  const { call } = await prepared();
  const valid = (text: string) => `error: --valid-for is '${text}'; expected days from 1d to 3653d, like 365d\n`;
  for (const text of ['365', '0d', '-1d', '1y', '4000d', '1e3d'])
    expect(await call(`${CERTIFY} --valid-for=${text}`)).toMatchObject({ exitCode: 2, err: valid(text) });
  await call(CERTIFY);
  expect(await call(`${VERIFY} --now soon`)).toMatchObject({
    exitCode: 2,
    err: "error: --now is 'soon'; expected a day of the calendar as YYYY-MM-DD\n",
  });
});
