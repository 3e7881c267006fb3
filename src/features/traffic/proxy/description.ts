import type { Contract } from '../../../contract/model.ts';

/** True for a request for the WSDL, a part of it, or the discovery document, which name the service's address. */
export function isDescription(method: string, path: string, { endpointPath }: Contract): boolean {
  const [place = '', query = ''] = path.split('?');
  return (
    method === 'GET' &&
    place.toLowerCase().endsWith(endpointPath.toLowerCase()) &&
    /^(?:single)?wsdl\b|^(?:disco|xsd)\b/i.test(query)
  );
}

/** A description with the service's address replaced, for clients that read it; the same bytes if it has none. */
export function readdressed(body: Uint8Array, baseUrl: string, { endpointPath }: Contract): Buffer {
  const path = endpointPath.replaceAll('.', String.raw`\.`);
  // The address of a schema is the service's where it has a query, as ?xsd=xsd0.
  const names = String.raw`(?:location|ref|docRef|address|schemaLocation(?=[^>]{0,2000}${path}\?))`;
  const address = new RegExp(String.raw`(\s${names}\s*=\s*["'])https?://[^"'<>\s]*?(?=${path})`, 'gi');
  // One byte each, so that all else stays unchanged.
  const text = Buffer.from(body).toString('latin1');
  const changed = text.replace(address, (_, before: string) => `${before}${baseUrl}`);
  return Buffer.from(changed, 'latin1');
}
