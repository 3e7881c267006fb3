import type { Contract } from '../contract/model.ts';
import { bodyEdit, distinct, exchanged, hasElements, leafText, misspelt, placeName, type Visit } from './edit.ts';
import type { Golden } from './golden.ts';
import { attributesOf, isTag, type Markup, replaced, type Tag, tag, type Written, writeMarkup } from './markup.ts';
import { localName } from './places.ts';

/** An edit of the tree: its kind, what exactly, and the document's nodes after it. */
type TreeEdit = readonly [kind: string, detail: string, nodes: readonly Markup[]];

/** Every edit of an element, its attributes and what stands between its children, at each element. */
export function* elementEdits(golden: Golden, { prolog, root }: Written, all: readonly Visit[], contract: Contract) {
  for (const visit of all) {
    const put = (...nodes: readonly Markup[]): readonly Markup[] => replaced([root], visit.tag, nodes);
    const edits: readonly Iterable<TreeEdit>[] = [
      structureEdits(visit, put, root),
      nameEdits(visit, put, root),
      contentEdits(visit, put),
      attributeEdits(visit, put, contract),
      insertions(visit, put),
    ];
    for (const some of edits)
      for (const [kind, detail, nodes] of some)
        yield bodyEdit(golden, kind, placeName(visit), `<${visit.tag.name}> ${detail}`, prolog + writeMarkup(nodes));
  }
}

type Put = (...nodes: readonly Markup[]) => readonly Markup[];

/** Delete, repeat, swap, move, wrap, unwrap. */
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
  if (after !== undefined) yield ['swap', 'with the next', under(exchanged(parent.children, own, after))];
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

/** Rename, re-case, re-namespace. */
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
    yield [kind, `and all beside it as <${name}>`, replaced([root], parent, [{ ...parent, children: alike }])];
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

/** Change type: other content of another kind. */
function* contentEdits({ tag: own, place }: Visit, put: Put): Generator<TreeEdit> {
  const text = leafText(own);
  const nil = [...own.attributes.filter(([name]) => name !== 'xsi:nil'), ['xsi:nil', 'true'] as const];
  const holding = (...children: readonly Markup[]): Tag => ({ ...own, children });
  yield ['change type', 'nil', put({ ...own, attributes: nil, children: [] })];
  yield ['change type', 'marked nil, with its content', put({ ...own, attributes: nil })];
  yield ['change type', 'empty', put(holding())];
  yield ['change type', 'text in place of its content', put(holding('text'))];
  yield ['change type', 'its content in <string>', put(holding(tag('string', [], ...own.children)))];
  yield ['change type', 'its content in <Value>', put(holding(tag('Value', [], ...own.children)))];
  yield ['change type', 'as CDATA', put(holding(`<![CDATA[${writeMarkup(own.children)}]]>`))];
  yield ['change type', 'its content as text', put(holding(writeMarkup(own.children).replaceAll('<', '&lt;')))];
  if (text !== null && place.content !== null)
    yield ['change type', 'its text as an attribute', put(tag(own.name, [...own.attributes, ['value', text]]))];
}

/** Change attribute: added, deleted, repeated, renamed, with other values, in another order. */
function* attributeEdits({ tag: own, place }: Visit, put: Put, { bindings }: Contract): Generator<TreeEdit> {
  const bearing = (...attributes: Tag['attributes']): readonly Markup[] => put({ ...own, attributes });
  const type = place.content?.kind === 'simple' ? place.content.type : 'string';
  const soap = bindings.soap11.envelopeNamespace ?? '';
  const added = [
    ...[
      'x="1"',
      'id="a1"',
      'xml:lang="en"',
      'xml:space="preserve"',
      `xmlns:q="${OTHER}" q:x="1"`,
      `xmlns:q="${OTHER}"`,
    ],
    ...['xsi:nil="false"', `xsi:schemaLocation="${OTHER} a.xsd"`, 'xsi:other="1"', `xsi:type="xsd:${type}"`],
    ...[
      `xsi:type="xsd:${type === 'boolean' ? 'int' : 'boolean'}"`,
      'xsi:type="Unknown"',
      'xsi:type="undeclared:string"',
    ],
    `xmlns:env="${soap}" env:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"`,
    `xmlns:env="${soap}" env:mustUnderstand="1"`,
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

const INSERTED: Readonly<Record<string, Markup>> = {
  text: 'x',
  'a no-break space': '\u00a0',
  'a character reference': '&#120;',
  'white space': '\n\t ',
  'a comment': '<!-- x -->',
  'an instruction': '<?x y?>',
  'CDATA of text': '<![CDATA[x]]>',
  'a raw control character': '\u0001',
  'a reference to nothing': '&nbsp;',
  'a raw ampersand': '&',
  'an element': tag('Extra', []),
  'an element in no namespace': tag('Extra', [['xmlns', '']]),
  'an element of another namespace': tag('q:Extra', [['xmlns:q', OTHER]], 'x'),
};

/** Between any two children, and before and after them. */
function* insertions({ tag: own }: Visit, put: Put): Generator<TreeEdit> {
  const gaps = hasElements(own) ? own.children.length : leafText(own) === null ? 0 : 1;
  const [prefix = ''] = /^.*:/.exec(own.name) ?? [];
  const header = (attributes: Tag['attributes']): Tag =>
    tag('soap:Header', [], tag('q:Block', [['xmlns:q', OTHER], ...attributes], 'x'));
  const headers: Readonly<Record<string, Markup>> = {
    'an empty Header': tag('soap:Header', []),
    'a Header with a block': header([]),
    'a Header with a block that must be understood': header([['soap:mustUnderstand', '1']]),
  };
  const all = localName(own.name) === 'Envelope' && prefix !== '' ? { ...INSERTED, ...headers } : INSERTED;
  for (let gap = 0; gap <= gaps; gap += 1) {
    const where = gap === 0 ? 'first' : gap === gaps ? 'last' : 'between';
    // White space in front of a child is one place with the child.
    if (gap < gaps && gap > 0 && typeof own.children[gap] === 'string') continue;
    for (const [what, node] of Object.entries(all))
      yield ['insert', `holds ${what} ${where}`, put({ ...own, children: own.children.toSpliced(gap, 0, node) })];
  }
}
