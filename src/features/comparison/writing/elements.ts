import { isDeclaration } from '../../../xml/plain-tag.ts';
import { namespaceOf, type WrittenAttribute, type WrittenElement } from '../../../xml/written.ts';
import { meantBy } from '../../../xml/written-text.ts';
import { paired } from '../pairs.ts';
import { oneSided } from './element-paths.ts';
import type { WrittenDifferences } from './found.ts';
import { spaceInWords } from './layout.ts';
import { declaredPrefix, namespaceName } from './namespaces.ts';
import { diffTexts, prefixInWords } from './texts.ts';

export const ORDER_OF_ELEMENTS = 'order of elements';

/** Names of one order that are shown. */
const MOST_NAMES = 12;

/** What is known of both documents. */
interface ElementContext {
  readonly sameData: boolean;
  /** Another kind does not say which elements there are. */
  readonly sameLists: boolean;
  /** Both have the same elements and attributes, which may need a namespace. */
  readonly sameElements: boolean;
  /** Namespaces whose places or prefixes are already said to differ. */
  readonly named: ReadonlySet<string>;
  readonly found: WrittenDifferences;
}

/** Finds how two elements, and those in them that are alike by name and number, are written differently. */
export function diffElements(a: WrittenElement, b: WrittenElement, path: string, context: ElementContext): void {
  const { found } = context;
  diffPrefixes(namespaceOf(a.prefix, a), a.prefix, b.prefix, path, context);
  diffAttributes(a, b, path, context);
  const tags = { subject: 'white space in tags', location: path };
  if (a.endTail !== null && b.endTail !== null) {
    found.add({ ...tags, a: `<a${spaceText(a.tail)}>`, b: `<a${spaceText(b.tail)}>` });
    found.add({ ...tags, a: `</a${spaceText(a.endTail)}>`, b: `</a${spaceText(b.endTail)}>` });
  }
  if (isEmpty(a) && isEmpty(b) && (a.endTail === null || b.endTail === null)) {
    found.add({ subject: 'empty elements', a: emptyText(a), b: emptyText(b), location: path });
    return;
  }
  const isAlike = a.elements.length === b.elements.length;
  const isLeaf = isAlike && a.elements.length === 0;
  for (const [index, raw] of isAlike ? a.gaps.entries() : []) {
    const other = b.gaps[index] ?? '';
    // White space between tags is layout.
    if (isLeaf || raw.trim() !== '' || other.trim() !== '') {
      diffTexts(raw, other, { ...textContext(a, b, path, context), inAttribute: false }, found);
    }
  }
  const children = alikeChildren(a, b);
  if (context.sameElements && context.sameLists) diffCounts(a, b, path, found);
  diffOrder(children, a.name, path, found);
  for (const { mine, its, step } of children) diffElements(mine, its, `${path}/${step}`, context);
}

function textContext(a: WrittenElement, b: WrittenElement, location: string, { sameData }: ElementContext) {
  const sides = { a, b };
  const qualified = (side: 'a' | 'b', text: string): string | null => {
    const [prefix = '', name, ...rest] = text.trim().split(':');
    if (name === undefined || rest.length > 0 || prefix === '') return null;
    const uri = namespaceOf(prefix, sides[side]);
    return uri === '' ? null : `{${uri}}${name}`;
  };
  return { location, sameData, qualified };
}

function isEmpty({ elements, gaps: [text = ''] }: WrittenElement): boolean {
  return elements.length === 0 && meantBy(text, false) === '';
}

function emptyText({ endTail, tail, gaps: [text = ''] }: WrittenElement): string {
  return endTail === null ? `<a${spaceText(tail)}/>` : `<a>${text}</a>`;
}

/** White space as it is, if that is no more than a space. */
function spaceText(space: string): string {
  return space === '' || space === ' ' ? space : spaceInWords(space).slice(1, -1);
}

/** Elements of one name and number in both parents, and the place among the children of B. */
type AlikeChild = Readonly<Record<'mine' | 'its', WrittenElement>> & { readonly step: string; readonly place: number };

/** The k-th child of a name belongs to the k-th of that name in the other element. */
function alikeChildren(a: WrittenElement, b: WrittenElement): readonly AlikeChild[] {
  const others = new Map(numbered(b).map(([key, its], place) => [key, { its, place }]));
  return numbered(a).flatMap(([key, mine]) => {
    const other = others.get(key);
    return other === undefined ? [] : [{ mine, ...other, step: key.slice(key.indexOf('}') + 1) }];
  });
}

/** Finds children that only one of two elements has, though both documents have others of their path. */
function diffCounts(a: WrittenElement, b: WrittenElement, path: string, found: WrittenDifferences): void {
  const { came, went } = paired({ a: numbered(a), b: numbered(b) }, ([key]) => key);
  const place = path.replaceAll(/\[\d+\]/g, '');
  for (const [, { name }] of went) found.add(oneSided('A', `${place}/${name}`));
  for (const [, { name }] of came) found.add(oneSided('B', `${place}/${name}`));
}

/** Finds whether the children that both parents have come in another order; names those between which it differs. */
function diffOrder(inA: readonly AlikeChild[], parent: string, location: string, found: WrittenDifferences): void {
  const inB = inA.toSorted((one, other) => one.place - other.place);
  const isMoved = (child: AlikeChild, index: number): boolean => child !== inB[index];
  const [first, last] = [inA.findIndex(isMoved), inA.findLastIndex(isMoved)];
  if (first < 0) return;
  const [a, b] = [inA, inB].map((children) => {
    const names = children.slice(first, last + 1).map(({ mine }) => mine.name);
    return `${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ', …' : ''}`;
  });
  const change = `another order in ${parent}`;
  found.add({ kind: 'form', subject: ORDER_OF_ELEMENTS, change, a: a ?? '', b: b ?? '', location });
}

function numbered({ elements }: WrittenElement) {
  const counts = new Map<string, number>();
  return elements.map((child) => {
    const name = `{${namespaceOf(child.prefix, child)}}${child.name}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return [`${name}[${count}]`, child] as const;
  });
}

function diffPrefixes(uri: string, a: string, b: string, location: string, { named, found }: ElementContext): void {
  // Where it is declared with another prefix, that says it.
  if (a === b || named.has(`${uri} prefix`)) return;
  found.add({ subject: 'prefixes', a: prefixInWords(a), b: prefixInWords(b), location });
}

function diffAttributes(a: WrittenElement, b: WrittenElement, location: string, context: ElementContext): void {
  if (a.attributes.length === 0 && b.attributes.length === 0) return;
  const { found, named } = context;
  const [mine, its] = [keyed(a), keyed(b)];
  const both = [...mine.keys()].filter((key) => its.has(key));
  const inOther = [...its.keys()].filter((key) => mine.has(key));
  const names = (keys: readonly string[]): string => keys.map((key) => key.replace(/^\{.*\}/, '')).join(', ');
  found.add({ subject: 'order of attributes', a: names(both), b: names(inOther), location });
  for (const key of both) {
    const [one, other] = [mine.get(key), its.get(key)];
    if (one === undefined || other === undefined) continue;
    found.add({ subject: 'quotes of attributes', a: one.quote, b: other.quote, location });
    const inWords = (it: WrittenAttribute) => `<…${spaceText(it.space)}a${spaceText(it.equals)}…>`;
    found.add({ subject: 'white space in tags', a: inWords(one), b: inWords(other), location });
    if (!isDeclaration(one)) diffPrefixes(namespaceOf(one.prefix, a), one.prefix, other.prefix, location, context);
    const place = { ...textContext(a, b, `${location}/@${one.name}`, context), inAttribute: true };
    diffTexts(one.raw, other.raw, place, found);
  }
  for (const [key, attribute] of [...mine, ...its]) {
    if (!isDeclaration(attribute) || (mine.has(key) && its.has(key)) || named.has(uriOf(key)) || !context.sameElements)
      continue;
    const [ofA, ofB] = [mine, its].map((all) => `${namespaceName(uriOf(key))}${all.has(key) ? '' : ' not'} here`);
    found.add({ subject: 'where namespaces are declared', a: ofA ?? '', b: ofB ?? '', location });
  }
}

/** Attributes by their names, declarations by what they declare: prefixes have no meaning. */
function keyed(element: WrittenElement): ReadonlyMap<string, WrittenAttribute> {
  return new Map(
    element.attributes.map((attribute) => {
      if (!isDeclaration(attribute)) {
        const uri = attribute.prefix === '' ? '' : namespaceOf(attribute.prefix, element);
        return [`{${uri}}${attribute.name}`, attribute];
      }
      const uri = namespaceOf(declaredPrefix(attribute), element);
      return [`{xmlns ${uri}}xmlns of ${namespaceName(uri)}`, attribute];
    }),
  );
}

function uriOf(key: string): string {
  return key.slice('{xmlns '.length, key.lastIndexOf('}'));
}
