import { createHash } from 'node:crypto';
import { attempt } from '../../base/error.ts';
import { parseJson } from '../../base/json.ts';

/**
 * JSON in the one spelling of RFC 8785 (JSON Canonicalization Scheme), for all that is signed or digested. An undefined
 * member is left out, as JSON.stringify does.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const given = Object.entries(value).filter(([, member]) => member !== undefined);
  const members = given.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/** SHA-256 in lower-case hex, as a DigestSet has it (in-toto attestation v1, 'DigestSet'). */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** A text parsed as JSON; undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
  return attempt(() => parseJson('', text), undefined);
}
