import { readTree } from '../../xml/read-xml.ts';
import { childElements, textOf, type XmlElement } from '../../xml/tree.ts';

/** An element of a request. */
export interface InElement extends Pick<XmlElement, 'name' | 'namespace' | 'attributes'> {
  readonly children: readonly InElement[];
  readonly text: string;
  readonly hasComment: boolean;
}

/** The root element of a request's text. @throws XmlReadError */
export function readElement(text: string): InElement {
  return inElement(readTree(text));
}

function inElement(element: XmlElement): InElement {
  const { name, namespace, attributes, children } = element;
  return {
    name,
    namespace,
    attributes,
    children: childElements(element).map(inElement),
    text: textOf(element),
    hasComment: children.some(({ kind }) => kind === 'comment'),
  };
}

export function childNamed({ children }: InElement, name: string, namespace: string): InElement | undefined {
  return children.find((child) => child.name === name && child.namespace === namespace);
}

export function isSet({ attributes }: InElement, name: string, namespace: string): boolean {
  const found = attributes.find((one) => one.name === name && one.namespace === namespace);
  return ['1', 'true'].includes(found?.value.trim() ?? '');
}
