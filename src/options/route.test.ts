import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { newFolder } from '../cli/cli.fixture.ts';
import { options, refusal } from './options.fixture.ts';
import { goesStraight } from './proxy.ts';

const pem = (name: string): string => fileURLToPath(new URL(`../../fixtures/tls/${name}.pem`, import.meta.url));
const [cert, key, otherKey] = [pem('localhost.cert'), pem('localhost.key'), pem('expired.key')];
const target = 'https://far.example';
const text = (file: string): string => readFileSync(file, 'utf8');

/** A file of that text. */
function fileOf(content: string): string {
  const file = join(newFolder(), 'some.pem');
  writeFileSync(file, content);
  return file;
}

describe('TLS', () => {
  test('what the files hold is in the route of an https target, and of no other', () => {
    const flags = { target, ca: cert, cert, key, insecure: true };
    const { tls } = options(flags).route;
    expect([tls.ca, tls.cert, tls.insecure]).toEqual([text(cert), text(cert), true]);
    expect(createPrivateKey(tls.key ?? '').equals(createPrivateKey(text(key)))).toBe(true);
    expect(options({ ...flags, target: 'http://far.example' }).route).toEqual({ tls: {}, proxy: null });
    expect(options({ ...flags, target: null }).route).toEqual({ tls: {}, proxy: null });
  });

  test('a flag beats the config file, file by file; certificate and key may be in one file', () => {
    const config = { target, tls: { ca: pem('expired.cert'), cert, key } };
    expect(options({}, {}, config).route.tls.ca).toBe(text(pem('expired.cert')));
    expect(options({ ca: cert }, {}, config).route.tls).toMatchObject({ ca: text(cert), cert: text(cert) });
    const both = fileOf(`${text(cert)}${text(key)}`);
    expect(options({ target, cert: both, key: both }).route.tls.cert).toBe(text(cert));
  });

  test('a bundle is trusted in whole, and what is between its certificates is left out', () => {
    const bundle = fileOf(`# ours\n${text(cert)}\nsubject=/CN=x\n${text(pem('expired.cert'))}`);
    expect(options({ target, ca: bundle }).route.tls.ca?.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
  });

  const missing = join(fileURLToPath(import.meta.url), '..', 'none.pem');
  const broken = () => fileOf(`${text(cert)}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`);
  const { privateKey } = generateKeyPairSync('ed25519');
  const locked = () =>
    fileOf(privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'right' }).toString());

  test.each([
    ['no such file', { ca: missing }, `--ca ${missing} can't be read: there is no such file`],
    ['a key for certificates', { ca: key }, `--ca ${key} is not a certificate in PEM; expected a file with`],
    ['a certificate for a key', { cert, key: cert }, `--key ${cert} is not a private key in PEM; expected a file with`],
    ['a key of another', { cert, key: otherKey }, `--key ${otherKey} is not the key of --cert ${cert}; expected both`],
    ['no key', { cert }, `--cert ${cert} is given without its key (--key); expected both, or neither`],
    ['no certificate', { key }, `--key ${key} is given without its certificate (--cert); expected both, or neither`],
  ])('a mistake is one sentence: %s', (_what, flags, sentence) => {
    expect(refusal({ target, ...flags })).toContain(sentence);
  });

  test('what is broken inside of PEM is one sentence too, and an encrypted key names the variable', () => {
    expect(refusal({ target, ca: broken() })).toMatch(
      /^--ca \S+ has a certificate that can't be read, number 2 in it$/,
    );
    const bad = fileOf('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n');
    expect(refusal({ target, cert, key: bad })).toMatch(/^--key \S+ is a private key that can't be read$/);
    const file = locked();
    expect(refusal({ target, cert, key: file })).toMatch(
      /is encrypted; give its passphrase in GETDATA_TLS_KEY_PASSPHRASE$/,
    );
    const wrong = refusal({ target, cert, key: file }, { GETDATA_TLS_KEY_PASSPHRASE: 'wrong-marker' });
    expect(wrong).toMatch(/can't be read; is GETDATA_TLS_KEY_PASSPHRASE its passphrase\?$/);
    expect(wrong).not.toContain('wrong-marker');
    expect(refusal({ target, cert, key: file }, { GETDATA_TLS_KEY_PASSPHRASE: 'right' })).toContain(
      'is not the key of',
    );
  });

  test('the config file is named with its key', () => {
    expect(refusal({ target }, {}, { tls: { ca: 'none.pem' } })).toBe(
      "getdata.config.json: tls.ca none.pem can't be read: there is no such file",
    );
    expect(refusal({ target }, {}, { tls: { cafile: 'x' } })).toContain("unknown key 'cafile' in tls");
  });
});

describe('the proxy', () => {
  const proxyOf = (flags: object, env = {}, config: object | null = null): string | null =>
    options({ target, ...flags }, env, config).route.proxy;

  test.each([
    ['of the flag', { proxy: 'http://p:1' }, { HTTPS_PROXY: 'http://q:2' }, 'http://p:1/'],
    ['of the flag, for this machine too', { proxy: 'p:1', target: 'http://127.0.0.1:9' }, {}, 'http://p:1/'],
    ['by the scheme', {}, { HTTPS_PROXY: 'http://q:2', HTTP_PROXY: 'http://p:1' }, 'http://q:2/'],
    [
      'by the scheme',
      { target: 'http://far.example' },
      { HTTPS_PROXY: 'http://q:2', HTTP_PROXY: 'p:1' },
      'http://p:1/',
    ],
    ['for all', {}, { ALL_PROXY: 'http://a:3', HTTP_PROXY: 'http://p:1' }, 'http://a:3/'],
    ['in lower case first', {}, { https_proxy: 'http://l:4', HTTPS_PROXY: 'http://q:2' }, 'http://l:4/'],
    ['not where it is empty', {}, { HTTPS_PROXY: '' }, null],
    ['not for what NO_PROXY lists', {}, { HTTPS_PROXY: 'http://q:2', no_proxy: 'far.example' }, null],
    ['not for this machine', { target: 'https://localhost:1' }, { HTTPS_PROXY: 'http://q:2' }, null],
    ['not for the embedded server', { target: null }, { ALL_PROXY: 'nonsense://' }, null],
  ])('is that %s', (_what, flags, env, proxy) => {
    expect(proxyOf(flags, env)).toBe(proxy);
  });

  test('of the config file comes last, and takes a variable', () => {
    const config = { proxy: 'http://jo:${PROXY_PASSWORD}@c:5' };
    expect(proxyOf({}, { PROXY_PASSWORD: 'x%40y' }, config)).toBe('http://jo:x%40y@c:5/');
    expect(proxyOf({}, { HTTPS_PROXY: 'http://q:2' }, config)).toBe('http://q:2/');
    expect(proxyOf({}, { NO_PROXY: '*' }, { proxy: 'http://c:5' })).toBe(null);
  });

  test.each([
    ['socks5://p:1', "'socks5://p:1' is not the address of an HTTP proxy"],
    ['http://p:1/path', "'http://p:1/path' is not the address"],
    ['http://jo:ses/ame@p:1', '--proxy is not the address of an HTTP proxy'],
    ['socks5://jo:sesame@p:1', '--proxy is not the address of an HTTP proxy'],
    ['http://jo:sesame%@p:1', '--proxy has a % in its user name or password'],
    ['', '--proxy is not the address of an HTTP proxy; expected http://host:port'],
  ])('%s is refused in a sentence without its password', (proxy, sentence) => {
    const said = refusal({ target, proxy });
    expect(said).toContain(sentence);
    expect(said).not.toMatch(/sesame|ses\/ame/);
  });

  test('of the environment is refused by the name of the variable', () => {
    expect(refusal({ target }, { ALL_PROXY: 'socks5://p:1' })).toContain('the environment variable ALL_PROXY');
  });
});

describe('NO_PROXY', () => {
  test.each([
    ['http://a.example', 'a.example', true],
    ['http://b.a.example', 'a.example', true],
    ['http://ba.example', 'a.example', false],
    ['http://b.a.example', '.a.example', true],
    ['http://B.A.Example', '*.a.example', true],
    ['http://a.example', 'x.example, a.example:80', true],
    ['http://a.example:81', 'a.example:80', false],
    ['https://a.example', 'a.example:443', true],
    ['http://10.1.2.3', '10.0.0.0/8', true],
    ['http://11.1.2.3', '10.0.0.0/8', false],
    ['http://10.1.2.3', '2.3', false],
    ['http://10.1.2.3', '10.0.0.0/99', false],
    ['http://[2001:db8::1]', '2001:db8::/32', true],
    ['http://[2001:db8::1]:8080', '[2001:db8:0::1]:8080', true],
    ['http://a.example', 'x *', true],
    ['http://a.example', null, false],
    ['http://127.8.9.1:1', null, true],
    ['http://[::1]:1', null, true],
    ['http://[::ffff:127.0.0.1]', null, true],
    ['http://app.localhost', null, true],
    ['http://localhost.example', null, false],
    ['http://10.0.0.1', null, false],
  ])('%s with %s: %s', (url, list, straight) => {
    expect(goesStraight(new URL(url), list)).toBe(straight);
  });
});
