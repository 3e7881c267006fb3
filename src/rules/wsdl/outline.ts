import type { ComponentKind } from '../../contract/wsdl/components.ts';
import { attributeOf, isXsd, NS } from '../../contract/wsdl/names.ts';
import { childElements, type XmlElement } from '../../xml/tree.ts';
import type { Description } from './description.ts';
import type { OutlineNode } from './outline-text.ts';

/** Maximum elements that an outline is made of; ASP.NET's description of this service has 1,700. */
const MOST_ELEMENTS = 40_000;
const MOST_LEVELS = 40;

/** Attributes that name a component, and its kind. Of a wsdl:binding, `type` names a port type. */
export const REFERENCES = new Map<string, ComponentKind>(
  Object.entries({
    type: 'type',
    base: 'type',
    itemType: 'type',
    element: 'element',
    ref: 'element',
    message: 'message',
    binding: 'binding',
  } as const),
);

/** What an attribute means where it is left out. */
const DEFAULTS = new Map(
  Object.entries({
    minOccurs: '1',
    maxOccurs: '1',
    nillable: 'false',
    abstract: 'false',
    mixed: 'false',
    style: 'document',
    use: 'literal',
  }),
);

/** Also written as 1 and 0. */
const SWITCHES = new Set('nillable abstract mixed'.split(' '));

/** Say nothing to a client, or are said by what an outline has in their place. */
const UNSAID = new Set(
  'name value id form block final targetNamespace parameterOrder schemaLocation location'.split(' '),
);
const SKIPPED = new Set('documentation annotation import include redefine notation key keyref unique'.split(' '));
const TRANSPARENT = new Set('types schema complexType simpleType complexContent simpleContent'.split(' '));
const PROTOCOLS = new Map<string, string>([
  [NS.soap11, 'soap11'],
  [NS.soap12, 'soap12'],
  [NS.http, 'http'],
]);

/**
 * What a description says to a generator of clients: its components with what they hold, without texts for people,
 * prefixes, defaults and hosts. Null if it is too large, or no XML.
 */
export function outlineOf(description: Description): readonly OutlineNode[] | null {
  const { refer, targetNamespace, roots, unreadable } = description;
  let left = unreadable === null ? MOST_ELEMENTS : 0;

  /** `~` stands for the target namespace, so that another one is one difference. */
  const expanded = (namespace: string, name: string): string => {
    if (namespace === NS.xsd) return `xs:${name}`;
    return namespace === targetNamespace ? name : `{${namespace}}${name}`;
  };
  const shortened = (value: string): string =>
    targetNamespace !== '' && value.startsWith(targetNamespace) ? `~${value.slice(targetNamespace.length)}` : value;

  function factsOf(element: XmlElement): Record<string, string> {
    const facts: Record<string, string> = {};
    for (const { name, namespace, value } of element.attributes) {
      if (namespace !== '' || UNSAID.has(name)) continue;
      const kind = element.namespace === NS.mime ? undefined : REFERENCES.get(name);
      const reference = kind === undefined ? null : refer(element, name, kind);
      const plain = SWITCHES.has(name) ? String(/^(?:1|true)$/.test(value.trim())) : value.trim();
      const said = reference === null ? shortened(plain) : expanded(reference.namespace, reference.name);
      if (said !== DEFAULTS.get(name)) facts[name] = said;
    }
    return facts;
  }

  /** What stands in an element: facts about it, and what it holds. */
  function readContent(element: XmlElement, level: number): Omit<OutlineNode, 'kind' | 'name'> {
    const facts = factsOf(element);
    const nodes: OutlineNode[] = [];
    const add = (inner: Omit<OutlineNode, 'kind' | 'name'>): void => {
      Object.assign(facts, inner.facts);
      nodes.push(...inner.nodes);
    };
    for (const child of childElements(element)) {
      left -= 1;
      if (left <= 0 || level > MOST_LEVELS) break;
      const { name, namespace } = child;
      const protocol = PROTOCOLS.get(namespace);
      const isTopGroup = isXsd(element, 'complexType') && isXsd(child, 'all', 'choice');
      if (protocol !== undefined || namespace === NS.mime) addExtension(child, protocol ?? 'mime', facts, nodes);
      else if ((namespace !== NS.wsdl && namespace !== NS.xsd) || SKIPPED.has(name)) continue;
      else if (TRANSPARENT.has(name) || isPlainGroup(child)) add(readContent(child, level + 1));
      else if (isTopGroup && Object.keys(factsOf(child)).length === 0)
        add({ ...readContent(child, level + 1), facts: { group: name } });
      else if (isXsd(child, 'extension', 'restriction')) {
        const inner = readContent(child, level + 1);
        add({ ...inner, facts: { ...inner.facts, derived: name } });
      } else if (namespace === NS.xsd && name !== 'enumeration' && attributeOf(child, 'value') !== null)
        facts[name] = attributeOf(child, 'value') ?? '';
      else nodes.push(nodeOf(child, level + 1));
    }
    return { facts, nodes };
  }

  function nodeOf(element: XmlElement, level: number): OutlineNode {
    const content = readContent(element, level);
    const { ref } = content.facts;
    const name = attributeOf(element, 'name') ?? attributeOf(element, 'value') ?? ref ?? '';
    const around = isXsd(element, 'element') && ref === undefined ? description.schemaOf(element) : null;
    const form = attributeOf(element, 'form') ?? (around && attributeOf(around.schema, 'elementFormDefault'));
    const isUnqualified = around !== null && level > 0 && form !== 'qualified';
    const facts = isUnqualified ? { ...content.facts, form: 'unqualified' } : content.facts;
    return { kind: kindOf(element), name, ...content, facts };
  }

  /** What an element of SOAP, HTTP or MIME says of the element that it stands in. */
  function addExtension(child: XmlElement, protocol: string, facts: Record<string, string>, nodes: OutlineNode[]) {
    const own = factsOf(child);
    if (child.name === 'address') {
      facts.protocol = protocol;
      facts.path = pathOf(attributeOf(child, 'location') ?? '');
    } else if (child.name === 'header' || child.name === 'fault')
      nodes.push({ kind: child.name, name: attributeOf(child, 'part') ?? '', facts: own, nodes: [] });
    else if (child.name === 'binding') Object.assign(facts, own, { protocol });
    else if (child.name === 'operation' || child.name === 'body') {
      const location = attributeOf(child, 'location');
      Object.assign(facts, own, location === null ? {} : { location });
    } else facts.content = [child.name, ...Object.values(own)].join(' ');
  }

  const components = roots.flatMap((root) => {
    const schemas = childrenIn(root, 'types').flatMap(childElements);
    const owners = isXsd(root, 'schema') ? [root] : [root, ...schemas.filter((one) => isXsd(one, 'schema'))];
    return owners.flatMap((owner) =>
      childElements(owner).flatMap((child): readonly OutlineNode[] => {
        const name = attributeOf(child, 'name');
        if (name === null || child.namespace !== owner.namespace || SKIPPED.has(child.name)) return [];
        const namespace = description.schemaOf(child)?.namespace ?? attributeOf(owner, 'targetNamespace') ?? '';
        return [{ ...nodeOf(child, 0), name: expanded(namespace, name) }];
      }),
    );
  });
  if (left <= 0) return null;
  return [{ kind: 'namespace', name: '', facts: { uri: targetNamespace }, nodes: [] }, ...components.map(withStyles)];
}

const childrenIn = (root: XmlElement, name: string): readonly XmlElement[] =>
  childElements(root).filter((child) => child.namespace === NS.wsdl && child.name === name);

const kindOf = ({ name }: XmlElement): string => (/^(?:simple|complex)Type$/.test(name) ? 'type' : name);

/** A sequence that comes once says only the order of what it holds. */
const isPlainGroup = (element: XmlElement): boolean =>
  isXsd(element, 'sequence') && ['minOccurs', 'maxOccurs'].every((name) => (attributeOf(element, name) ?? '1') === '1');

/** The host differs by nature. */
function pathOf(location: string): string {
  if (!URL.canParse(location)) return location;
  const { pathname, search } = new URL(location);
  return `${pathname}${search}`;
}

/** The style of a binding is that of its operations (WSDL 1.1, section 3.4). */
function withStyles(node: OutlineNode): OutlineNode {
  const { style, ...facts } = node.facts;
  if (node.kind !== 'binding' || style === undefined) return node;
  return { ...node, facts, nodes: node.nodes.map((one) => ({ ...one, facts: { style, ...one.facts } })) };
}
