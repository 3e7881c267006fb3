import { describe, expect, test } from 'vitest';
import { completeOptions } from '../../options/run-options.ts';
import { unreachableText } from '../../results/unreachable.ts';
import { networkErrorOf } from '../../wire/http/network-error.ts';
import { alarms, learnedText, startNotes } from './start-notes.ts';

const optionsOf = (target: string, flags: object = {}) =>
  completeOptions({ flags: { target, ...flags }, env: {}, config: null, randomSeed: 1 });

test('a run for a certificate says at once why it would be refused', () => {
  const given = { certify: true, namespace: 'urn:x', includeWrites: true, rate: '5' };
  expect(startNotes(optionsOf('https://far.example', given))).toEqual([]);
  expect(
    startNotes(
      optionsOf('https://far.example', { certify: true, profile: 'quick', operations: 'McatCodes', rate: '5' }),
    ),
  ).toEqual([
    '! certify will refuse this run: no --namespace is given, --include-writes is left out, the profile is quick, only a part is selected.',
  ]);
});

test('an endpoint in another case is called as the document writes it: a note says so', () => {
  expect(startNotes(optionsOf('http://127.0.0.1:1/x/GETDATA.asmx'))).toEqual([
    '! The address ends in /GETDATA.asmx, and http://127.0.0.1:1/x/getData.asmx is called, as in the document; IIS takes both for one, other servers do not.',
  ]);
  expect(startNotes(optionsOf('http://127.0.0.1:1/x/getData.asmx'))).toEqual([]);
});

describe('before a run', () => {
  test.each([
    ['https://far.example:8443/x', {}, 'up to 8 requests at a time are sent to far.example;'],
    ['http://8.8.8.8', { concurrency: '1' }, 'requests are sent one at a time and without a pause to 8.8.8.8;'],
    ['http://[2001:db8::1]', {}, 'are sent to 2001:db8::1;'],
    ['http://172.32.0.1', {}, 'are sent to 172.32.0.1;'],
  ])('%s needs --rate: a note says so', (target, flags, sentence) => {
    expect(startNotes(optionsOf(target, flags))).toEqual([expect.stringContaining(sentence)]);
    expect(startNotes(optionsOf(target, { ...flags, rate: '5' }))).toEqual([]);
  });

  test.each([
    'http://localhost:1',
    'http://127.0.0.1',
    'http://[::1]',
    'http://10.1.1.1',
    'http://172.31.0.1',
    'http://192.168.0.9',
    'http://[fd00::1]',
    'http://[fe80::1]',
    'http://169.254.1.1',
  ])('%s is near: no note', (target) => {
    expect(startNotes(optionsOf(target))).toEqual([]);
  });

  test('--insecure comes first, and is the only note with --quiet', () => {
    const options = optionsOf('https://far.example', { insecure: true, proxy: 'http://jo:sesame@p.example:1' });
    const [first, second, third] = startNotes(options);
    expect(alarms(options)).toEqual([first]);
    expect(first).toContain('! INSECURE');
    expect(second).toBe('Requests to https://far.example go through the proxy http://p.example:1.');
    expect(third).toContain('--rate');
  });
});

describe('a target that can not be reached', () => {
  const tls = (code: string, message: string, more = {}) =>
    networkErrorOf(Object.assign(new Error(message), { code, ...more }));

  test.each([
    [tls('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), '--ca <pem>; --insecure accepts any'],
    [
      tls('UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate'),
      '--ca <pem>; --insecure accepts any',
    ],
    [
      tls('ERR_TLS_CERT_ALTNAME_INVALID', "Hostname/IP does not match certificate's altnames: x"),
      'Is the address right? --insecure',
    ],
    [tls('CERT_HAS_EXPIRED', 'certificate has expired'), 'Is the address right? --insecure'],
    [tls('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'alert'), '--cert and --key give one'],
    [tls('EPROTO', 'write EPROTO', { reason: 'tlsv1 alert unknown ca' }), '--cert and --key give one'],
    [tls('EPROTO', 'wrong version number'), 'Does it speak TLS'],
    [{ kind: 'refused', message: 'connect ECONNREFUSED 127.0.0.1:1' }, 'Is it running'],
  ] as const)('%o: what to do', (trouble, advice) => {
    const said = unreachableText(optionsOf('https://far.example'), trouble);
    expect(said).toContain(`https://far.example can't be reached: ${trouble.message}. `);
    expect(said).toContain(advice);
  });

  test('through a proxy names it, without its password', () => {
    const options = optionsOf('https://far.example', { proxy: 'http://jo:sesame@p.example:1' });
    const said = unreachableText(options, { kind: 'refused', message: 'no' });
    expect(said).toContain("can't be reached through the proxy http://p.example:1: no. Is the proxy right");
  });
});

test('values of the config file are not said to be learned', () => {
  const values = { Make: ['VW', 'Audi'], Year: ['2024'] };
  expect(learnedText({ values, rows: [] }, { Make: ['VW'], Year: ['2024'] })).toContain('target: Make 1 (values');
  expect(learnedText({ values, rows: [] }, values)).toContain('no values');
});
