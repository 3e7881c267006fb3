import { isXsd } from '../../contract/wsdl/names.ts';
import { descriptionIn, GAP, type Offered, openDescription } from '../../rules/wsdl/description.ts';
import { documentIn, type Import, importsOf, isDefinitions, type WsdlDocument } from '../../rules/wsdl/document.ts';
import { hostOf, isLoopback } from '../../wire/http/address.ts';
import { type Exchange, headerValue } from '../../wire/http/exchange.ts';
import type { Get } from '../send/client.ts';

/** Most documents besides the first, steps from it to one, and bytes of all. */
const MOST_DOCUMENTS = 40;
const MOST_STEPS = 10;
const MOST_BYTES = 4 * 1024 * 1024;

interface Wanted extends Import {
  readonly from: WsdlDocument;
  readonly steps: number;
}

/**
 * Reads a description with the documents that it imports, of the target's own host and port: others are named and never
 * asked, since a target must not choose where requests go. @param first - the answer to ?wsdl @param get - asks the target
 */
export async function wholeDescription(first: Exchange, get: Get, target: URL): Promise<Offered> {
  const read = documentIn(first, '?wsdl');
  if (!('root' in read) || !isDefinitions(read.root)) return descriptionIn(first);
  const own: WsdlDocument = { root: read.root, exchange: first, inherited: null };
  const others: WsdlDocument[] = [];
  let gap: string | null = null;
  const asked = new Set([placeOf(new URL(first.request.path, target))]);
  let bytes = 0;
  const wanted = wantedOf(own, 1);
  for (const { location, inherited, from, steps } of wanted) {
    const base = new URL(from.exchange.request.path, target);
    const url = URL.canParse(location, base.href) ? new URL(location, base) : null;
    if (url === null || !isOwn(url, target)) {
      const where = target.protocol === 'file:' ? 'in its folder' : "on the target's host and port";
      gap ??= `${GAP} is at ${shown(url?.href ?? location)}, not ${where}: it is never asked`;
      continue;
    }
    const place = placeOf(url);
    if (asked.has(place)) continue;
    if (asked.size > MOST_DOCUMENTS || steps > MOST_STEPS || bytes > MOST_BYTES) {
      gap ??= `${GAP} is too far: it has more than ${MOST_DOCUMENTS} parts, ${MOST_STEPS} steps or ${MOST_BYTES} bytes`;
      break;
    }
    asked.add(place);
    const exchange = await following(get, place, target);
    const found = documentIn(exchange, shown(place));
    const why = 'root' in found ? whyNot(found) : 'none' in found ? found.none : `${shown(place)} is not XML`;
    if (why !== null || !('root' in found)) {
      gap ??= `${GAP} can't be read: ${why}`;
      continue;
    }
    if (exchange.outcome.kind === 'response') bytes += exchange.outcome.response.body.byteLength;
    const document: WsdlDocument = { root: found.root, exchange, inherited };
    others.push(document);
    wanted.push(...wantedOf(document, steps + 1));
  }
  return openDescription(own, others, gap);
}

function wantedOf(from: WsdlDocument, steps: number): Wanted[] {
  return importsOf(from).map((one) => ({ ...one, from, steps }));
}

const shown = (text: string): string => text.slice(0, 200);

function whyNot({ root }: { readonly root: WsdlDocument['root'] }): string | null {
  return isDefinitions(root) || isXsd(root, 'schema')
    ? null
    : `<${root.name.slice(0, 60)}> is neither a WSDL nor a schema`;
}

const MOST_REDIRECTS = 5;

/** On the target's host and port; the names of this machine are one host. */
export function isOwn(url: URL, target: URL): boolean {
  const isHere = isLoopback(hostOf(url)) && isLoopback(hostOf(target));
  return url.origin === target.origin || (isHere && url.protocol === target.protocol && url.port === target.port);
}

export const placeOf = ({ pathname, search }: URL): string => `${pathname}${search}`;

/** The answer to a GET, after redirects on the target's own host and port; a redirect to another is the answer. */
export async function following(get: Get, path: string, target: URL): Promise<Exchange> {
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
