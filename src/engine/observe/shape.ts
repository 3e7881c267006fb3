import { createHash } from 'node:crypto';
import { childElements, type XmlElement } from '../../xml/tree.ts';

/** Deeper than this, names no longer count. */
const DEPTH = 24;

/** The names below elements of one name, those of repeated siblings taken together. */
type Shape = ReadonlyMap<string, Shape>;

/**
 * A short digest of which elements stand in which: how many there are, in which order and what they hold does not
 * count, as that may differ between two equal reads.
 */
export function shapeDigest(root: XmlElement): string {
  const text = written(new Map([[nameOf(root), shapeOf([root], DEPTH)]]));
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function shapeOf(alike: readonly XmlElement[], depth: number): Shape {
  if (depth === 0) return new Map();
  const byName = new Map<string, XmlElement[]>();
  for (const child of alike.flatMap(childElements)) {
    const named = byName.get(nameOf(child)) ?? [];
    named.push(child);
    byName.set(nameOf(child), named);
  }
  return new Map([...byName].map(([name, children]) => [name, shapeOf(children, depth - 1)]));
}

function nameOf({ namespace, name }: XmlElement): string {
  return `{${namespace}}${name}`;
}

function written(shape: Shape): string {
  return [...shape.keys()]
    .toSorted()
    .map((name) => `${name}(${written(shape.get(name) ?? new Map())})`)
    .join(',');
}
