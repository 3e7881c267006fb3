import type { Trouble } from '../exchange/exchange.ts';
import { proxyName } from '../run/route.ts';
import type { RunOptions } from '../run/settings.ts';

/** That a target can't be reached, why, and what to do, in one or two sentences. */
export function unreachableText(
  { target, route }: Pick<RunOptions, 'target' | 'route'>,
  trouble: Pick<Trouble, 'kind' | 'message'>,
  name: string = target ?? 'the server',
): string {
  const proxy = proxyName(route);
  const way = proxy === null ? '' : ` through the proxy ${proxy}`;
  const advice =
    adviceOn(trouble) ??
    (proxy === null ? 'Is it running, and is the address right?' : 'Is the proxy right, and does it let us through?');
  return `${name} can't be reached${way}: ${trouble.message}. ${advice}`;
}

/** What to do about a certificate; null for other trouble. */
export function adviceOn({ kind, message }: Pick<Trouble, 'kind' | 'message'>): string | null {
  if (kind !== 'tls') return null;
  if (/certificate required|bad certificate|handshake failure|unknown ca\b/i.test(message)) {
    return 'It may ask for a certificate of ours: --cert and --key give one.';
  }
  if (/altnames|expired|not yet valid/i.test(message)) {
    return 'Is the address right? --insecure takes any certificate.';
  }
  if (/certificate/i.test(message)) {
    return 'Where you know its issuer, trust that with --ca <pem>; --insecure takes any certificate.';
  }
  return 'Does it speak TLS, and is the address right?';
}
