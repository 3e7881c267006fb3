import { childElements, isNil, type XmlElement, XSI_NAMESPACE } from '../../../xml/tree.ts';
import type { WrittenDifferences } from './found.ts';

const MOST_ELEMENTS = 12;
/** Ends the path of an element that is nil. */
const NIL = ' (nil)';
/** Paths deeper than this, or beyond so many, do not count. */
const DEPTH = 24;
const MOST_PATHS = 4000;

/**
 * Finds elements and attributes that only one of two answers has. Returns whether there are none.
 * @param found - null if other kinds say that
 */
export function diffElementPaths(a: XmlElement, b: XmlElement, found: WrittenDifferences | null): boolean {
  const [mine, its] = [elementPaths(a), elementPaths(b)];
  const [onlyInA, onlyInB] = [onlyIn(mine, its), onlyIn(its, mine)];
  for (const location of onlyInA.slice(0, MOST_ELEMENTS)) found?.add(oneSided('A', location));
  for (const location of onlyInB.slice(0, MOST_ELEMENTS)) found?.add(oneSided('B', location));
  return onlyInA.length + onlyInB.length === 0;
}

/** An element or attribute that only one side writes, or marks nil. */
export function oneSided(side: 'A' | 'B', location: string) {
  const [change, its] = location.endsWith(NIL) ? [`nil only in ${side}`, 'nil'] : [`only ${side} writes it`, 'written'];
  const values = side === 'A' ? { a: its, b: `not ${its}` } : { a: `not ${its}`, b: its };
  return { kind: 'form', subject: 'elements', change, ...values, location } as const;
}

/**
 * Finds elements that two answers have in different namespaces: generated clients don't see them. Below such
 * an element others are too; that of the operation is told as the service's namespace. Returns whether there are none.
 */
export function diffElementNamespaces(a: XmlElement, b: XmlElement, found: WrittenDifferences): boolean {
  const [mine, its] = [namespacesByPath(a), namespacesByPath(b)];
  const differs = (path: string): boolean => its.has(path) && mine.get(path) !== its.get(path);
  const paths = [...mine.keys()].filter((path) => differs(path) && !differs(path.slice(0, path.lastIndexOf('/'))));
  for (const location of paths.filter((path) => !OF_OPERATION.test(path)).slice(0, MOST_ELEMENTS)) {
    const inWords = (uri = ''): string => uri.trim() || 'none';
    const [one, other] = [inWords(mine.get(location)), inWords(its.get(location))];
    found.add({ kind: 'form', subject: NAMESPACE_OF_ELEMENTS, a: one, b: other, location });
  }
  return paths.length === 0;
}

export const NAMESPACE_OF_ELEMENTS = 'namespace of elements';
const OF_OPERATION = /^\/[^/]*(?:\/Body\/[^/]*)?$/;

function namespacesByPath(root: XmlElement): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>();
  for (const [path, { namespace }] of withPaths(root)) {
    if (found.size >= MOST_PATHS) break;
    found.set(path, (found.get(path) ?? new Set<string>()).add(namespace));
  }
  return new Map([...found].map(([path, namespaces]) => [path, [...namespaces].toSorted().join(' and ')]));
}

/** Which elements and attributes a document has, by paths of names, and which are nil: `/ArrayOfVideo/Video/Title`. */
export function elementPaths(root: XmlElement): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const [path, element] of withPaths(root)) {
    if (paths.size >= MOST_PATHS) break;
    paths.add(path);
    if (isNil(element)) paths.add(`${path}${NIL}`);
    for (const { name, namespace } of element.attributes)
      if (namespace !== XSI_NAMESPACE || name !== 'nil') paths.add(`${path}/@${name}`);
  }
  return paths;
}

type WithPath = readonly [path: string, element: XmlElement];

/** The elements of a document that are not too deep, with their paths of names, each before those in it. */
export function withPaths(element: XmlElement, path = `/${element.name}`, depth = DEPTH): readonly WithPath[] {
  if (depth === 0) return [];
  const inside = childElements(element).flatMap((child) => withPaths(child, `${path}/${child.name}`, depth - 1));
  return [[path, element], ...inside];
}

/** The paths of one set that another lacks, without those below them. */
export function onlyIn(paths: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...paths].filter((path) => !others.has(path) && !lacksParent(path, others));
}

function lacksParent(path: string, others: ReadonlySet<string>): boolean {
  const parent = path.endsWith(NIL) ? path.slice(0, -NIL.length) : path.slice(0, path.lastIndexOf('/'));
  return parent !== '' && !others.has(parent);
}
