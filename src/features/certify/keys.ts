import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { CliIo } from '../../base/cli-io.ts';
import { attempt, ConfigError } from '../../base/error.ts';
import { mostMiB, readNamed } from '../../base/read-file.ts';
import { variable } from '../../options/environment.ts';
import { sha256 } from './canonical-json.ts';

/** A new Ed25519 key pair as PEM: PKCS #8, encrypted where there is a passphrase, and SubjectPublicKeyInfo. */
export function newKeyPair(passphrase: string | null) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const encryption = passphrase === null ? {} : { cipher: 'aes-256-cbc', passphrase };
  return {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem', ...encryption }).toString(),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** The name of a public key: SHA-256 (hex) of its SubjectPublicKeyInfo (DER). */
export function keyIdOf(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return sha256(publicKey.export({ type: 'spki', format: 'der' }));
}

/** The Ed25519 private key of a PEM file that only its owner may read. @throws ConfigError */
export function privateKeyOf({ env, folder }: CliIo, file: string): KeyObject {
  const { bytes, mode } = readNamed({ folder, file, mostMiB: mostMiB.written });
  const pem = bytes.toString();
  const passphrase = passphraseOf(env);
  const label = labelOf(pem);
  if (label === 'PUBLIC KEY') throw new ConfigError(`${file} is a public key; signing needs the private one`);
  if (label === 'ENCRYPTED PRIVATE KEY' && passphrase === null) {
    throw new ConfigError(`${file} is encrypted; give its passphrase in GETDATA_KEY_PASSPHRASE`);
  }
  if (label === null || !label.endsWith('PRIVATE KEY'))
    throw new ConfigError(`${file} is not a private key in PEM, as keygen writes it`);
  const key = ed25519(file, () =>
    createPrivateKey({ key: pem, format: 'pem', ...(passphrase === null ? {} : { passphrase }) }),
  );
  // Windows has no such bits.
  const open = process.platform !== 'win32' && (mode & 0o077) !== 0;
  if (open) throw new ConfigError(`${file} is readable by others than its owner, so it is not used; chmod 600 ${file}`);
  return key;
}

/** The Ed25519 public key of a PEM file. @throws ConfigError, also for a private key: a verifier must not have it */
export function readPublicKey(file: string, pem: string): KeyObject {
  const label = labelOf(pem);
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) {
    throw new ConfigError(`${file} is a private key; verifying needs the public one, which keygen names .pub.pem`);
  }
  if (label !== 'PUBLIC KEY') throw new ConfigError(`${file} is not a public key in PEM, as keygen writes it`);
  const key = ed25519(file, () => createPublicKey({ key: pem, format: 'pem' }));
  const point = key.export({ type: 'spki', format: 'der' }).subarray(-32);
  point[31] = (point[31] ?? 0) & 0x7f;
  if (SMALL_ORDER.has(point.toString('hex')))
    throw new ConfigError(`${file} is a weak key, with which forged signatures verify`);
  return key;
}

/** The y of points of small order (RFC 8032, section 5.1): as public keys they verify signatures that nobody made. */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  `00${'00'.repeat(31)}`,
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);

function labelOf(pem: string): string | null {
  return /^-----BEGIN ([A-Z0-9 ]+)-----\r?$/m.exec(pem)?.[1] ?? null;
}

function ed25519(file: string, read: () => KeyObject): KeyObject {
  // What OpenSSL says may quote the file; it is never shown.
  const key = attempt(read, null);
  if (key === null) throw new ConfigError(`${file} is damaged, or encrypted with another passphrase`);
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new ConfigError(`${file} is a key for ${key.asymmetricKeyType ?? 'something else'}; expected one for ed25519`);
}

export function publicKeyOf({ folder }: CliIo, file: string): KeyObject {
  const { bytes } = readNamed({ folder, file, mostMiB: mostMiB.written });
  return readPublicKey(file, bytes.toString());
}

export function passphraseOf(env: CliIo['env']): string | null {
  return variable(env, 'GETDATA_KEY_PASSPHRASE');
}
