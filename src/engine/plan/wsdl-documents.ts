import { isXsd } from '../../contract/wsdl/names.ts';
import { descriptionOf, GAP, type Offered, openDescription } from '../../rules/wsdl/description.ts';
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
 * Reads a description with the documents that it imports, of the target's own host and port and by addresses that only
 * describe: others are named and never asked, since a target must not choose where requests go, nor what they call.
 * @param first - the answer to ?wsdl @param get - asks the target
 */
export async function wholeDescription(first: Exchange, get: Get, target: URL): Promise<Offered> {
  const read = documentIn(first, '?wsdl');
  if (!('root' in read) || !isDefinitions(read.root)) return descriptionOf(read, first);
  const own: WsdlDocument = { root: read.root, exchange: first, inherited: null };
  const others: WsdlDocument[] = [];
  let gap: string | null = null;
  const described = new URL(first.request.path, target);
  const asked = new Set([placeOf(described)]);
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
    if (!onlyDescribes(url, described)) {
      gap ??=
        `${GAP} is at ${shown(place)}, which may be a call: ` +
        "only the WSDL's own path with ?wsdl or ?xsd, and files .wsdl or .xsd are asked for";
      continue;
    }
    if (asked.size > MOST_DOCUMENTS || steps > MOST_STEPS || bytes > MOST_BYTES) {
      gap ??= `${GAP} is too far: it has more than ${MOST_DOCUMENTS} parts, ${MOST_STEPS} steps or ${MOST_BYTES} bytes`;
      break;
    }
    asked.add(place);
    const exchange = await following(get, place, target, (to) => onlyDescribes(to, described));
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

/** Parameters of a query by which ASMX, WCF, JAX-WS, Axis and their like tell their descriptions apart. */
const DESCRIBES = /^(?:wsdl|xsd|singlewsdl|schema|disco|resource|name)\b/i;

/**
 * True for an address at which no stack answers a call, whatever the path of one is: a file, or the path of the
 * description itself with a query that only names documents, as that of the description may.
 */
function onlyDescribes(url: URL, described: URL): boolean {
  const own = new Set(described.searchParams.keys());
  const names = [...url.searchParams.keys()];
  if (url.protocol === 'file:') return true;
  if (names.length === 0) return /\.(?:wsdl|xsd)$/i.test(url.pathname);
  const isSamePath = url.pathname.toLowerCase() === described.pathname.toLowerCase();
  return isSamePath && DESCRIBES.test(names[0] ?? '') && names.every((name) => own.has(name) || DESCRIBES.test(name));
}

/** A description may have moved, but not to what may be an operation of the service. */
const redirectsOf = (from: URL) => (to: URL) =>
  !to.pathname.startsWith(`${from.pathname}/`) && onlyDescribes(to, new URL(`${to.pathname}${from.search}`, from));

/**
 * The answer to a GET, after redirects on the target's own host and port; a redirect to another is the answer.
 * @param mayAsk - whether a redirect to this address is followed
 */
export async function following(
  get: Get,
  path: string,
  target: URL,
  mayAsk: (url: URL) => boolean = redirectsOf(new URL(path, target)),
): Promise<Exchange> {
  let exchange = await get(path);
  for (let steps = 0; steps < MOST_REDIRECTS; steps += 1) {
    const { outcome } = exchange;
    if (outcome.kind === 'trouble' || ![301, 302, 303, 307, 308].includes(outcome.response.status)) break;
    const location = headerValue(outcome.response.headers, 'location') ?? '';
    const base = new URL(exchange.request.path, target);
    const url = location !== '' && URL.canParse(location, base.href) ? new URL(location, base) : null;
    if (url === null || !isOwn(url, target) || !mayAsk(url)) break;
    exchange = await get(placeOf(url));
  }
  return exchange;
}
