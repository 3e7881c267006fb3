import type { RunOptions } from '../options/model.ts';
import type { NetworkError } from '../wire/http/exchange.ts';
import { proxyName } from '../wire/http/run-route.ts';

type Reached = Pick<RunOptions, 'target' | 'route'>;

/** That a target can't be reached, why, and what to do, in one or two sentences. */
export function unreachableText(options: Reached, trouble: NetworkError, name = options.target ?? 'the server') {
  const proxy = proxyName(options.route);
  const way = proxy === null ? '' : ` through the proxy ${proxy}`;
  const question = proxy === null ? QUESTION : 'Is the proxy right, and does it let us through?';
  const { kind, message } = trouble;
  // For a closed connection, node says how it ended; what counts is that no answer came.
  const what = kind === 'closed' ? `it ends the connection without an answer (${message})` : message;
  const isPlain = kind === 'closed' && proxy === null && options.target?.startsWith('http:') === true;
  const tls = isPlain ? ' If the port takes TLS, its address begins with https://.' : '';
  return `${name} can't be reached${way}: ${what}. ${adviceOn(trouble, options) ?? question}${tls}`;
}

const QUESTION = 'Is it running, and is the address right?';

const OUR_CERTIFICATE = 'It may require a client certificate: --cert and --key give one.';

/** What to do about a name, a certificate, a limit, or a closed connection; null for other trouble. */
export function adviceOn({ kind, detail }: NetworkError, options?: Reached): string | null {
  if (kind === 'timeout') {
    const what = detail === 'unfinished' ? 'It is there, but slow:' : QUESTION;
    return `${what} --timeout gives it longer.`;
  }
  if (kind === 'unresolved' && (options === undefined || proxyName(options.route) === null))
    return 'Is the name of the host right, and can this machine resolve it?';
  // From TLS 1.3 on, a server that requires our certificate closes after the handshake (RFC 8446, section 4.4.2.4).
  const secure = options?.target?.startsWith('https:') === true;
  if (kind === 'closed') return secure && options?.route.tls.cert === undefined ? OUR_CERTIFICATE : null;
  if (kind !== 'tls') return null;
  if (detail === 'certificate-wanted') return OUR_CERTIFICATE;
  if (detail === 'certificate-mismatch') return 'Is the address right? --insecure accepts any certificate.';
  if (detail === 'certificate-untrusted')
    return 'If you know the certificate or its issuer, trust it with --ca <pem>; --insecure accepts any certificate.';
  return 'Does it speak TLS? If it takes plain HTTP, its address begins with http://.';
}
