import { ENVELOPE_NAMESPACES } from '../../../wire/soap/envelope.ts';
import { isDeclaration } from '../../../xml/plain-tag.ts';
import { XSI_NAMESPACE } from '../../../xml/tree.ts';
import { namespaceOf, type WrittenAttribute, type WrittenElement } from '../../../xml/written.ts';
import type { WrittenDifferences } from './found.ts';
import { prefixInWords } from './texts.ts';

/** Where a namespace is declared, and by which prefixes. */
type DeclaredNamespace = Readonly<Record<'places' | 'prefixes', Set<string>>>;

/** Names of namespaces; an envelope's version is no matter of writing. */
const NAMES: Readonly<Record<string, string>> = {
  [XSI_NAMESPACE]: 'xsi',
  'http://www.w3.org/2001/XMLSchema': 'xsd',
  [ENVELOPE_NAMESPACES.soap11]: 'the SOAP envelope',
  [ENVELOPE_NAMESPACES.soap12]: 'the SOAP envelope',
  // SOAP 1.1, section 5; SOAP 1.2 Part 2, section 3.
  'http://schemas.xmlsoap.org/soap/encoding/': 'the SOAP encoding',
  'http://www.w3.org/2003/05/soap-encoding': 'the SOAP encoding',
  '': 'no namespace',
};

export function namespaceName(uri: string): string {
  return NAMES[uri] ?? uri;
}

/** Finds where namespaces are declared elsewhere, or with other prefixes. Returns those that are named by that. */
export function diffNamespaces(
  a: WrittenElement,
  b: WrittenElement,
  sameElements: boolean,
  found: WrittenDifferences,
): ReadonlySet<string> {
  const [{ declared: mine, used: usedInA }, { declared: its, used: usedInB }] = [namespacesIn(a), namespacesIn(b)];
  const named = new Set<string>();
  for (const uri of new Set([...mine.keys(), ...its.keys()])) {
    const [one, other] = [mine.get(uri), its.get(uri)];
    // A server may declare one only where an element or attribute uses it.
    const isUsed = (one === undefined ? usedInB : usedInA).has(uri);
    if ((one === undefined || other === undefined) && isUsed && !sameElements) continue;
    const name = namespaceName(uri);
    const isSchema = name === 'xsi' || name === 'xsd';
    const subject = isSchema ? 'xsi and xsd' : 'where namespaces are declared';
    const where = (declared: DeclaredNamespace | undefined): string => `${name} ${placesInWords(declared)}`;
    const [ofA, ofB] = [where(one), where(other)];
    if (ofA !== ofB) named.add(uri);
    found.add({ subject, a: ofA, b: ofB });
    if (one === undefined || other === undefined) continue;
    // One more declaration is said by its place, and by the elements that have its prefix.
    if (ofA !== ofB && (isWithin(one, other) || isWithin(other, one))) continue;
    const [prefixA, prefixB] = [prefixesInWords(one), prefixesInWords(other)];
    if (prefixA !== prefixB) named.add(`${uri} prefix`);
    found.add({ subject: 'prefixes', a: prefixA, b: prefixB });
  }
  return named;
}

function placesInWords(declared: DeclaredNamespace | undefined): string {
  return declared === undefined ? 'nowhere' : `at ${[...declared.places].toSorted().join(' and ')}`;
}

function prefixesInWords({ prefixes }: DeclaredNamespace): string {
  return [...prefixes].map(prefixInWords).toSorted().join(' and ');
}

function isWithin(one: DeclaredNamespace, other: DeclaredNamespace): boolean {
  return one.prefixes.size < other.prefixes.size && [...one.prefixes].every((prefix) => other.prefixes.has(prefix));
}

/** What is declared, by namespace, and which are used. The tree is at most as deep as the parser lets it be. */
function namespacesIn(root: WrittenElement) {
  const declared = new Map<string, DeclaredNamespace>();
  const used = new Set<string>();
  const walk = (element: WrittenElement, depth: number, parent: string): void => {
    const role = roleOf(element, depth, parent);
    used.add(namespaceOf(element.prefix, element));
    for (const attribute of element.attributes) {
      if (!isDeclaration(attribute)) {
        // Also in the value of xsi:type.
        for (const prefix of [attribute.prefix, attribute.raw.trim().split(':', 1)[0] ?? ''])
          if (prefix !== '') used.add(namespaceOf(prefix, element));
        continue;
      }
      const uri = namespaceOf(declaredPrefix(attribute), element);
      const known = declared.get(uri) ?? { places: new Set(), prefixes: new Set() };
      known.places.add(role);
      known.prefixes.add(declaredPrefix(attribute));
      declared.set(uri, known);
    }
    for (const child of element.elements) walk(child, depth + 1, element.name);
  };
  walk(root, 0, '');
  return { declared, used };
}

/** Alike for all operations: an element's own name would make each of them a difference of its own. */
function roleOf({ name }: WrittenElement, depth: number, parent: string): string {
  if (depth === 0) return 'the root';
  if (depth === 1 && (name === 'Body' || name === 'Header')) return `the ${name}`;
  return parent === 'Body' && depth === 2 ? 'the child of the Body' : 'elements further in';
}

export function declaredPrefix({ prefix, name }: WrittenAttribute): string {
  return prefix === '' ? '' : name;
}
