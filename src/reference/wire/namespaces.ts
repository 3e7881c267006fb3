import { illegalCharacterAt } from '../../xml/characters.ts';
import { type FastElement, XmlReadError } from '../../xml/fast-xml.ts';
import { buildPlainTree } from '../../xml/plain-tree.ts';
import { childElements, LIMITS, textOf, type XmlElement } from '../../xml/tree.ts';

/** An element with its namespaces resolved (Namespaces in XML 1.0). */
export interface InElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: readonly { readonly name: string; readonly namespace: string; readonly value: string }[];
  readonly children: readonly InElement[];
  readonly text: string;
  readonly hasComment: boolean;
}

export function childNamed({ children }: InElement, name: string, namespace: string): InElement | undefined {
  return children.find((child) => child.name === name && child.namespace === namespace);
}

export function isSet({ attributes }: InElement, name: string, namespace: string): boolean {
  if (attributes.length === 0) return false;
  const found = attributes.find((one) => one.name === name && one.namespace === namespace);
  return ['1', 'true'].includes(found?.value.trim() ?? '');
}

const PLAIN_LIMITS = { ...LIMITS, maxDepth: 50 };

/** Reads a document of only tags and text; null if anything is unusual: then fast-xml-parser and its checks decide. */
export function readPlain(text: string): InElement | null {
  const document = illegalCharacterAt(text) < 0 ? buildPlainTree(text, PLAIN_LIMITS) : null;
  return document && withoutPlaces(document.root);
}

function withoutPlaces(element: XmlElement): InElement {
  const { name, namespace, attributes } = element;
  const children = childElements(element).map(withoutPlaces);
  return { name, namespace, attributes, children, text: textOf(element), hasComment: false };
}

type NamespaceScope = ReadonlyMap<string, string>;

const XML_SCOPE: NamespaceScope = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]);

/** Resolves the prefixes of a document. @throws XmlReadError for one that is not declared */
export function withNamespaces(element: FastElement, outer: NamespaceScope = XML_SCOPE): InElement {
  const written = Object.entries(element.attributes);
  const own = written.filter(([attribute]) => !isDeclaration(attribute));
  const scope = own.length === written.length ? outer : scopeOf(written, outer);
  const { name, namespace } = resolved(element.name, scope, scope.get('') ?? '');
  return {
    name,
    namespace,
    attributes: own.map(([attribute, value]) => ({ ...resolved(attribute, scope, ''), value })),
    children: element.children.map((child) => withNamespaces(child, scope)),
    text: element.text,
    hasComment: element.hasComment,
  };
}

function scopeOf(attributes: readonly (readonly [string, string])[], outer: NamespaceScope): NamespaceScope {
  const scope = new Map(outer);
  for (const [name, value] of attributes) if (isDeclaration(name)) scope.set(name.slice('xmlns:'.length), value);
  return scope;
}

function isDeclaration(name: string): boolean {
  return name === 'xmlns' || name.startsWith('xmlns:');
}

function resolved(qualified: string, scope: NamespaceScope, unprefixed: string) {
  const colon = qualified.indexOf(':');
  const prefix = qualified.slice(0, Math.max(colon, 0));
  const namespace = prefix === '' ? unprefixed : scope.get(prefix);
  if (namespace === undefined) throw new XmlReadError(`the prefix ${prefix} is not declared`);
  return { name: qualified.slice(colon + 1), namespace };
}
