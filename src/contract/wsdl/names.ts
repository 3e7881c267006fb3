import type { XmlElement } from '../../xml/tree.ts';
import type { BindingName } from '../model.ts';

/** Namespaces of WSDL 1.1, of its extensions, and of XML Schema. */
export const NS = {
  wsdl: 'http://schemas.xmlsoap.org/wsdl/',
  soap11: 'http://schemas.xmlsoap.org/wsdl/soap/',
  soap12: 'http://schemas.xmlsoap.org/wsdl/soap12/',
  http: 'http://schemas.xmlsoap.org/wsdl/http/',
  mime: 'http://schemas.xmlsoap.org/wsdl/mime/',
  xsd: 'http://www.w3.org/2001/XMLSchema',
} as const;

/** The namespace of the extension elements of a binding. */
export const extensionOf = (binding: BindingName): string =>
  binding === 'soap11' || binding === 'soap12' ? NS[binding] : NS.http;

/** An attribute in no namespace, trimmed. */
export function attributeOf({ attributes }: XmlElement, name: string): string | null {
  return attributes.find((one) => one.name === name && one.namespace === '')?.value.trim() ?? null;
}

export function isXsd({ namespace, name }: XmlElement, ...names: readonly string[]): boolean {
  return names.includes(name) && namespace === NS.xsd;
}

/** The child elements of that namespace and name. */
export function childrenOf(element: XmlElement, namespace: string, name: string): readonly XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => child.kind === 'element' && child.name === name && child.namespace === namespace,
  );
}

/** Reads an element once: all operations may be of one type, and many bindings of one port type. */
export function readOnce<Read>(read: (declaration: XmlElement) => Read): (declaration: XmlElement) => Read {
  const known = new Map<XmlElement, { readonly read: Read }>();
  return (declaration) => {
    const found = known.get(declaration) ?? { read: read(declaration) };
    known.set(declaration, found);
    return found.read;
  };
}
