import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { sha256 } from './canonical-json.ts';

/** A file that is not the key it should be: one sentence that goes after the file's name. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

/** A new Ed25519 key pair as PEM: PKCS #8, encrypted where there is a passphrase, and SubjectPublicKeyInfo. */
export function newKeyPair(passphrase: string | null): { readonly privatePem: string; readonly publicPem: string } {
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

/** The Ed25519 private key of a PEM file. @throws KeyError */
export function readPrivateKey(pem: string, passphrase: string | null): KeyObject {
  const label = labelOf(pem);
  if (label === 'PUBLIC KEY') throw new KeyError('is a public key; signing takes the private one');
  if (label === 'ENCRYPTED PRIVATE KEY' && passphrase === null) {
    throw new KeyError('is encrypted; give its passphrase in GETDATA_KEY_PASSPHRASE');
  }
  if (label === null || !label.endsWith('PRIVATE KEY'))
    throw new KeyError('is no private key in PEM, as keygen writes');
  return ed25519(() => createPrivateKey({ key: pem, format: 'pem', ...(passphrase === null ? {} : { passphrase }) }));
}

/** The Ed25519 public key of a PEM file. @throws KeyError, for a private key too: it has no business with a verifier */
export function readPublicKey(pem: string): KeyObject {
  const label = labelOf(pem);
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) {
    throw new KeyError('is a private key; verifying takes the public one, which keygen names .pub.pem');
  }
  if (label !== 'PUBLIC KEY') throw new KeyError('is no public key in PEM, as keygen writes');
  return ed25519(() => createPublicKey({ key: pem, format: 'pem' }));
}

function labelOf(pem: string): string | null {
  return /^-----BEGIN ([A-Z0-9 ]+)-----\r?$/m.exec(pem)?.[1] ?? null;
}

function ed25519(read: () => KeyObject): KeyObject {
  const key = readable(read);
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw new KeyError(`is a key for ${key.asymmetricKeyType ?? 'something else'}; expected one for ed25519`);
}

function readable(read: () => KeyObject): KeyObject {
  try {
    return read();
  } catch {
    // What OpenSSL says may quote the file; it is never shown.
    throw new KeyError('is damaged, or encrypted with another passphrase');
  }
}
