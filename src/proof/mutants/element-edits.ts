import type { Contract } from '../../contract/model.ts';
import { bodyEdit, distinct, leafText, misspelt, placeName, type Visit } from './edit.ts';
import type { Golden } from './golden.ts';
import { attributesOf, isTag, type Markup, replaced, type Tag, tag, type Written, writeMarkup } from './markup.ts';
import { localName } from './places.ts';

/** An edit of the tree: its kind, what exactly, and the document's nodes after it. */
type TreeEdit = readonly [kind: string, detail: string, nodes: readonly Markup[]];

/** Every edit of an element, its attributes and what is between its children, at each element. */
export function* elementEdits(golden: Golden, { prolog, root }: Written, all: readonly Visit[], contract: Contract) {
  for (const visit of all) {
    const put = (...nodes: readonly Markup[]): readonly Markup[] => replaced([root], visit.tag, nodes);
    const around = [...structureEdits(visit, put, root), ...nameEdits(visit, put, root)];
    const inside = [...contentEdits(visit, put), ...attributeEdits(visit, put, contract), ...insertions(visit, put)];
    for (const [kind, detail, nodes] of [...around, ...inside])
      yield bodyEdit(golden, kind, placeName(visit), `<${visit.tag.name}> ${detail}`, prolog + writeMarkup(nodes));
  }
}

type Put = (...nodes: readonly Markup[]) => readonly Markup[];

function* structureEdits({ tag: own, parent }: Visit, put: Put, root: Tag): Generator<TreeEdit> {
  yield ['delete', 'left out', put()];
  yield ['repeat', 'twice', put(own, own)];
  yield ['unwrap', 'its content alone', put(...own.children)];
  for (const name of new Set(['Wrapped', own.name, parent?.name ?? own.name]))
    yield ['wrap', `in <${name}>`, put(tag(name, [], own))];
  if (parent === null) return;
  const elements = parent.children.filter(isTag);
  const at = elements.indexOf(own);
  const [before, after] = [elements[at - 1], elements[at + 1]];
  const others = parent.children.filter((child) => child !== own);
  const under = (children: readonly Markup[], ...beside: readonly Markup[]): readonly Markup[] =>
    replaced([root], parent, [{ ...parent, children }, ...beside]);
  const swapped = parent.children.map((child) => (child === own ? after : child === after ? own : child));
  if (after !== undefined) yield ['swap', 'with the next', under(swapped.flatMap((child) => child ?? []))];
  if (at > 1) yield ['move', 'to the front', under([own, ...others])];
  if (at < elements.length - 2) yield ['move', 'to the end', under([...others, own])];
  yield ['move', 'out of its parent', under(others, own)];
  for (const into of [before, after]) {
    if (into === undefined) continue;
    const holding = { ...into, children: [...into.children, own] };
    yield ['move', 'into a neighbour', under(replaced(others, into, [holding]))];
  }
}

const OTHER = 'http://tempuri.org/';

function* nameEdits({ tag: own, parent }: Visit, put: Put, root: Tag): Generator<TreeEdit> {
  const [prefix = ''] = /^.*:/.exec(own.name) ?? [];
  const local = localName(own.name);
  const named = (name: string, node = own): Tag => ({ ...node, name: prefix + name });
  const siblings = parent?.children.filter(isTag) ?? [];
  const next = siblings[siblings.indexOf(own) + 1];
  const names = [...misspelt(local), localName(parent?.name ?? root.name), localName(next?.name ?? local), 'string'];
  for (const name of distinct(local, names)) {
    const kind = name.toLowerCase() === local.toLowerCase() ? 're-case' : 'rename';
    yield [kind, `as <${name}>`, put(named(name))];
    if (parent === null || siblings.filter((one) => one.name === own.name).length < 2) continue;
    const alike = parent.children.map((child) =>
      isTag(child) && child.name === own.name ? named(name, child) : child,
    );
    yield [kind, `and all its siblings as <${name}>`, replaced([root], parent, [{ ...parent, children: alike }])];
  }
  const uri = namespaceOf(own.name, root);
  for (const other of [uri, '', OTHER, ...otherUris(uri)]) {
    const alone = other === '' ? { ...own, name: local } : { ...own, name: `q:${local}` };
    const declaration = [other === '' ? 'xmlns' : 'xmlns:q', other] as const;
    const bare = own.attributes.filter(([key]) => key !== 'xmlns');
    yield ['re-namespace', `with all below in '${other}'`, put({ ...own, attributes: [...bare, ['xmlns', other]] })];
    if (other !== '' || prefix !== '')
      yield ['re-namespace', `alone in '${other}'`, put({ ...alone, attributes: [...own.attributes, declaration] })];
  }
}

/** The namespace of a name of a golden body: prefixes are declared on the root, the service's is the default. */
function namespaceOf(name: string, root: Tag): string {
  const prefix = name.includes(':') ? `xmlns:${name.slice(0, name.indexOf(':'))}` : 'xmlns';
  const [, uri = 'http://dealer.example/webservices/'] = root.attributes.find(([key]) => key === prefix) ?? [];
  return uri;
}

function otherUris(uri: string): readonly string[] {
  const slash = uri.endsWith('/') ? uri.slice(0, -1) : `${uri}/`;
  return [slash, uri.replace('http:', 'https:'), uri.toUpperCase(), ` ${uri}`, `${uri}#`];
}

function* contentEdits({ tag: own, place }: Visit, put: Put): Generator<TreeEdit> {
  const text = leafText(own);
  const nil = [...own.attributes.filter(([name]) => name !== 'xsi:nil'), ['xsi:nil', 'true'] as const];
  yield ['change type', 'nil', put({ ...own, attributes: nil, children: [] })];
  yield ['change type', 'marked nil, with its content', put({ ...own, attributes: nil })];
  const written = writeMarkup(own.children);
  const wrapped = [`<string>${written}</string>`, `<Value>${written}</Value>`, `<![CDATA[${written}]]>`];
  for (const content of new Set(['text', ...wrapped, written.replaceAll('<', '&lt;'), '']))
    yield ['change type', `holds '${content}'`, put({ ...own, children: content === '' ? [] : [content] })];
  if (text !== null && place.content !== null)
    yield ['change type', 'its text as an attribute', put(tag(own.name, [...own.attributes, ['value', text]]))];
}

function* attributeEdits({ tag: own, place }: Visit, put: Put, { bindings }: Contract): Generator<TreeEdit> {
  const bearing = (...attributes: Tag['attributes']): readonly Markup[] => put({ ...own, attributes });
  const type = place.content?.kind === 'simple' ? place.content.type : 'string';
  const soap = bindings.soap11.envelopeNamespace ?? '';
  const added = [
    ...['x="1"', 'id="a1"', 'xml:lang="en"', 'xml:space="preserve"', 'xsi:nil="false"', 'xsi:other="1"'],
    ...[`xmlns:q="${OTHER}" q:x="1"`, `xmlns:q="${OTHER}"`, `xsi:schemaLocation="${OTHER} a.xsd"`],
    ...[type, type === 'boolean' ? 'int' : 'boolean'].map((one) => `xsi:type="xsd:${one}"`),
    ...['xsi:type="Unknown"', 'xsi:type="undeclared:string"', `xmlns:env="${soap}" env:mustUnderstand="1"`],
    `xmlns:env="${soap}" env:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"`,
  ];
  for (const written of added) {
    const more = attributesOf(` ${written}`);
    if (more.every(([name]) => own.attributes.every(([known]) => known !== name)))
      yield ['add attribute', written, bearing(...own.attributes, ...more)];
  }
  for (const [at, [name, value]] of own.attributes.entries()) {
    const others = own.attributes.filter((_, index) => index !== at);
    const kind = name.startsWith('xmlns') ? 'change declaration' : 'change attribute';
    yield [kind, `${name} left out`, bearing(...others)];
    yield [kind, `${name} twice`, bearing(...own.attributes, [name, value])];
    if (others.length > at) yield [kind, `${name} last`, bearing(...others, [name, value])];
    for (const other of distinct(name, [`${name}x`, localName(name), name.toUpperCase(), `q:${localName(name)}`]))
      yield [kind, `${name} as ${other}`, bearing(...others, [other, value])];
    const values = name.startsWith('xmlns')
      ? ['', OTHER, ...otherUris(value)]
      : ['', '1', '0', 'false', ' true ', 'yes', ...misspelt(value)];
    for (const other of new Set(values.filter((one) => one !== value)))
      yield [kind, `${name}="${other}"`, put({ ...own, attributes: own.attributes.with(at, [name, other]) })];
  }
}

const block = (attributes: Tag['attributes']): Tag =>
  tag('soap:Header', [], tag('q:Block', [['xmlns:q', OTHER], ...attributes], 'x'));
const HEADERS = [tag('soap:Header', []), block([]), block([['soap:mustUnderstand', '1']])];
/** The first is a no-break space, the last a control character. */
const TEXTS = ['\u00a0', 'x', '&#120;', '\n\t ', '<!-- x -->', '<?x y?>', '<![CDATA[x]]>', '&nbsp;', '&', '\u0001'];
const ELEMENTS = [tag('Extra', []), tag('Extra', [['xmlns', '']]), tag('q:Extra', [['xmlns:q', OTHER]], 'x')];

/** Between any two children, and before and after them. */
function* insertions({ tag: own }: Visit, put: Put): Generator<TreeEdit> {
  const gaps = own.children.some(isTag) ? own.children.length : leafText(own) === null ? 0 : 1;
  const headers = /:Envelope$/.test(own.name) ? HEADERS : [];
  for (let gap = 0; gap <= gaps; gap += 1) {
    // White space before a child is one place with the child.
    if (gap < gaps && gap > 0 && typeof own.children[gap] === 'string') continue;
    for (const node of [...TEXTS, ...ELEMENTS, ...headers]) {
      const children = own.children.toSpliced(gap, 0, node);
      yield ['insert', `${writeMarkup([node])} at ${gap}`, put({ ...own, children })];
    }
  }
}
