import { hostOf, isLoopback, isNearby } from '../../exchange/address.ts';
import type { XmlElement } from '../../xml/tree.ts';
import { attributeOf, type Placed, problemAt } from './description.ts';
import type { Described } from './port.ts';

/**
 * Where a port's address does not lead clients to the endpoint that the run calls. One right address among several is
 * enough. @param endpoint - as the run calls it
 */
export function addressProblems({ port, addresses }: Described, endpoint: URL): readonly Placed[] {
  const problem = (at: XmlElement, [code, text]: Wrong, actual?: string): Placed =>
    problemAt(at, code, `The WSDL ${text} for this binding`, `'${endpoint.href}', where the run calls it`, actual);
  const [first] = addresses;
  if (first === undefined) return [problem(port, ['address-missing', 'has no address'])];
  const wrong = addresses.map((one) => wrongIn(attributeOf(one, 'location') ?? '', endpoint));
  const [why = null] = wrong;
  if (why === null || wrong.includes(null)) return [];
  return [problem(first, why, `'${(attributeOf(first, 'location') ?? '').slice(0, 200)}'`)];
}

type Wrong = readonly [code: string, text: string];

function wrongIn(location: string, endpoint: URL): Wrong | null {
  const url = URL.canParse(location) ? new URL(location) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return ['address-not-absolute', 'has an address that is not an absolute HTTP URL'];
  const [host, own] = [hostOf(url), hostOf(endpoint)];
  // With a tunnel, a container or a test machine a target nearby has another name.
  const isNear = isNearby(own) || !own.includes('.');
  if (host !== own && !(isLoopback(host) && isLoopback(own)))
    return isNear ? null : ['address-host', 'sends clients to another host'];
  // IIS ignores the case of paths.
  if (url.pathname.toLowerCase() !== endpoint.pathname.toLowerCase())
    return ['address-path', 'sends clients to another path'];
  if (!isNear && url.origin !== endpoint.origin) return ['address-origin', 'sends clients to another scheme or port'];
  return null;
}
