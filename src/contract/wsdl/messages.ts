import { plural } from '../../base/words.ts';
import type { XmlElement } from '../../xml/tree.ts';
import type { Components } from './components.ts';
import type { Element } from './elements.ts';
import { attributeOf, childrenOf, extensionOf, NS } from './names.ts';
import { type BoundOperation, type MessagePart, partsIn, partsOf } from './ports.ts';
import { checkedName, orReason, shownName, untaken } from './untaken.ts';

type Direction = 'input' | 'output';

/** The answers in RPC style whose parts are literal. */
export function rpcAnswers(components: Components, all: readonly BoundOperation[]): readonly RpcElement[] {
  return all
    .filter(({ style, isEncoded }) => style === 'rpc' && !isEncoded)
    .flatMap((one) => {
      const element = orReason(() => bodyElement(components, one, 'output'));
      return typeof element !== 'string' && 'parts' in element ? [element] : [];
    });
}

/** Refuses encoded messages, and those of two styles. */
export function checkStyles(all: readonly BoundOperation[]): void {
  if (all.some(({ isEncoded }) => isEncoded)) untaken('its messages are encoded, not literal');
  if (new Set(all.map(({ style }) => style)).size > 1) untaken('it is in RPC style in one of its bindings');
}

/** An element that is a message, or a part of one. */
export interface MessageElement {
  readonly name: string;
  readonly namespace: string;
  readonly in: XmlElement;
}

/** The one element in the Body of a message; in RPC style it holds the parts, which are of no namespace. */
export type BodyElement = MessageElement | RpcElement;

export type RpcElement = Omit<MessageElement, 'in'> & { readonly parts: readonly Element[] };

/** The one element of a SOAP message that is not in its header. @throws Untaken */
export function bodyElement(components: Components, bound: BoundOperation, direction: Direction): BodyElement {
  const body = bodyParts(components, bound, direction);
  if (bound.style === 'rpc') return rpcElement(body, bound, direction);
  const [only] = body;
  if (only === undefined || body.length > 1) return untaken(`its ${direction} has ${plural(body.length, 'part')}`);
  return elementOf(components, only, direction);
}

/** The wrapper of RPC style: named by the operation, in the namespace of the binding. */
function rpcElement(
  body: readonly MessagePart[],
  { binding, operation }: BoundOperation,
  direction: Direction,
): RpcElement {
  const messages = childrenOf(operation, NS.wsdl, direction);
  const [own] = messages.flatMap((message) => childrenOf(message, extensionOf(binding), 'body'));
  const name = checkedName(attributeOf(operation, 'name'));
  const parts = body.map(({ part, element }): Element => {
    if (element !== null) return untaken(`its ${direction} is an element in RPC style`);
    const partName = checkedName(attributeOf(part, 'name'));
    return { name: partName, namespace: '', in: part, isRepeated: false, isOptional: false };
  });
  const namespace = (own && attributeOf(own, 'namespace')) ?? '';
  return { name: direction === 'input' ? name : `${name}Response`, namespace, parts };
}

function bodyParts(components: Components, bound: BoundOperation, direction: Direction): readonly MessagePart[] {
  const parts = partsIn(components, bound, direction);
  if (parts === null && bound.abstract === null) return untaken(missing(components, 'it', 'not in its port type'));
  if (parts === null) return untaken(`it has no ${direction}`);
  const heads = headerParts(components, bound, direction).map(({ part }) => part);
  return parts.filter(({ part }) => !heads.includes(part));
}

/** The blocks that the header of its requests holds. */
export function headerElements(components: Components, bound: BoundOperation): readonly MessageElement[] {
  return headerParts(components, bound, 'input').map((part) => elementOf(components, part, 'header'));
}

function elementOf(components: Components, part: MessagePart, what: string): MessageElement {
  if (part.element === null) return untaken(`its ${what} is a type, not an element`);
  const { name: wanted, found: element } = part.element;
  if (element === null)
    return untaken(missing(components, `its ${what}`, `${shownName(wanted)}, which the WSDL does not have`));
  const name = checkedName(attributeOf(element, 'name'));
  return { name, namespace: components.schemaOf(element)?.namespace ?? '', in: element };
}

/** What is missing may be in a document that was not read. */
const missing = ({ gap }: Components, what: string, otherwise: string): string =>
  `${what} is ${gap === null ? otherwise : 'in a part of the WSDL that was not read'}`;

function headerParts(components: Components, { binding, operation }: BoundOperation, direction: Direction) {
  const messages = childrenOf(operation, NS.wsdl, direction);
  const headers = messages.flatMap((message) => childrenOf(message, extensionOf(binding), 'header'));
  return headers.flatMap((header): readonly MessagePart[] => {
    const message = components.refer(header, 'message', 'message')?.found ?? null;
    const name = attributeOf(header, 'part');
    return message === null
      ? []
      : partsOf(components, message).filter(({ part }) => attributeOf(part, 'name') === name);
  });
}
