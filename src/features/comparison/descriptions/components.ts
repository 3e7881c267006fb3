import { REFERENCES } from '../../../rules/wsdl/outline.ts';
import type { OutlineNode } from '../../../rules/wsdl/outline-text.ts';

/** Facts that name a component, by the kind of node that has them, if not by all. */
const KINDS = new Map<string, string>([
  ...REFERENCES,
  ['binding type', 'portType'],
  ['group ref', 'group'],
  ['attribute ref', 'attribute'],
  ['attributeGroup ref', 'attributeGroup'],
]);

/** The kind of component that a fact of a node names; null if it names none. */
export function referenceKind(kind: string, fact: string): string | null {
  return KINDS.get(`${kind} ${fact}`) ?? KINDS.get(fact) ?? null;
}

/** Kind and name: what a component is known by. */
export const keyOf = ({ kind, name }: Pick<OutlineNode, 'kind' | 'name'>): string => `${kind} ${name}`;

/** The components of an outline by kind and name; of two alike, the first. */
export function componentsIn(outline: readonly OutlineNode[]): ReadonlyMap<string, OutlineNode> {
  return new Map(outline.toReversed().map((one) => [keyOf(one), one]));
}

/** The keys of the components that nodes name, but not themselves. */
export function namedBy(nodes: readonly OutlineNode[]): ReadonlySet<string> {
  const keys = new Set<string>();
  const visit = (node: OutlineNode, component: OutlineNode): void => {
    for (const [fact, value] of Object.entries(node.facts)) {
      const kind = referenceKind(node.kind, fact);
      const key = `${kind} ${value}`;
      if (kind !== null && key !== keyOf(component)) keys.add(key);
    }
    for (const one of node.nodes) visit(one, component);
  };
  for (const node of nodes) visit(node, node);
  return keys;
}

/**
 * A global element with the content of its type, where the other side writes the type inside of it: both make one class
 * of that name. The type is added to `opened`.
 */
export function withType(
  element: OutlineNode,
  other: OutlineNode,
  components: ReadonlyMap<string, OutlineNode>,
  opened: Set<OutlineNode>,
): OutlineNode {
  const { type: name, ...facts } = element.facts;
  const type = components.get(`type ${name}`);
  if (element.kind !== 'element' || other.facts.type !== undefined || type?.name !== element.name) return element;
  opened.add(type);
  return { ...element, facts: { ...facts, ...type.facts }, nodes: type.nodes };
}
