import { headerValue } from '../../wire/http/exchange.ts';
import type { HarEntry, HarResponse } from './entry.ts';

type IntermediaryMark = (response: HarResponse, entry: HarEntry) => boolean;

/** Server fields of proxies, gateways and load balancers that write their own name only into answers of their own. */
const SERVERS = /^(?:mitmproxy|squid|CloudFront|awselb|AkamaiGHost|Varnish|Zscaler|BigIP)\b/i;
const FIELDS = ['x-charles-error', 'x-squid-error', 'proxy-status'];
/** How the pages of recording proxies begin. */
const PAGES = /<title>\s*(?:Burp Suite|Charles Error Report|OWASP ZAP)|^\s*(?:\[Fiddler\]|ZAP Error\b)/i;

/** What shows that another than the service gave an answer, or that the answer is only a step to the real one. */
const marks: readonly (readonly [why: string, isSeen: IntermediaryMark])[] = [
  ['a cache answered it, not the service', ({ status }, { cached }) => cached || status === 304],
  ['it was redirected, and another entry has the answer', isRedirect],
  ['a proxy asked for a log-in', ({ status }) => status === 407 || status === 511],
  // RFC 9110, section 11.6.1: the client sends it again with credentials.
  [
    'it is a step of the log-in that WWW-Authenticate asks for',
    ({ status, headers }) => status === 401 && headerValue(headers, 'www-authenticate') !== undefined,
  ],
  // RFC 9110, sections 15.6.3 and 15.6.5; those from 520 on are Cloudflare's.
  ['a gateway answered it, not the service', ({ status }) => [502, 504].includes(status) || status >= 520],
  ['a proxy answered it, not the service', (response, entry) => entry.isFailed || isOfProxy(response)],
];

function isOfProxy({ status, headers, reason, kept }: HarResponse): boolean {
  const isNamed =
    FIELDS.some((name) => headerValue(headers, name) !== undefined) ||
    SERVERS.test(headerValue(headers, 'server') ?? '') ||
    /^Fiddler\b/.test(reason);
  return (status >= 400 && isNamed) || PAGES.test(kept.text?.slice(0, 500) ?? '');
}

export function isRedirect(response: HarEntry['response']): boolean {
  return typeof response !== 'string' && response.status >= 300 && response.status < 400 && response.status !== 304;
}

/** Why an entry of another tool's HAR is no answer of the service; null if nothing shows it. */
export function notOfService(entry: HarEntry, response: HarResponse): string | null {
  return marks.find(([, isSeen]) => isSeen(response, entry))?.[0] ?? null;
}
