import type { BindingName, Cell } from '../../contract/model.ts';
import { childElements, type XmlElement } from '../../xml/tree.ts';
import { attributeOf, childrenOf, type Description, NS, type Placed, type Reference } from './description.ts';

/** What a description says of a cell, as far as its references lead. */
export interface Described {
  readonly port: XmlElement;
  /** The addresses of every port of the cell's binding that has its operation. */
  readonly addresses: readonly XmlElement[];
  /** The wsdl:binding, and its operation. */
  readonly binding: XmlElement;
  readonly operation: XmlElement;
  /** The messages of the port type's operation; null where one can't be found. */
  readonly input: XmlElement | null;
  readonly output: XmlElement | null;
  /** References that lead nowhere. */
  readonly dangling: readonly Placed[];
}

/**
 * The part of a description that speaks of a cell: 'no-port' where it has no port for the binding, which the document does
 * not ask for; 'no-operation' where it has one without the operation.
 */
export type InCell =
  | Described
  | { readonly missing: 'no-port' }
  | { readonly missing: 'no-operation'; readonly binding: XmlElement };

/** The namespace of the extension elements of a binding. */
export function extensionOf(binding: BindingName): string {
  return binding === 'soap11' || binding === 'soap12' ? NS[binding] : NS.http;
}

export function describedIn(description: Description, { operation, binding: name }: Cell): InCell {
  const ports = portsOf(description, name);
  const [first] = ports;
  if (first === undefined) return { missing: 'no-port' };
  const withOperation = ports.flatMap((one) => {
    const bound = named(childrenOf(one.binding, NS.wsdl, 'operation'), operation.name);
    return bound === null ? [] : [{ ...one, operation: bound }];
  });
  const [chosen] = withOperation;
  if (chosen === undefined) return { missing: 'no-operation', binding: first.binding };
  const addresses = withOperation.flatMap(({ port }) => childrenOf(port, extensionOf(name), 'address'));
  const dangling: Placed[] = [];
  const portType = follow(description.refer(chosen.binding, 'type', 'portType'), chosen.binding, 'type', dangling);
  const abstract = portType && named(childrenOf(portType, NS.wsdl, 'operation'), operation.name);
  if (portType !== null && abstract === null) dangling.push(noOperation(portType, operation.name));
  const messageOf = (direction: 'input' | 'output'): XmlElement | null => {
    const [one] = abstract === null ? [] : childrenOf(abstract, NS.wsdl, direction);
    if (one === undefined) return null;
    return follow(description.refer(one, 'message', 'message'), one, 'message', dangling);
  };
  return { ...chosen, addresses, input: messageOf('input'), output: messageOf('output'), dangling };
}

/** The ports of a binding of the document, with the wsdl:binding of each. */
function portsOf(description: Description, name: BindingName) {
  return childrenOf(description.root, NS.wsdl, 'service').flatMap((service) =>
    childrenOf(service, NS.wsdl, 'port').flatMap((port) => {
      const binding = description.refer(port, 'binding', 'binding')?.found ?? null;
      return binding !== null && isOf(binding, name) ? [{ port, binding }] : [];
    }),
  );
}

const VERBS: Readonly<Partial<Record<BindingName, string>>> = { 'http-get': 'GET', 'http-post': 'POST' };

function isOf(binding: XmlElement, name: BindingName): boolean {
  const verb = VERBS[name];
  return childrenOf(binding, extensionOf(name), 'binding').some(
    (extension) => verb === undefined || attributeOf(extension, 'verb') === verb,
  );
}

/** A description without any port, from which no client can be made. */
export function missingPorts({ root }: Description): readonly Placed[] {
  const services = childrenOf(root, NS.wsdl, 'service');
  if (services.some((service) => childrenOf(service, NS.wsdl, 'port').length > 0)) return [];
  const text = 'The WSDL has no service with a port';
  return [
    { code: 'no-port', text, location: whereOf(root), expected: '<service> with a <port>', actual: 'none', at: root },
  ];
}

/** Ports whose binding is nowhere: their kind is that of the address, which GET and POST share. */
export function danglingPorts(description: Description, { binding: name }: Cell): readonly Placed[] {
  const dangling: Placed[] = [];
  for (const service of childrenOf(description.root, NS.wsdl, 'service')) {
    for (const port of childrenOf(service, NS.wsdl, 'port')) {
      if (childElements(port).some(({ namespace }) => namespace === extensionOf(name)))
        follow(description.refer(port, 'binding', 'binding'), port, 'binding', dangling);
    }
  }
  return dangling;
}

/** The element that is referred to; where there is none, that is noted. */
export function follow(
  reference: Reference | null,
  from: XmlElement,
  attribute: string,
  dangling: Placed[],
): XmlElement | null {
  if (reference === null || reference.found === null) dangling.push(leadsNowhere(reference, from, attribute));
  return reference?.found ?? null;
}

function leadsNowhere(reference: Reference | null, from: XmlElement, attribute: string): Placed {
  const written = attributeOf(from, attribute);
  return {
    code: written === null ? `${from.name}-without-${attribute}` : `${from.name}-${attribute}`,
    text: `<${from.name}> refers to a ${attribute} that the WSDL does not have`,
    location: whereOf(from),
    expected: `${attribute}="…" that names a component of the WSDL`,
    actual: written === null ? `no ${attribute}` : `'${written}'${reference ? ` in '${reference.namespace}'` : ''}`,
    at: from,
  };
}

function noOperation(portType: XmlElement, name: string): Placed {
  return {
    code: 'port-type-operation',
    text: `The port type has no operation ${name}, which its binding has`,
    location: whereOf(portType),
    expected: `<operation name="${name}">`,
    actual: 'none',
    at: portType,
  };
}

/** `<port name="GetDataSoap"> (line 12, column 3)`. */
export function whereOf(element: XmlElement): string {
  const name = attributeOf(element, 'name');
  return `<${element.name}${name === null ? '' : ` name="${name}"`}> (line ${element.line}, column ${element.column})`;
}

function named(elements: readonly XmlElement[], name: string): XmlElement | null {
  return elements.find((one) => attributeOf(one, 'name') === name) ?? null;
}
