import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { cli, newFolder } from '../../cli/cli.fixture.ts';
import { command, commandHere, type Ended, resultsOf } from '../../cli/command.fixture.ts';
import { bytesOf, wholeRun } from '../../features/certify/run.fixture.ts';
import type { Results } from '../../results/results.ts';
import { suiteVersion } from '../../results/suite-version.ts';

let real: Ended;

beforeAll(async () => {
  real = await command(['run', '--embedded', '--include-writes', '--seed', '3']);
});

/** A folder with results.json and a key pair k. */
async function prepared(results: Results = resultsOf(real)): Promise<string> {
  const folder = newFolder();
  writeFileSync(join(folder, 'results.json'), bytesOf(results));
  await cli(['keygen', 'k'], { folder });
  return folder;
}

const CERTIFY = ['certify', 'results.json', '--key', 'k.pem'];
const VERIFY = ['verify', 'certificate/statement.json', '--key', 'k.pub.pem'];

test('a real run of all 80 cells is conformant, and is certified and verified by the compiled command', async () => {
  expect([real.code, real.err]).toEqual([0, '']);
  expect(real.out).toContain('80 of 80 cells judged, 0 required and 0 recommended findings');
  expect(real.out.trimEnd().split('\n').at(-1)).toBe('embedded reference server: conformant (exit code 0)');
  const folder = await prepared();
  const path = (name: string) => join(folder, name);
  const made = await command(['certify', path('results.json'), '--key', path('k.pem'), '--out', path('c')]);
  expect([made.code, made.err]).toEqual([0, '']);
  expect(made.out).toMatch(/result: PASSED: \d+ verdicts of rules in 80 cells are pass, 0 carry a warning\n/);
  expect(readdirSync(path('c')).toSorted()).toEqual([
    'badge.svg',
    'certificate.html',
    'results.json',
    'statement.json',
  ]);
  const checked = await command(['verify', path('c/statement.json'), '--key', path('k.pub.pem')]);
  expect([checked.code, checked.err]).toEqual([0, '']);
  expect(checked.out).toMatch(/^target: embedded reference server\n(.*\n)+verified as of .*\n$/);
});

test('a run with --certify draws its seed and says so in its results; without, certify warns', async () => {
  const small = ['run', '--embedded', '--operations', 'McatCodes', '--bindings', 'http-get', '--profile', 'quick'];
  const drawn = await commandHere([...small, '--certify']);
  expect(drawn.out).toContain(', seed 42, drawn\n');
  expect(resultsOf(drawn)).toMatchObject({ seed: 42, seedDrawn: true });
  const folder = await prepared();
  expect((await cli(CERTIFY, { folder })).out).toContain('\n! seed: 3, not drawn by `run --certify`: ');
});

test('the same results and key give the same bytes, and certifying again works', async () => {
  const folder = await prepared();
  expect((await cli(CERTIFY, { folder })).exitCode).toBe(0);
  const before = readFileSync(join(folder, 'certificate/statement.json'));
  expect((await cli(CERTIFY, { folder })).exitCode).toBe(0);
  expect(readFileSync(join(folder, 'certificate/statement.json'))).toEqual(before);
});

test('evidence of another run is never overwritten', async () => {
  const folder = await prepared();
  await cli(CERTIFY, { folder });
  const run = resultsOf(real);
  writeFileSync(join(folder, 'results.json'), bytesOf({ ...run, durationMs: run.durationMs + 1 }));
  expect(await cli(CERTIFY, { folder })).toMatchObject({
    exitCode: 2,
    err: "error: the folder 'certificate' holds the results of another run; name another with --out\n",
  });
  expect((await cli(VERIFY, { folder })).exitCode).toBe(0);
});

test('another statement is never overwritten: it may be published, or revoked', async () => {
  const folder = await prepared();
  await cli(CERTIFY, { folder });
  expect(await cli([...CERTIFY, '--valid-for', '3653d'], { folder })).toMatchObject({
    exitCode: 2,
    err: "error: the folder 'certificate' holds another statement; name another with --out\n",
  });
  expect((await cli(VERIFY, { folder })).exitCode).toBe(0);
});

test('a run that is not enough is refused with what is missing, and nothing is written', async () => {
  const folder = await prepared({ ...resultsOf(real), profile: 'quick' });
  expect(await cli(CERTIFY, { folder })).toEqual({
    exitCode: 1,
    out: 'not certified: the profile quick leaves out calls that a certificate requires; run it with --profile standard\n',
    err: '',
  });
  expect(readdirSync(folder)).not.toContain('certificate');
});

test('waivers are required, named and listed', async () => {
  const { contractDigest } = resultsOf(real).suite;
  const test = 'record.field-order@Get_Inventory/soap12';
  const known = [{ rule: 'record.field-order', reason: 'T-1\nverified', expires: '2030-01-01' }];
  const run = wholeRun({ verdicts: { [test]: 'fail' }, known });
  const folder = await prepared({ ...run, suite: { ...run.suite, version: suiteVersion(), contractDigest } });
  expect(await cli(CERTIFY, { folder })).toMatchObject({ exitCode: 1, out: expect.stringContaining('--with-waivers') });
  const { exitCode, out } = await cli([...CERTIFY, '--with-waivers'], { folder });
  expect([exitCode, out]).toEqual([
    0,
    expect.stringContaining(`waived: ${test}, Jo: T-1 verified, until 2030-01-01\n`),
  ]);
  expect((await cli(VERIFY, { folder })).out).toMatch(/result: WARNED: (.*\n)+verified as of .*\n$/);
});

test('what was changed does not verify, with the reason', async () => {
  const folder = await prepared();
  await cli(CERTIFY, { folder });
  const evidence = join(folder, 'certificate/results.json');
  writeFileSync(evidence, readFileSync(evidence, 'utf8').replace('"seed": 3', '"seed": 4'));
  const { exitCode, out, err } = await cli(VERIFY, { folder });
  expect([exitCode, err]).toEqual([1, '']);
  expect(out).toMatch(/^not verified: it is about results with the digest [0-9a-f]{64}, .*\n$/);
  expect((await cli([...VERIFY, '--results', 'results.json'], { folder })).exitCode).toBe(0);
  const statement = join(folder, 'certificate/statement.json');
  const forged = readFileSync(statement, 'utf8').replace(/"keyid":"/, '"keyid":"\\u001b[2J\\nverified');
  writeFileSync(statement, forged);
  expect((await cli(VERIFY, { folder })).out).toMatch(/^not verified: it names the key \uFFFD\[2J verified.*\n$/);
});

const others = otherKeys();
const keys: readonly (readonly [string, readonly string[], string])[] = [
  ['no key', ['certify', 'results.json'], "missing option '--key <private.pem>'; expected the key to sign with"],
  ['no file', ['certify', 'results.json', '--key', 'no.pem'], "no.pem can't be read: there is no such file"],
  ['a folder', ['certify', 'results.json', '--key', '.'], ". can't be read: it is a folder"],
  ['the public key', ['certify', 'results.json', '--key', 'k.pub.pem'], 'k.pub.pem is a public key'],
  ['not a key', ['certify', 'results.json', '--key', 'results.json'], 'results.json is not a private key'],
  ['an RSA key', ['certify', 'results.json', '--key', 'rsa.pem'], 'rsa.pem is a key for rsa; expected one for ed25519'],
  ['damaged', ['certify', 'results.json', '--key', 'bad.pem'], 'bad.pem is damaged'],
  [
    'encrypted',
    ['certify', 'results.json', '--key', 'locked.pem'],
    'locked.pem is encrypted; give its passphrase in GETDATA_KEY_PASSPHRASE',
  ],
  ['no results', ['certify', 'no.json', '--key', 'k.pem'], "no.json can't be read: there is no such file"],
  ['no statement', ['verify', 'no.json', '--key', 'k.pub.pem'], "no.json can't be read"],
  [
    'no results next to it, and none named',
    ['verify', 'alone/k.pub.pem', '--key', 'k.pub.pem'],
    'alone/results.json is not next to the statement; name the results that it is about with --results',
  ],
  [
    'no results where it is said',
    ['verify', 'k.pem', '--key', 'k.pub.pem', '--results', 'no.json'],
    "no.json can't be read",
  ],
  [
    'the private key',
    ['verify', 'results.json', '--key', 'k.pem'],
    'k.pem is a private key; verifying needs the public one',
  ],
  ['an RSA public key', ['verify', 'results.json', '--key', 'rsa.pub.pem'], 'rsa.pub.pem is a key for rsa'],
];

test.each(keys)('a wrong key or file is wrong usage, in one sentence: %s', async (_name, argv, sentence) => {
  const folder = await prepared();
  for (const [name, pem] of Object.entries(others)) writeFileSync(join(folder, name), pem, { mode: 0o600 });
  cpSync(join(folder, 'k.pub.pem'), join(folder, 'alone/k.pub.pem'));
  const { exitCode, err } = await cli(argv, { folder });
  expect([exitCode, err]).toEqual([2, expect.stringContaining(`error: ${sentence}`)]);
  expect(err.split('\n')).toHaveLength(2);
});

test('a private key that others can read is not used', async () => {
  const folder = await prepared();
  for (const mode of [0o640, 0o604]) {
    chmodSync(join(folder, 'k.pem'), mode);
    expect(await cli(CERTIFY, { folder })).toMatchObject({
      exitCode: 2,
      err: 'error: k.pem is readable by others than its owner, so it is not used; chmod 600 k.pem\n',
    });
  }
});

test('the passphrase of an encrypted key comes from the environment', async () => {
  const folder = await prepared();
  const env = { GETDATA_KEY_PASSPHRASE: 'sesame' };
  await cli(['keygen', 'locked'], { folder, env });
  const argv = ['certify', 'results.json', '--key', 'locked.pem'];
  expect((await cli(argv, { folder, env })).exitCode).toBe(0);
  const wrong = await cli(argv, { folder, env: { GETDATA_KEY_PASSPHRASE: 'simsim' } });
  expect(wrong.err).toBe('error: locked.pem is damaged, or encrypted with another passphrase\n');
});

function otherKeys() {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    'rsa.pem': rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    'rsa.pub.pem': rsa.publicKey.export({ type: 'spki', format: 'pem' }),
    'bad.pem': '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
    'locked.pem': privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }),
  };
}
