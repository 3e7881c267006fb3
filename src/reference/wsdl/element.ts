import type { OutElement } from '../wire/element.ts';

/** The namespaces of WSDL 1.1 and its extensions, by the prefixes the description uses. */
export const WSDL_NAMESPACES = {
  wsdl: 'http://schemas.xmlsoap.org/wsdl/',
  soap: 'http://schemas.xmlsoap.org/wsdl/soap/',
  soap12: 'http://schemas.xmlsoap.org/wsdl/soap12/',
  http: 'http://schemas.xmlsoap.org/wsdl/http/',
  mime: 'http://schemas.xmlsoap.org/wsdl/mime/',
} as const;

/** An element of WSDL 1.1 or of one of its extensions. */
export function node(
  prefix: keyof typeof WSDL_NAMESPACES,
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly OutElement[] = [],
): OutElement {
  return {
    name,
    prefix,
    namespace: WSDL_NAMESPACES[prefix],
    attributes: Object.entries(attributes).map(([key, value]) => ({ name: key, value })),
    children,
  };
}
