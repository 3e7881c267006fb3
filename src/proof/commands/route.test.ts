import { createPrivateKey } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import type { Environment } from '../../base/cli-io.ts';
import { cli, newFolder, type Surroundings } from '../../cli/cli.fixture.ts';
import { commandHere, resultsOf } from '../../cli/command.fixture.ts';
import { front, ownPair, proxy, tlsFile } from '../../cli/front.fixture.ts';

const few = ['--operations', 'McatCodes', '--bindings', 'http-get', '--rules', 'http.status', '--profile', 'quick'];
const CA = ['--ca', tlsFile('localhost.cert')];

/** A short run by the compiled command in this process, which must end well. */
async function run(argv: readonly string[], env: Environment = {}) {
  const ended = await commandHere(['run', ...argv, ...few], env);
  expect([ended.code, ended.err]).toEqual([0, '']);
  return { ...ended, results: resultsOf(ended) };
}

/** A run that does not get as far as a worker, in this process. */
function refused(argv: readonly string[], around: Surroundings = {}) {
  return cli(['run', ...argv, ...few], around);
}

/** All that stands in the files of a folder. */
function written(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.map((one) => readFileSync(join(one.parentPath, one.name), 'latin1')).join('\n');
}

describe('TLS', () => {
  test('a certificate that nobody trusts is exit 4 with what to do; --ca trusts it without a message', async () => {
    const { port } = await front({ tls: ownPair() });
    const target = `https://localhost:${port}`;
    const wary = await refused([target]);
    expect(wary.exitCode).toBe(4);
    expect(wary.out).toContain(
      `${target} can't be reached: self-signed certificate. If you know the certificate or its issuer, trust it with --ca <pem>; --insecure accepts any certificate.`,
    );
    const trusting = await run([target, ...CA]);
    expect(trusting.out).not.toContain('INSECURE');
    expect(trusting.results.options).toMatchObject({ insecure: false, ca: true, cert: false, proxy: false });
    expect(written(trusting.folder)).not.toContain('BEGIN CERTIFICATE');
  });

  test('--insecure accepts any certificate, says so first, last and in the report, and even when quiet', async () => {
    const { port } = await front({ tls: ownPair('expired') });
    const { out, results, folder } = await run([`https://localhost:${port}`, '--insecure']);
    expect(out.split('\n')[1]).toContain(`! INSECURE: the TLS certificate of https://localhost:${port} is not checked`);
    expect(results.options.insecure).toBe(true);
    expect(results.warnings[0]).toContain('was not checked (--insecure)');
    expect(readFileSync(join(folder, 'reports/report.html'), 'utf8')).toContain('was not checked (--insecure)');
    expect((await run([`https://localhost:${port}`, '--insecure', '--quiet'])).out).toContain('! INSECURE');
  });

  test('--insecure has no effect without TLS', async () => {
    const { port } = await front();
    const { out, results } = await run([`http://127.0.0.1:${port}`, '--insecure']);
    expect([results.options.insecure, out.includes('INSECURE')]).toEqual([false, false]);
  });

  test('an expired certificate can not be trusted by its issuer: the advice is another', async () => {
    const { port } = await front({ tls: ownPair('expired') });
    const { exitCode, out } = await refused([`https://localhost:${port}`, '--ca', tlsFile('expired.cert')]);
    expect(exitCode).toBe(4);
    expect(out).toContain('certificate has expired. Is the address right? --insecure accepts any certificate.');
  });

  test('a target that asks for a client certificate gets it, with a key that its passphrase opens', async () => {
    const tls = { ...ownPair(), ca: readFileSync(tlsFile('localhost.cert')), requestCert: true };
    const { port, seen } = await front({ tls });
    const folder = newFolder();
    const key = createPrivateKey(readFileSync(tlsFile('localhost.key')));
    const passphrase = 'passphrase-marker';
    writeFileSync(
      join(folder, 'locked.key'),
      key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }),
    );
    const env = { GETDATA_TLS_KEY_PASSPHRASE: passphrase };
    const own = ['--cert', tlsFile('localhost.cert'), '--key', join(folder, 'locked.key')];
    const known = await run([`https://localhost:${port}`, ...CA, ...own], env);
    expect(known.results.options.cert).toBe(true);
    const pems = [readFileSync(join(folder, 'locked.key'), 'utf8'), readFileSync(tlsFile('localhost.key'), 'utf8')];
    const lines = pems.flatMap((pem) => pem.split('\n').filter((line) => /^[\w+/=]{20,}$/.test(line)));
    expect(lines.length).toBeGreaterThan(4);
    const all = `${written(known.folder)}${known.out}`;
    expect(lines.filter((line) => all.includes(line))).toEqual([]);
    expect(all).not.toMatch(/PRIVATE KEY|passphrase-marker/);
    expect(seen.every(({ socket }) => socket instanceof TLSSocket && socket.authorized)).toBe(true);
  });

  test.each([
    ['TLSv1.3', /it ends the connection without an answer \(.+\)|alert certificate required/],
    ['TLSv1.2', /the TLS handshake failed \(.+\)/],
  ] as const)(
    'where a target requires a client certificate and gets none over %s, the error says how to give one',
    async (version, why) => {
      const ca = readFileSync(tlsFile('localhost.cert'));
      const tls = { ...ownPair(), ca, requestCert: true, rejectUnauthorized: true, maxVersion: version };
      const { port } = await front({ tls });
      const { exitCode, out } = await refused([`https://localhost:${port}`, ...CA]);
      const last = out.trim().split('\n').at(-1);
      expect([exitCode, last]).toEqual([4, expect.stringMatching(why)]);
      expect(last).toMatch(
        /^error \(exit code 4\): https:.* It may require a client certificate: --cert and --key give one\.$/,
      );
      expect(out).not.toContain('SSL routines');
    },
  );

  test('the config file names the files from its own folder', async () => {
    const { port } = await front({ tls: ownPair() });
    const folder = newFolder();
    writeFileSync(join(folder, 'ca.pem'), readFileSync(tlsFile('localhost.cert')));
    const config = { target: `https://localhost:${port}`, tls: { ca: 'ca.pem' } };
    writeFileSync(join(folder, 'getdata.config.json'), JSON.stringify(config));
    const file = join(folder, 'getdata.config.json');
    expect((await run(['--config', file])).results.options.ca).toBe(true);
  });

  test('replay, compare, init and --rerun-failed take the same options', async () => {
    const { port } = await front({ tls: ownPair() });
    const target = `https://localhost:${port}`;
    const { folder } = await run([target, ...CA]);
    const again = await cli(['run', target, '--rerun-failed', ...CA], { folder });
    expect([again.exitCode, again.out]).toEqual([0, expect.stringContaining('nothing to run again')]);
    expect((await cli(['replay', 'reports/results.json', '--target', target, ...CA], { folder })).exitCode).toBe(0);
    const both = await cli(['compare', target, target, ...few.slice(0, 4), '--profile', 'quick', ...CA]);
    expect(both.exitCode).toBe(0);
    const found = await cli(['init', target, ...CA]);
    expect(found.out).toContain("as the target's WSDL says");
    expect((await cli(['init', target])).out).toContain('trust it with --ca');
  });
});

const SECRET = 'proxy-sesame-42';

describe('a proxy', () => {
  test('is used, named without its password, and its password appears nowhere', async () => {
    const { port, asked } = await proxy();
    const argv = [
      'http://far.example',
      '--proxy',
      `http://jo:${SECRET}@127.0.0.1:${port}`,
      '--reporter',
      'html,har,junit',
    ];
    const { out, results, folder } = await run(argv);
    const token = Buffer.from(`jo:${SECRET}`).toString('base64');
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((one) => !one.endsWith(` http://far.example Basic ${token}`))).toEqual([]);
    expect(out).toContain(`Requests to http://far.example go through the proxy http://127.0.0.1:${port}.\n`);
    expect(out).toContain(
      '! no --rate is set: up to 8 requests at a time are sent to far.example; --rate 5 keeps the load low.\n',
    );
    expect(results.options.proxy).toBe(true);
    const everything = `${out}${written(folder)}`;
    expect([SECRET, token, 'jo:'].filter((one) => everything.includes(one))).toEqual([]);
  });

  test('tunnels TLS, which is still checked', async () => {
    const { port } = await front({ tls: ownPair() });
    const { port: between, asked } = await proxy();
    const { out } = await run([`https://localhost:${port}`, ...CA, '--proxy', `127.0.0.1:${between}`, '--rate', '50']);
    expect(out).not.toContain('no --rate');
    expect(new Set(asked)).toEqual(new Set([`CONNECT localhost:${port} -`]));
    expect((await refused([`https://localhost:${port}`, '--proxy', `127.0.0.1:${between}`])).exitCode).toBe(4);
  });

  test.each(['http', 'https'])(
    'that lets nobody through is exit 4, over %s, and what it echoes is not a secret',
    async (scheme) => {
      const { port } = await proxy(407);
      const folder = newFolder();
      const argv = [`${scheme}://far.example`, '--proxy', `http://jo:${SECRET}@127.0.0.1:${port}`];
      const { exitCode, out } = await refused(argv, { folder });
      expect(exitCode).toBe(4);
      expect(out).toContain(`${scheme}://far.example can't be reached through the proxy http://127.0.0.1:${port}: `);
      expect(out).toContain('407');
      expect(`${out}${written(folder)}`).not.toContain(SECRET);
    },
  );

  test('of the environment is used for what is elsewhere, but not for this machine or what NO_PROXY lists', async () => {
    const { port, asked } = await proxy();
    const env = { HTTP_PROXY: `http://127.0.0.1:${port}` };
    await run(['http://far.example'], env);
    const through = asked.length;
    expect(through).toBeGreaterThan(0);
    const { port: near } = await front();
    expect((await run([`http://127.0.0.1:${near}`], env)).results.options.proxy).toBe(false);
    const listed = await refused(['http://far.invalid', '--timeout', '2000'], {
      env: { ...env, NO_PROXY: 'far.invalid' },
    });
    expect([listed.exitCode, listed.out]).toEqual([4, expect.not.stringContaining('proxy')]);
    expect(asked).toHaveLength(through);
  });
});
