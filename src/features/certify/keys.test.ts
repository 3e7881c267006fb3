import { createPublicKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { ConfigError } from '../../base/error.ts';
import { newKeyPair, readPublicKey } from './keys.ts';

/** An Ed25519 public key (RFC 8410) of these 32 bytes, in PEM. */
function pemOf(point: string): string {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(point, 'hex')]);
  return createPublicKey({ key: der, format: 'der', type: 'spki' }).export({ format: 'pem', type: 'spki' }).toString();
}

test('a new key is read', () => {
  expect(readPublicKey('k', newKeyPair(null).publicPem).asymmetricKeyType).toBe('ed25519');
});

test.each([
  ['y = 1', `01${'00'.repeat(31)}`],
  ['y = 1 with the sign of x', `01${'00'.repeat(30)}80`],
  ['y = -1', `ec${'ff'.repeat(30)}7f`],
  ['order 8', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
])('a key under which anything verifies is refused: %s', (_what, point) => {
  expect(() => readPublicKey('k', pemOf(point))).toThrow(
    new ConfigError('k is a weak key, with which forged signatures verify'),
  );
});
