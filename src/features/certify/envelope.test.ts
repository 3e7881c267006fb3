import { createHash, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { open, preAuthenticationEncoding, sealed } from './envelope.ts';
import { newKeys } from './run.fixture.ts';

const keys = newKeys();

test('the encoding is that of the test vector of DSSE v1 (protocol.md, Test Vectors)', () => {
  const encoded = preAuthenticationEncoding('http://example.com/HelloWorld', Buffer.from('hello world'));
  expect(encoded.toString()).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world');
});

test('lengths count bytes, not characters', () => {
  expect(preAuthenticationEncoding('ü', Buffer.from('€\n')).toString()).toBe('DSSEv1 2 ü 4 €\n');
});

test('what is sealed verifies by nothing but the specification', () => {
  const payload = '{"a":"ü"}';
  const envelope = JSON.parse(sealed(payload, keys.privateKey));
  expect(Object.keys(envelope).toSorted()).toEqual(['payload', 'payloadType', 'signatures']);
  // Written anew from protocol.md: "DSSEv1" SP LEN(type) SP type SP LEN(body) SP body.
  const body = Buffer.from(envelope.payload, 'base64');
  const type = Buffer.from(envelope.payloadType, 'utf8');
  const sp = Buffer.from([0x20]);
  const length = (bytes: Buffer) => Buffer.from(bytes.length.toString(10), 'ascii');
  const magic = Buffer.from([0x44, 0x53, 0x53, 0x45, 0x76, 0x31]);
  const signed = Buffer.concat([magic, sp, length(type), sp, type, sp, length(body), sp, body]);
  const [{ keyid, sig }] = envelope.signatures;
  expect(verify(null, signed, keys.publicKey, Buffer.from(sig, 'base64'))).toBe(true);
  expect(body.toString()).toBe(payload);
  expect(envelope.payloadType).toBe('application/vnd.in-toto+json');
  const der = keys.publicKey.export({ type: 'spki', format: 'der' });
  expect(keyid).toBe(createHash('sha256').update(der).digest('hex'));
});

const file = sealed('{"a":1}', keys.privateKey);
const reasonOf = (text: string | Uint8Array, key = keys.publicKey) => {
  const opened = open(Buffer.from(text), [key]);
  return typeof opened === 'string' ? opened : null;
};

test('it opens with the key that goes with it, and no other', () => {
  expect(open(Buffer.from(file), [newKeys().publicKey, keys.publicKey])).toEqual({
    payload: '{"a":1}',
    key: keys.publicKey,
  });
  expect(reasonOf(file, newKeys().publicKey)).toMatch(
    /^it names the key [0-9a-f]{64}, but the key given is [0-9a-f]{64}$/,
  );
});

test('no byte of it can be changed to any other, taken out or doubled', () => {
  const bytes = Buffer.from(file);
  const changed = [...bytes.keys()].flatMap((at) => {
    const before = bytes.subarray(0, at);
    const after = bytes.subarray(at + 1);
    const others = [1, 2, 4, 8, 16, 32, 64, 128].map((bit) => Buffer.from([(bytes[at] ?? 0) ^ bit]));
    const instead = [...others, Buffer.alloc(0), Buffer.from([bytes[at] ?? 0, bytes[at] ?? 0]), Buffer.from('\n')];
    return instead.map((middle) => Buffer.concat([before, middle, after])).filter((one) => !one.equals(bytes));
  });
  const passed = changed.filter((one) => reasonOf(one) === null);
  expect(changed.length).toBeGreaterThan(bytes.length * 9);
  expect(passed).toEqual([]);
});

const { payload, payloadType, signatures } = JSON.parse(file);
const [signature] = signatures;
const questions = sealed('{"a":">>>???"}', keys.privateKey);
const urlSafe = questions.replace('Pz8/', 'Pz8_').replace('Pj4+', 'Pj4-');
const spellings: readonly (readonly [string, string, string])[] = [
  ['no JSON', 'x', 'not a DSSE envelope'],
  ['no object', '[1]', 'not a DSSE envelope'],
  ['no signatures', JSON.stringify({ payload, payloadType }), 'not a DSSE envelope'],
  ['a number for a signature', JSON.stringify({ payload, payloadType, signatures: [1] }), 'not a DSSE envelope'],
  ['an empty list of signatures', JSON.stringify({ payload, payloadType, signatures: [] }), 'it has 0 signatures'],
  [
    'two signatures',
    `${JSON.stringify({ payload, payloadType, signatures: [signature, signature] })}\n`,
    '2 signatures',
  ],
  ['another type', file.replace('vnd.in-toto+json', 'json'), "payloadType is 'application/json'"],
  ['white space', file.replace('{', '{ '), 'not formatted as this suite writes it'],
  ['another member', file.replace('{', '{"a":1,'), 'not formatted as this suite writes it'],
  ['a member twice', file.replace('{', '{"payload":"e30=",'), 'not formatted as this suite writes it'],
  ['an escape', file.replace('"payload"', '"\\u0070ayload"'), 'not formatted as this suite writes it'],
  ['no padding', file.replace('==', ''), 'base64 is not encoded'],
  ['URL-safe base64', urlSafe, 'base64 is not encoded'],
  ['unused bits of the last sextet', file.replace(/.==/, (end) => `${next(end)}==`), 'base64 is not encoded'],
  ['another payload', file.replace(payload, Buffer.from('{"a":2}').toString('base64')), 'signature does not match'],
];

test.each(spellings)('every other spelling is refused, with the reason: %s', (_name, text, reason) => {
  expect([file, questions]).not.toContain(text);
  expect(reasonOf(text)).toContain(reason);
});

/** The next character of the base64 alphabet: the bits that padding leaves unused. */
function next(end: string): string {
  return String.fromCharCode(end.charCodeAt(0) + 1);
}
