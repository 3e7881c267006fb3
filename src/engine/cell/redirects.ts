import { hostOf, isLoopback } from '../../wire/http/address.ts';
import { type Exchange, headerValue } from '../../wire/http/exchange.ts';

const MOST_REDIRECTS = 5;

/** On the target's host and port; the names of this machine are one host. */
export function isOwn(url: URL, target: URL): boolean {
  const isHere = isLoopback(hostOf(url)) && isLoopback(hostOf(target));
  return url.origin === target.origin || (isHere && url.protocol === target.protocol && url.port === target.port);
}

export const placeOf = ({ pathname, search }: URL): string => `${pathname}${search}`;

/** The answer to a GET, after redirects on the target's own host and port; a redirect to another is the answer. */
export async function following(
  get: (path: string) => Promise<Exchange>,
  path: string,
  target: URL,
): Promise<Exchange> {
  let exchange = await get(path);
  for (let steps = 0; steps < MOST_REDIRECTS; steps += 1) {
    const { outcome } = exchange;
    if (outcome.kind === 'trouble' || ![301, 302, 303, 307, 308].includes(outcome.response.status)) break;
    const location = headerValue(outcome.response.headers, 'location') ?? '';
    const base = new URL(exchange.request.path, target);
    const url = location !== '' && URL.canParse(location, base.href) ? new URL(location, base) : null;
    if (url === null || !isOwn(url, target)) break;
    exchange = await get(placeOf(url));
  }
  return exchange;
}
