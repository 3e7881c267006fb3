import { type FastElement, XmlReadError } from '../../xml/fast-xml.ts';

/** An element with its namespaces resolved (Namespaces in XML 1.0). */
export interface InElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: readonly { readonly name: string; readonly namespace: string; readonly value: string }[];
  readonly children: readonly InElement[];
  readonly text: string;
  readonly hasComment: boolean;
}

type Scope = ReadonlyMap<string, string>;

const XML_SCOPE: Scope = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]);

/**
 * Resolves the prefixes of a whole document.
 * @throws XmlReadError for a prefix that is not declared
 */
export function withNamespaces(element: FastElement, outer: Scope = XML_SCOPE): InElement {
  const written = Object.entries(element.attributes);
  const scope = scopeOf(written, outer);
  const [prefix, name] = split(element.name);
  return {
    name,
    namespace: prefix === '' ? (scope.get('') ?? '') : lookUp(scope, prefix),
    attributes: written
      .filter(([attribute]) => !isDeclaration(attribute))
      .map(([attribute, value]) => resolveAttribute(scope, attribute, value)),
    children: element.children.map((child) => withNamespaces(child, scope)),
    text: element.text,
    hasComment: element.hasComment,
  };
}

function scopeOf(attributes: readonly (readonly [string, string])[], outer: Scope): Scope {
  const declared = attributes.filter(([name]) => isDeclaration(name));
  if (declared.length === 0) return outer;
  return new Map([...outer, ...declared.map(([name, value]) => [name.slice('xmlns:'.length), value] as const)]);
}

function isDeclaration(name: string): boolean {
  return name === 'xmlns' || name.startsWith('xmlns:');
}

function split(qualified: string): readonly [prefix: string, name: string] {
  const colon = qualified.indexOf(':');
  return [qualified.slice(0, Math.max(colon, 0)), qualified.slice(colon + 1)];
}

function lookUp(scope: Scope, prefix: string): string {
  const namespace = scope.get(prefix);
  if (namespace === undefined) throw new XmlReadError(`the prefix ${prefix} is not declared`);
  return namespace;
}

function resolveAttribute(scope: Scope, attribute: string, value: string) {
  const [prefix, name] = split(attribute);
  return { name, namespace: prefix === '' ? '' : lookUp(scope, prefix), value };
}
