import { ProxyRefusal } from './connector.ts';
import type { NetworkError } from './exchange.ts';

/** The requests that undici itself refuses to send, and those for which this machine has no files or memory left. */
const NOT_OF_TARGET =
  /^(?:UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED|REQ_CONTENT_LENGTH_MISMATCH)|EMFILE|ENFILE|ENOMEM|ENOBUFS)$/;

const OVERFLOW = /^(?:UND_ERR_HEADERS|HPE_HEADER)_OVERFLOW$/;

const KINDS: readonly (readonly [codes: RegExp, kind: NetworkError['kind']])[] = [
  [/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM|EINVAL)$/, 'refused'],
  [/^(?:ENOTFOUND|EAI_[A-Z]+|ENODATA)$/, 'unresolved'],
  [/^(?:UND_ERR_[A-Z]*_?TIMEOUT|ETIMEDOUT)$/, 'timeout'],
  [/^(?:UND_ERR_RES_CONTENT_LENGTH_MISMATCH|HPE_[A-Z_]+)$/, 'framing'],
  [/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|CRL_|EPROTO$)/, 'tls'],
];

/** True if the error is one of the suite, its configuration or its machine: undici's parser needs WebAssembly. */
export function isNotOfTarget(error: Error): boolean {
  return NOT_OF_TARGET.test(codeOf(error)) || error.message.startsWith('WebAssembly.');
}

/** The error of undici, node:net or node:tls as data. Any unknown error is a closed connection. */
export function networkErrorOf(error: Error): NetworkError {
  const code = codeOf(error);
  const message = errorMessage(error);
  // Not every parser error has a code; the second is undici's message for a 101.
  if (error.name === 'HTTPParserError' || message === 'bad upgrade')
    return { kind: 'framing', message, ...framingPart(message) };
  if (error instanceof ProxyRefusal) return { kind: 'refused', message };
  if (OVERFLOW.test(code))
    return { kind: 'too-large', message: 'the header lines are longer than clients read', part: 'head' };
  const kind = KINDS.find(([codes]) => codes.test(code))?.[1] ?? 'closed';
  // The code of an EPROTO is in the words of OpenSSL's reason.
  const said = code === 'EPROTO' && 'reason' in error ? `${error.reason}`.toUpperCase().replaceAll(' ', '_') : code;
  const detail = kind === 'tls' ? TLS_DETAILS.find(([codes]) => codes.test(said))?.[1] : undefined;
  const part = kind === 'framing' ? framingPart(message) : {};
  return { kind, message, ...part, ...(detail === undefined ? {} : { detail }) };
}

/** What llhttp and undici name in the messages of broken framing: their codes do not tell all of these apart. */
const FRAMING_PARTS: readonly (readonly [message: RegExp, part: NonNullable<NetworkError['part']>])[] = [
  [/chunk/i, 'chunks'],
  [/content-length|transfer-encoding/i, 'lengths'],
];

function framingPart(message: string): Pick<NetworkError, 'part'> {
  const part = FRAMING_PARTS.find(([pattern]) => pattern.test(message))?.[1];
  return part === undefined ? {} : { part };
}

/** A server that requires our certificate ends the handshake with one of the first alerts (RFC 8446, section 6.2). */
const TLS_DETAILS: readonly (readonly [codes: RegExp, detail: NonNullable<NetworkError['detail']>])[] = [
  [/CERTIFICATE_REQUIRED|BAD_CERTIFICATE|HANDSHAKE_FAILURE|UNKNOWN_CA$/, 'certificate-wanted'],
  [/^(?:ERR_TLS_CERT_ALTNAME|CERT_HAS_EXPIRED|CERT_NOT_YET)/, 'certificate-mismatch'],
  [/^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CRL_)/, 'certificate-untrusted'],
];

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}

/** What Node.js 24 adds to a certificate error: a flag of node, which our users do not start directly. */
const NODE_ADVICE = /; if the root CA is installed locally, try running Node\.js with --use-system-ca$/;

/** The reason in OpenSSL's message, without its source files; all causes if several addresses were tried. */
function errorMessage(error: Error): string {
  if ('reason' in error && /^ERR_SSL_|^EPROTO$/.test(codeOf(error)))
    return `the TLS handshake failed (${error.reason})`;
  if (error.message === 'other side closed') return 'the server closed the connection';
  if (!(error instanceof AggregateError)) return error.message.replace(NODE_ADVICE, '').trim();
  const messages = error.errors.map((cause: unknown) => (cause instanceof Error ? cause.message : String(cause)));
  return [...new Set(messages)].join(', ') || error.message;
}
