import { hostOf, isLoopback, isNearby } from '../../exchange/address.ts';
import type { XmlElement } from '../../xml/tree.ts';
import { attributeOf, type Placed } from './description.ts';
import { type Described, whereOf } from './port.ts';

/**
 * Where a port's address leads clients elsewhere than to the endpoint that the run calls. One right address among several
 * ports suffices. @param endpoint - as the run calls it
 */
export function addressProblems({ port, addresses }: Described, endpoint: URL): readonly Placed[] {
  const wrong = addresses.map((one) => addressProblem(one, endpoint));
  if (addresses.length === 0) return [problem(port, 'address-missing', 'has no address', endpoint, 'none')];
  return wrong.includes(null) ? [] : wrong.slice(0, 1).flatMap((one) => one ?? []);
}

function addressProblem(address: XmlElement, endpoint: URL): Placed | null {
  const location = attributeOf(address, 'location') ?? '';
  const found = (code: string, text: string): Placed =>
    problem(address, code, text, endpoint, `'${location.slice(0, 200)}'`);
  const url = URL.canParse(location) ? new URL(location) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return found('address-not-absolute', 'has an address that is no absolute HTTP URL');
  const [host, own] = [hostOf(url), hostOf(endpoint)];
  // A tunnel, a container or a test machine explains why a target that is near goes by another name.
  const isNear = isNearby(own) || !own.includes('.');
  if (host !== own && !(isLoopback(host) && isLoopback(own)))
    return isNear ? null : found('address-host', 'sends clients to another host');
  // IIS ignores the case of paths.
  if (url.pathname.toLowerCase() !== endpoint.pathname.toLowerCase())
    return found('address-path', 'sends clients to another path');
  if (!isNear && url.origin !== endpoint.origin)
    return found('address-origin', 'sends clients to another scheme or port');
  return null;
}

function problem(element: XmlElement, code: string, text: string, endpoint: URL, actual: string): Placed {
  return {
    code,
    text: `The WSDL ${text} for this binding`,
    location: whereOf(element),
    expected: `'${endpoint.href}', where the run calls it`,
    actual,
    at: element,
  };
}
