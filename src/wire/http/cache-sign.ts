import { type Exchange, type Header, headerValue } from './exchange.ts';

/** Header fields that only caches and proxies write (RFC 9111, section 5.1; RFC 9110, section 7.6.3; RFC 9211). */
const OF_CACHES = /^(?:age|via|x-varnish|(?:[\w-]+-)?cache(?:-status|-lookup|-hits?)?)$/i;

/** What in an answer shows a cache, or allows one to keep the answer; null if nothing does. */
export function cacheSign({ outcome }: Exchange): string | null {
  if (outcome.kind !== 'response') return null;
  const { headers } = outcome.response;
  const ofCache = headers.find(([name]) => OF_CACHES.test(name));
  if (ofCache !== undefined) return `an answer has ${ofCache[0]}`;
  return isFresh((name) => headerValue(headers, name) ?? '') ? 'caches may keep an answer' : null;
}

/** Whether an answer may be used again without a question to its server (RFC 9111, section 4.2.1). */
function isFresh(field: (name: string) => string): boolean {
  const control = field('cache-control').toLowerCase();
  if (/\bno-(?:store|cache)\b/.test(control)) return false;
  const ages = [...control.matchAll(/\b(?:s-maxage|max-age)\s*=\s*"?(\d+)/g)].map(([, seconds]) => Number(seconds));
  if (ages.length > 0) return ages.some((seconds) => seconds > 0);
  return timeIn(field('expires')) > (timeIn(field('date')) || 0);
}

/** Milliseconds; NaN for what is no date of HTTP, like an Expires of -1. */
function timeIn(date: string): number {
  return date.endsWith('GMT') ? Date.parse(date) : Number.NaN;
}

/** True where a shared cache kept an answer, so its data may be older than others get (RFC 9111, section 5.1). */
export function isKept(headers: readonly Header[] = []): boolean {
  return Number(headerValue(headers, 'age') ?? 0) > 0;
}
