import { type KeyObject, sign, verify } from 'node:crypto';
import { canonicalJson, member, parsedJson } from './canonical-json.ts';
import { keyIdOf } from './keys.ts';

/** in-toto attestation v1, 'Envelope'. */
const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** The JSON envelope of DSSE v1 (secure-systems-lab/dsse, envelope.md). */
interface Envelope {
  readonly payload: string;
  readonly payloadType: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

/** The bytes that are signed: the Pre-Authentication Encoding (DSSE v1, protocol.md, 'Signature Definition'). */
export function preAuthenticationEncoding(type: string, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.byteLength} `), body]);
}

/** A file that holds the payload and its Ed25519 signature: an envelope in canonical JSON and a line feed. */
export function sealed(payload: string, key: KeyObject): string {
  const body = Buffer.from(payload);
  const sig = sign(null, preAuthenticationEncoding(PAYLOAD_TYPE, body), key).toString('base64');
  return envelopeText({
    payload: body.toString('base64'),
    payloadType: PAYLOAD_TYPE,
    signatures: [{ keyid: keyIdOf(key), sig }],
  });
}

/**
 * The payload that `sealed` signed with one of these keys, and the key; otherwise one sentence with the first mistake.
 * Only the exact text that `sealed` writes is accepted, since JSON and base64 have many forms.
 */
export function open(file: Uint8Array, keys: readonly KeyObject[]) {
  const envelope = parsedJson(Buffer.from(file).toString());
  if (!isEnvelope(envelope)) return 'it is not a DSSE envelope';
  const { payload, payloadType, signatures } = envelope;
  const [signature, ...others] = signatures;
  if (signature === undefined || others.length > 0) return `it has ${signatures.length} signatures, expected one`;
  const { keyid, sig } = signature;
  if (payloadType !== PAYLOAD_TYPE) return `its payloadType is '${payloadType}', expected ${PAYLOAD_TYPE}`;
  if (!Buffer.from(envelopeText({ payload, payloadType, signatures: [{ keyid, sig }] })).equals(file))
    return 'it is not formatted as this suite writes it: the file was edited or reformatted';
  const body = decoded(payload);
  const bytes = decoded(sig);
  if (body === null || bytes === null) return 'its base64 is not encoded as this suite encodes it';
  const key = keys.find((one) => keyIdOf(one) === keyid);
  if (key === undefined) {
    const given =
      keys.length === 1 ? `but the key given is ${keys.map(keyIdOf)}` : `not one of the ${keys.length} given`;
    return `it names the key ${keyid}, ${given}`;
  }
  const isSigned = verify(null, preAuthenticationEncoding(payloadType, body), key, bytes);
  return isSigned ? { payload: body.toString(), key } : 'its signature does not match its payload and the given key';
}

function envelopeText(envelope: Envelope): string {
  return `${canonicalJson(envelope)}\n`;
}

/** The bytes, or null if this is not their canonical base64 (RFC 4648, sections 3.5 and 4). */
function decoded(base64: string): Buffer | null {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : null;
}

function isEnvelope(value: unknown): value is Envelope {
  if (!hasTexts(value, ['payload', 'payloadType']) || !Array.isArray(value.signatures)) return false;
  return value.signatures.every((signature) => hasTexts(signature, ['keyid', 'sig']));
}

function hasTexts(value: unknown, names: readonly string[]): value is Readonly<Record<string, unknown>> {
  return names.every((name) => typeof member(value, name) === 'string');
}
