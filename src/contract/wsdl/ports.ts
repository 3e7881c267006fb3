import type { XmlElement } from '../../xml/tree.ts';
import type { BindingName } from '../model.ts';
import type { Components, Reference } from './components.ts';
import { attributeOf, childrenOf, extensionOf, NS, readOnce } from './names.ts';

/** An operation in one of the four bindings, as a port of the WSDL offers it. */
export interface BoundOperation {
  readonly binding: BindingName;
  /** That of the wsdl:binding. */
  readonly operation: XmlElement;
  readonly style: string;
  /** The SOAPAction. */
  readonly action: string;
  /** A message of it is not literal. */
  readonly isEncoded: boolean;
  /** The port type's operation of that name; null where there is none. */
  readonly abstract: XmlElement | null;
}

/** Most operations that are looked at. */
const MOST_OPERATIONS = 2_000;

/** The operations of a WSDL by name, in its order, each with its bindings. Of two ports for one, the first counts. */
export function boundOperations(components: Components): ReadonlyMap<string, readonly BoundOperation[]> {
  const found = new Map<string, BoundOperation[]>();
  const operationsOf = readOnce(operationsByName);
  const seen = new Set<XmlElement>();
  const services = components.roots.flatMap((root) => childrenOf(root, NS.wsdl, 'service'));
  for (const port of services.flatMap((service) => childrenOf(service, NS.wsdl, 'port'))) {
    const whole = components.refer(port, 'binding', 'binding')?.found ?? null;
    const binding = whole && bindingOf(whole);
    if (whole === null || binding === null || seen.has(whole)) continue;
    seen.add(whole);
    const style = styleOf(whole, binding);
    const portType = components.refer(whole, 'type', 'portType')?.found ?? null;
    const byName = portType && operationsOf(portType);
    const here = new Set<string>();
    for (const operation of childrenOf(whole, NS.wsdl, 'operation')) {
      const name = attributeOf(operation, 'name') ?? '';
      const known = found.get(name) ?? [];
      // Of a name that one port has twice both are kept: which one is called can't be told.
      if (known.some((one) => one.binding === binding) && !here.has(name)) continue;
      here.add(name);
      if (found.size < MOST_OPERATIONS || known.length > 0)
        found.set(name, [...known, boundOperation(binding, style, operation, byName?.get(name) ?? null)]);
    }
  }
  return found;
}

function boundOperation(
  binding: BindingName,
  style: string,
  operation: XmlElement,
  abstract: XmlElement | null,
): BoundOperation {
  const extension = extensionOf(binding);
  const [own] = childrenOf(operation, extension, 'operation');
  const messages = ['input', 'output'].flatMap((direction) => childrenOf(operation, NS.wsdl, direction));
  const bodies = messages.flatMap((message) => childrenOf(message, extension, 'body'));
  return {
    binding,
    operation,
    abstract,
    style: (own && attributeOf(own, 'style')) ?? style,
    action: (own && attributeOf(own, 'soapAction')) ?? '',
    isEncoded: bodies.some((body) => (attributeOf(body, 'use') ?? 'literal') !== 'literal'),
  };
}

/** The operations of a port type; of those with one name the first. */
function operationsByName(portType: XmlElement): ReadonlyMap<string | null, XmlElement> {
  const all = childrenOf(portType, NS.wsdl, 'operation').toReversed();
  return new Map(all.map((one) => [attributeOf(one, 'name'), one]));
}

/** That of its operations which name none. */
function styleOf(whole: XmlElement, binding: BindingName): string {
  const [around] = childrenOf(whole, extensionOf(binding), 'binding');
  return (around && attributeOf(around, 'style')) ?? 'document';
}

/** Which of the four bindings a wsdl:binding is; null if it is none of them. */
function bindingOf(whole: XmlElement): BindingName | null {
  if (childrenOf(whole, NS.soap11, 'binding').length > 0) return 'soap11';
  if (childrenOf(whole, NS.soap12, 'binding').length > 0) return 'soap12';
  const verbs = childrenOf(whole, NS.http, 'binding').map((one) => attributeOf(one, 'verb'));
  if (verbs.includes('GET')) return 'http-get';
  return verbs.includes('POST') ? 'http-post' : null;
}

/** A part of a message: what it refers to, as an element or as a type. */
export interface MessagePart {
  readonly part: XmlElement;
  readonly element: Reference | null;
}

/** Most nodes of a message that are looked at: many operations may be of one. */
const MOST_OF_MESSAGE = 500;

export function partsOf({ refer }: Pick<Components, 'refer'>, message: XmlElement): readonly MessagePart[] {
  const looked = { ...message, children: message.children.slice(0, MOST_OF_MESSAGE) };
  return childrenOf(looked, NS.wsdl, 'part').map((part) => ({ part, element: refer(part, 'element', 'element') }));
}

/** The parts of the input or the output; null where the WSDL has no such message. */
export function partsIn(
  { refer }: Components,
  { abstract }: BoundOperation,
  direction: 'input' | 'output',
): readonly MessagePart[] | null {
  const [one] = abstract === null ? [] : childrenOf(abstract, NS.wsdl, direction);
  const message = one === undefined ? null : (refer(one, 'message', 'message')?.found ?? null);
  return message && partsOf({ refer }, message);
}
