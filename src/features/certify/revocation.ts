import type { KeyObject } from 'node:crypto';
import { dirname, join } from 'node:path';
import { isMoment } from '../../base/days.ts';
import { member } from '../../base/json.ts';
import { mostMiB, readIfThere } from '../../base/read-file.ts';
import { canonicalJson, sha256 } from './canonical-json.ts';
import { sealed } from './envelope.ts';
import { TYPES } from './statement.ts';
import { openPayload } from './verify.ts';

/** Next to the statement that it revokes. */
export const REVOCATION_FILE = 'revocation.json';

const REVOCATION_TYPE = 'urn:getdata-conformance:revocation:1';

type Revocation = Readonly<Record<'revokedAt' | 'reason', string>>;

/** in-toto attestation v1, 'Statement': the subject is the file of the revoked statement. */
function revocationOf(statement: Uint8Array, { revokedAt, reason }: Revocation) {
  return {
    _type: TYPES._type,
    subject: [{ name: 'statement.json', digest: { sha256: sha256(statement) } }],
    predicateType: REVOCATION_TYPE,
    predicate: { revokedAt, reason },
  };
}

/** The file that revokes a statement. @param key - the one that signed the statement: no other may revoke it */
export function revocationText(statement: Uint8Array, revocation: Revocation, key: KeyObject): string {
  return sealed(canonicalJson(revocationOf(statement, revocation)), key);
}

/**
 * The revocation next to a statement, null if there is none, or a sentence on why the file is no revocation of it by
 * its signer. @param file - of the statement @throws ConfigError if it can't be read
 */
export function revocationBeside(folder: string, file: string, statement: Uint8Array, key: KeyObject) {
  const path = join(dirname(file), REVOCATION_FILE);
  const read = readIfThere({ folder, file: path, mostMiB: mostMiB.written });
  if (read === null) return null;
  const opened = openPayload(read.bytes, [key]);
  if (typeof opened === 'string') return `${path} next to it is not a revocation: ${opened}`;
  const predicate = member(opened.payload, 'predicate');
  const [revokedAt, reason] = [member(predicate, 'revokedAt'), member(predicate, 'reason')];
  const other = `${path} next to it is not a revocation of this statement`;
  if (typeof revokedAt !== 'string' || !isMoment(revokedAt) || typeof reason !== 'string') return other;
  const right = canonicalJson(revocationOf(statement, { revokedAt, reason }));
  return canonicalJson(opened.payload) === right ? { revokedAt, reason } : other;
}

export function revokedText({ revokedAt, reason }: Revocation): string {
  return `it was revoked on ${revokedAt.slice(0, 10)}: ${reason}`;
}
