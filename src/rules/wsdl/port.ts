import type { BindingName, Cell } from '../../contract/model.ts';
import type { ComponentKind } from '../../contract/wsdl/components.ts';
import { attributeOf, childrenOf, extensionOf, NS } from '../../contract/wsdl/names.ts';
import { childElements, type XmlElement } from '../../xml/tree.ts';
import type { Reason } from '../judgement.ts';
import { type Description, type Placed, problemAt } from './description.ts';

/** What a description says about a cell, if its references lead there. */
export interface Described {
  readonly port: XmlElement;
  /** The addresses of every port of the cell's binding that has its operation. */
  readonly addresses: readonly XmlElement[];
  readonly binding: XmlElement;
  readonly operation: XmlElement;
  /** The messages of the port type's operation; null where one can't be found. */
  readonly input: XmlElement | null;
  readonly output: XmlElement | null;
  /** References that lead nowhere. */
  readonly dangling: readonly Placed[];
}

/** Why a description lacks a cell; its wsdl:binding, if only the operation is missing there. */
interface Undescribed {
  readonly reason: Reason;
  readonly binding: XmlElement | null;
}

/** Nothing to judge. */
export const nothing = (text: string): Reason => ({ code: 'nothing-to-judge', text });
/** That a part of the WSDL was not read. */
export const unread = (gap: string): Reason => ({ code: 'wsdl-part', text: gap });
const NO_PORT = nothing('the WSDL has no port for this binding, and the document does not require one');
const NO_OPERATION = nothing('the WSDL does not have the operation in this binding');

const PROTOCOLS = [NS.soap11, NS.soap12, NS.http];

/** The part of a description that describes a cell. */
export function describedIn(description: Description, { operation: { name }, binding }: Cell): Described | Undescribed {
  const ports = portsOf(description, binding);
  const withOperation = ports.flatMap((one) => {
    const operation = childNamed(one.binding, name);
    return operation === null ? [] : [{ ...one, operation }];
  });
  const [chosen] = withOperation;
  if (chosen === undefined) {
    const { gap, unreadable } = description;
    if (gap !== null) return { reason: unread(gap), binding: null };
    const [first] = ports;
    const noPort = unreadable === null ? NO_PORT : nothing('the WSDL is not XML');
    return { reason: first === undefined ? noPort : NO_OPERATION, binding: first?.binding ?? null };
  }
  const addresses = withOperation.flatMap(({ port }) => childrenOf(port, extensionOf(binding), 'address'));
  const dangling: Placed[] = [];
  const portType = follow(description, chosen.binding, 'type', 'portType', dangling);
  const abstract = portType && childNamed(portType, name);
  if (portType !== null && abstract === null) {
    const text = `The port type has no operation ${name}, which its binding has`;
    dangling.push(problemAt(portType, 'port-type-operation', text, `<operation name="${name}">`));
  }
  const messageOf = (direction: 'input' | 'output'): XmlElement | null => {
    if (abstract === null) return null;
    const [one] = childrenOf(abstract, NS.wsdl, direction);
    if (one !== undefined) return follow(description, one, 'message', 'message', dangling);
    dangling.push(problemAt(abstract, `no-${direction}`, `The operation has no ${direction}`, `<${direction}>`));
    return null;
  };
  return { ...chosen, addresses, input: messageOf('input'), output: messageOf('output'), dangling };
}

const servicesOf = ({ roots }: Description): readonly XmlElement[] =>
  roots.flatMap((root) => childrenOf(root, NS.wsdl, 'service'));

/** The ports of a binding with their wsdl:binding: for GET and POST with its verb and inputs, else with either. */
function portsOf(description: Description, name: BindingName) {
  const ports = servicesOf(description).flatMap((service) =>
    childrenOf(service, NS.wsdl, 'port').flatMap((port) => {
      const binding = description.refer(port, 'binding', 'binding')?.found ?? null;
      const [extension] = binding === null ? [] : childrenOf(binding, extensionOf(name), 'binding');
      return binding !== null && extension !== undefined ? [{ port, binding, extension }] : [];
    }),
  );
  if (name !== 'http-get' && name !== 'http-post') return ports;
  const right = ports.filter(({ extension }) => attributeOf(extension, 'verb') === VERBS[name]);
  const written = ports.filter(({ binding }) => hasInputs(binding, INPUTS[name]));
  const both = right.filter((port) => written.includes(port));
  return [both, right, written].find(({ length }) => length > 0) ?? [];
}

/** A port that says SOAP 1.2 by its name, address or transport, and whose binding is in the namespace of SOAP 1.1. */
export function misboundPort(description: Description): XmlElement | null {
  const isNamed = (element: XmlElement): boolean => /soap_?1[._]?2/i.test(attributeOf(element, 'name') ?? '');
  const wrong = portsOf(description, 'soap11').find(({ port, binding, extension }) => {
    const isAddressed = childrenOf(port, NS.soap12, 'address').length > 0;
    const transport = attributeOf(extension, 'transport') ?? '';
    return isNamed(port) || isNamed(binding) || isAddressed || transport.startsWith('http://www.w3.org/2003/05/soap/');
  });
  return wrong?.binding ?? null;
}

/** The verb of an http:binding. */
export const VERBS = { 'http-get': 'GET', 'http-post': 'POST' } as const;
const INPUTS = { 'http-get': [NS.http, 'urlEncoded'], 'http-post': [NS.mime, 'content'] } as const;

function hasInputs(binding: XmlElement, [namespace, name]: readonly [string, string]): boolean {
  const operations = childrenOf(binding, NS.wsdl, 'operation');
  const inputs = operations.flatMap((operation) => childrenOf(operation, NS.wsdl, 'input'));
  return inputs.some((input) => childrenOf(input, namespace, name).length > 0);
}

/** Says that there is no port, so that no client can be made; or ports of a missing binding of this kind. */
export function portProblems(description: Description, { binding: name }: Cell): readonly Placed[] {
  const ports = servicesOf(description).flatMap((service) => childrenOf(service, NS.wsdl, 'port'));
  if (ports.length === 0)
    return [problemAt(description.root, 'no-port', 'The WSDL has no service with a port', '<service> with a <port>')];
  const dangling: Placed[] = [];
  // Their kind is that of the address; GET and POST share it.
  for (const port of ports) {
    if (!childElements(port).some(({ namespace }) => namespace === extensionOf(name))) continue;
    const binding = follow(description, port, 'binding', 'binding', dangling);
    if (binding === null || PROTOCOLS.some((one) => childrenOf(binding, one, 'binding').length > 0)) continue;
    dangling.push(problemAt(binding, 'no-protocol', 'A <binding> has no protocol', '<binding> of SOAP or HTTP in it'));
  }
  return dangling;
}

/** The component that an attribute refers to; a missing one is noted. */
export function follow(
  { refer }: Description,
  from: XmlElement,
  attribute: string,
  kind: ComponentKind,
  dangling: Placed[],
): XmlElement | null {
  const reference = refer(from, attribute, kind);
  if (reference !== null && reference.found !== null) return reference.found;
  const code = `${from.name}${reference === null ? '-without' : ''}-${attribute}`;
  const article = /^[aeiou]/.test(attribute) ? 'an' : 'a';
  const text = `<${from.name}> refers to ${article} ${attribute} that the WSDL does not have`;
  const actual =
    reference === null ? `no ${attribute}` : `'${attributeOf(from, attribute)}' in '${reference.namespace}'`;
  dangling.push(problemAt(from, code, text, `${attribute}="…" that names a component of the WSDL`, actual));
  return null;
}

function childNamed(parent: XmlElement, name: string): XmlElement | null {
  return childrenOf(parent, NS.wsdl, 'operation').find((one) => attributeOf(one, 'name') === name) ?? null;
}
