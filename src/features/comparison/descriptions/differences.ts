import type { OutlineNode } from '../../../rules/wsdl/outline-text.ts';
import { type Both, both, paired } from '../pairs.ts';
import { componentsIn, keyOf, namedBy, referenceKind, withType } from './components.ts';

/** What differs in something that two descriptions have, or that only one has. */
export interface DescriptionDifference {
  /** What it is about, as the WSDL calls it: `operation`, `element`, `port`. */
  readonly kind: string;
  /** `gone`, `new`, `renamed`, `order`, or the fact that differs: `minOccurs`, `soapAction`. */
  readonly change: string;
  /** Its name in A, or in B if only that has it; of another order, ''. */
  readonly name: string;
  /** What it stands in, from the outside: `portType GetDataSoap`, `operation Get_Inventory`. */
  readonly within: readonly string[];
  /** The name or the value of each side; null where it has none. */
  readonly a: string | null;
  readonly b: string | null;
}

type DescribedComponents = ReadonlyMap<string, OutlineNode>;

/** Of nodes of these kinds some clients use the order. */
const ORDERED = new Set('element any part port operation'.split(' '));

/** A description that shares nothing with the other has no more to say. */
const MOST_DIFFERENCES = 2000;
/** Maximum characters of a side. */
const MOST_SHOWN = 300;

/**
 * What differs between two descriptions, each once: of what only one side has, what it alone refers to is not named.
 * Components are matched by name; where only one side has a name, by what refers to them.
 */
export function descriptionDifferences(outlines: Both<readonly OutlineNode[]>): readonly DescriptionDifference[] {
  const components = both((side) => componentsIn(outlines[side]));
  const differences: DescriptionDifference[] = [];
  const renames = matchedComponents(components);
  const opened = new Set<OutlineNode>();
  // What names components that the other side may lack: then they are no difference of their own.
  const single: Both<OutlineNode[]> = { a: [], b: [] };

  function note(
    { kind, name }: Pick<OutlineNode, 'kind' | 'name'>,
    within: readonly string[],
    change: string,
    sides: SideTexts,
  ) {
    const [a, b] = [sides.a?.slice(0, MOST_SHOWN) ?? null, sides.b?.slice(0, MOST_SHOWN) ?? null];
    if (differences.length < MOST_DIFFERENCES) differences.push({ kind, change, name, within, a, b });
  }

  function alone(node: OutlineNode, side: 'a' | 'b', within: readonly string[]): void {
    note(node, within, side === 'a' ? 'gone' : 'new', { a: null, b: null, [side]: node.name });
    single[side].push(node);
  }

  function compare(a: OutlineNode, b: OutlineNode, within: readonly string[]): void {
    if (a.name !== b.name) note(a, within, 'renamed', { a: a.name, b: b.name });
    compareFacts(a, b, within);
    compareNodes(a, b, [...within, keyOf(a).trim()]);
  }

  function compareFacts(a: OutlineNode, b: OutlineNode, within: readonly string[]): void {
    for (const fact of new Set([...Object.keys(a.facts), ...Object.keys(b.facts)])) {
      const sides = { a: writtenFact(a, fact), b: writtenFact(b, fact) };
      const kind = referenceKind(a.kind, fact);
      if (sides.a === sides.b || (kind !== null && renames.agree(kind, sides))) continue;
      note(a, within, fact, sides);
      for (const side of ['a', 'b'] as const)
        if (kind !== null) single[side].push({ kind, name: '', facts: { [fact]: sides[side] ?? '' }, nodes: [] });
    }
  }

  function compareNodes(a: OutlineNode, b: OutlineNode, within: readonly string[]): void {
    const { stayed, went, came } = paired({ a: numbered(a), b: numbered(b) }, ({ key }) => key);
    const left = new Map(came.map((one) => [one.place, one]));
    for (const old of went) {
      const now = left.get(old.place);
      left.delete(old.place);
      if (now === undefined) alone(old.node, 'a', within);
      else compare(old.node, now.node, within);
    }
    for (const { node } of left.values()) alone(node, 'b', within);
    for (const one of stayed) compare(one.a.node, one.b.node, within);
    // The order of a binding's operations is that of its port type.
    if (a.kind !== 'binding' && a.facts.group !== 'all') compareOrder(stayed, within);
  }

  function compareOrder(stayed: readonly Both<SiblingNode>[], within: readonly string[]): void {
    const now = stayed.filter(({ a }) => ORDERED.has(a.node.kind));
    const old = now.toSorted((one, other) => one.a.index - other.a.index);
    const first = old.findIndex((one, at) => one !== now[at]);
    const names = (all: typeof now): string =>
      all
        .slice(first)
        .map(({ a }) => a.node.name)
        .join(', ');
    const kind = old[first]?.a.node.kind;
    if (kind !== undefined) note({ kind, name: '' }, within, 'order', { a: names(old), b: names(now) });
  }

  // Comparing a pair may append others, which it refers to under another name.
  for (const { a, b } of renames.pairs)
    compare(withType(a, b, components.a, opened), withType(b, a, components.b, opened), []);
  const matched = new Set(renames.pairs.flatMap(({ a, b }) => [a, b]));
  for (const side of ['a', 'b'] as const) {
    const lone = [...components[side].values()].filter((one) => !matched.has(one) && !opened.has(one));
    const implied = namedBy([...single[side], ...lone]);
    for (const one of lone) if (!implied.has(keyOf(one))) alone(one, side, []);
  }
  return differences;
}

type SideTexts = Both<string | null>;

/** A name in the WSDL may be one that every object has. */
const writtenFact = ({ facts }: OutlineNode, name: string): string | null =>
  Object.hasOwn(facts, name) ? (facts[name] ?? null) : null;

/** Which component of B is which of A; `pairs` grows while they are compared. */
function matchedComponents({ a: olds, b: news }: Both<DescribedComponents>) {
  const names: Both<Map<string, string>> = { a: new Map(), b: new Map() };
  const pairs = [...olds].flatMap(([key, a]): Both<OutlineNode>[] => {
    const b = news.get(key);
    return b === undefined ? [] : [{ a, b }];
  });

  /** Whether two references are to one component: names that each only one side has may be those of one. */
  function agree(kind: string, { a, b }: SideTexts): boolean {
    const [oldKey, newKey] = [`${kind} ${a}`, `${kind} ${b}`];
    const [old, now] = [olds.get(oldKey), news.get(newKey)];
    if (names.a.has(oldKey) || names.b.has(newKey)) return names.a.get(oldKey) === newKey;
    if (old === undefined || now === undefined || olds.has(newKey) || news.has(oldKey)) return false;
    names.a.set(oldKey, newKey);
    names.b.set(newKey, oldKey);
    pairs.push({ a: old, b: now });
    return true;
  }

  // Nothing refers to a service.
  const services = both((side) => {
    const [own, other] = side === 'a' ? [olds, news] : [news, olds];
    return [...own.values()].filter((one) => one.kind === 'service' && !other.has(keyOf(one)));
  });
  for (const [at, a] of services.a.entries()) {
    const b = services.b[at];
    if (b !== undefined) agree('service', { a: a.name, b: b.name });
  }
  return { pairs, agree };
}

/** A node among those that it stands with. */
type SiblingNode = ReturnType<typeof numbered>[number];

function numbered({ nodes }: OutlineNode) {
  const counts = new Map<string, number>();
  return nodes.map((node, index) => {
    const nextOf = (key: string): number => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return counts.get(key) ?? 0;
    };
    const facts = Object.entries(node.facts).filter(([fact]) => referenceKind(node.kind, fact) === null);
    const { protocol = '' } = node.facts;
    // Where a node of the other side may stand under another name: at the same place, and the same but for its name. A
    // port is that of its protocol, wherever it stands.
    const place = node.kind === 'port' ? [protocol, nextOf(`:${protocol}`)] : [node.kind, index, ...facts.toSorted()];
    return { node, index, key: `${keyOf(node)} ${nextOf(keyOf(node))}`, place: JSON.stringify(place) };
  });
}
