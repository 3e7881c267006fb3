import { type KeyObject, sign, verify } from 'node:crypto';
import { member } from '../../base/json.ts';
import { plural } from '../../base/words.ts';
import { canonicalJson, parsedJson } from './canonical-json.ts';
import { keyIdOf } from './keys.ts';

/** in-toto attestation v1, 'Envelope'. */
const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** The bytes that are signed: the Pre-Authentication Encoding (DSSE v1, protocol.md, 'Signature Definition'). */
export function preAuthenticationEncoding(type: string, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.byteLength} `), body]);
}

export function sealed(payload: string, key: KeyObject): string {
  const body = Buffer.from(payload);
  const sig = sign(null, preAuthenticationEncoding(PAYLOAD_TYPE, body), key).toString('base64');
  return envelopeText(body.toString('base64'), keyIdOf(key), sig);
}

/** The envelope of DSSE v1 (secure-systems-lab/dsse, envelope.md) in the one form that is accepted: JSON has many. */
function envelopeText(payload: string, keyid: string, sig: string): string {
  return `${canonicalJson({ payload, payloadType: PAYLOAD_TYPE, signatures: [{ keyid, sig }] })}\n`;
}

/** The payload that `sealed` signed with one of these keys, and the key; otherwise one sentence. */
export function open(file: Uint8Array, keys: readonly KeyObject[]) {
  const envelope = parsedJson(Buffer.from(file).toString());
  const [payload, type] = [member(envelope, 'payload'), member(envelope, 'payloadType')];
  const signatures = member(envelope, 'signatures');
  if (typeof payload !== 'string' || typeof type !== 'string' || !Array.isArray(signatures))
    return 'it is not a DSSE envelope';
  if (signatures.length !== 1) return `it has ${plural(signatures.length, 'signature')}, expected one`;
  const [keyid, sig] = [member(signatures[0], 'keyid'), member(signatures[0], 'sig')];
  if (typeof keyid !== 'string' || typeof sig !== 'string') return 'it is not a DSSE envelope';
  if (type !== PAYLOAD_TYPE) return `its payloadType is '${type}', expected ${PAYLOAD_TYPE}`;
  if (!Buffer.from(envelopeText(payload, keyid, sig)).equals(file))
    return 'it is not formatted as this suite writes it: the file was edited or reformatted';
  const [body, signature] = [decoded(payload), decoded(sig)];
  if (body === null || signature === null) return 'its base64 is not encoded as this suite encodes it';
  const key = keys.find((one) => keyIdOf(one) === keyid);
  if (key === undefined) {
    const given =
      keys.length === 1 ? `but the key given is ${keys.map(keyIdOf)}` : `not one of the ${keys.length} given`;
    return `it names the key ${keyid}, ${given}`;
  }
  const isSigned = verify(null, preAuthenticationEncoding(PAYLOAD_TYPE, body), key, signature);
  return isSigned ? { payload: body.toString(), key } : 'its signature does not match its payload and the given key';
}

/** The bytes, or null if this is not their canonical base64 (RFC 4648, sections 3.5 and 4). */
function decoded(base64: string): Buffer | null {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : null;
}
