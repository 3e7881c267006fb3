import { childElements, isNil, type XmlElement, XSI_NAMESPACE } from '../xml/tree.ts';

/** Deeper than this, and beyond so many, paths no longer count. */
const DEPTH = 24;
const MOST_PATHS = 4000;

/** Which elements and attributes a document has, each by its path of names, and which are nil: `/ArrayOfVideo/Video/Title`. */
export function elementPaths(root: XmlElement): ReadonlySet<string> {
  const paths = new Set<string>();
  walk(root, `/${root.name}`, DEPTH, paths);
  return paths;
}

function walk(element: XmlElement, path: string, depth: number, paths: Set<string>): void {
  if (depth === 0 || paths.size >= MOST_PATHS) return;
  paths.add(path);
  if (isNil(element)) paths.add(`${path} (nil)`);
  for (const { name, namespace } of element.attributes) {
    if (namespace !== XSI_NAMESPACE || name !== 'nil') paths.add(`${path}/@${name}`);
  }
  for (const child of childElements(element)) walk(child, `${path}/${child.name}`, depth - 1, paths);
}

/** The paths of one set that another lacks; what stands below such a path is left out. */
export function onlyIn(paths: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...paths].filter((path) => !others.has(path) && !lacksParent(path, others));
}

function lacksParent(path: string, others: ReadonlySet<string>): boolean {
  const parent = path.endsWith(' (nil)') ? path.slice(0, -' (nil)'.length) : path.slice(0, path.lastIndexOf('/'));
  return parent !== '' && !others.has(parent);
}
