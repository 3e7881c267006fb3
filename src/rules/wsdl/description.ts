import type { Cell, Contract } from '../../contract/model.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { decodeXmlBytes } from '../../xml/decode.ts';
import { parseXml } from '../../xml/parse.ts';
import { childElements, LIMITS, XMLNS_NAMESPACE, type XmlElement, type XmlProblem } from '../../xml/tree.ts';
import { bodyCauses, recognise } from '../body/recognise.ts';
import type { Recognised } from '../body/recognised.ts';
import type { Problem, Reason } from '../judgement.ts';

/** Namespaces of WSDL 1.1, of its extensions, and of XML Schema. */
export const NS = {
  wsdl: 'http://schemas.xmlsoap.org/wsdl/',
  soap11: 'http://schemas.xmlsoap.org/wsdl/soap/',
  soap12: 'http://schemas.xmlsoap.org/wsdl/soap12/',
  http: 'http://schemas.xmlsoap.org/wsdl/http/',
  mime: 'http://schemas.xmlsoap.org/wsdl/mime/',
  xsd: 'http://www.w3.org/2001/XMLSchema',
} as const;

/** A problem of a description, and where its text shows it. */
export interface Placed extends Problem {
  readonly at: XmlElement;
}

/** A problem of an element: `<port name="GetDataSoap"> (line 12, column 3)`. */
export function problemAt(at: XmlElement, code: string, text: string, expected: string, actual = 'none'): Placed {
  const name = attributeOf(at, 'name');
  const location = `<${at.name}${name === null ? '' : ` name="${name}"`}> (line ${at.line}, column ${at.column})`;
  return { code, text, location, expected, actual: actual.slice(0, 300), at };
}

/** What a rule says of a description in a cell, called at this endpoint; a reason if it has nothing to judge. */
export type Describing = (
  description: Description,
  cell: Cell,
  contract: Contract,
  endpoint: URL,
) => readonly Placed[] | Reason;

export interface QName {
  readonly namespace: string;
  readonly name: string;
}

/** What an attribute refers to: its name, and the component of that name where the description has it. */
export interface Reference extends QName {
  readonly found: XmlElement | null;
}

/** A component's kind; types share one symbol space (XML Schema Part 1, section 2.5). */
export type Kind = 'message' | 'portType' | 'binding' | 'element' | 'type' | 'group';

/** A WSDL 1.1 document that a target offers. */
export interface Description {
  readonly root: XmlElement;
  readonly targetNamespace: string;
  /** Parts of it are in other documents, which are not fetched: a target must not choose what is requested. */
  readonly isPartial: boolean;
  /** Why it can't be read, if so: then nothing else of it is known. */
  readonly unreadable: Placed | null;
  /** Components whose kind and name an earlier one has. */
  readonly repeated: ReadonlySet<XmlElement>;
  /** What the attribute of an element refers to; null where it has no such attribute. */
  readonly refer: (element: XmlElement, attribute: string, kind: Kind) => Reference | null;
  /** The schema around an element. */
  readonly schemaOf: (element: XmlElement) => XmlElement | null;
}

/** A description, or half a sentence saying why there is none. */
export type Offered = Description | { readonly none: string };

/** Larger descriptions are not read; ASP.NET's of this service has 80 kB. */
const MOST_BYTES = 1024 * 1024;

/** Reads the answer to ?wsdl. Never throws. */
export function descriptionIn({ outcome }: Exchange): Offered {
  if (outcome.kind === 'trouble') return { none: `?wsdl got no answer: ${outcome.trouble.message}` };
  const { status, body } = outcome.response;
  if (status !== 200) return { none: `it answers ?wsdl with status ${status}` };
  if (body.byteLength > MOST_BYTES) return { none: `its answer to ?wsdl has more than ${MOST_BYTES} bytes` };
  const { text } = decodeXmlBytes(body, null);
  const parse = parseXml(text, LIMITS, true);
  const isMeant = outcome.response.complete && DEFINITIONS.test(text);
  if (parse.kind === 'problem' && parse.problem.kind === 'malformed' && isMeant)
    return unread(parse.problem, recognise(outcome.response, parse.problem.atEnd));
  if (parse.kind === 'problem') return { none: 'its answer to ?wsdl is not XML' };
  const { root } = parse.document;
  if (root.namespace !== NS.wsdl || root.name !== 'definitions') return { none: 'its answer to ?wsdl is not WSDL 1.1' };
  return openDescription(root);
}

/** The root of a WSDL 1.1 document, in text that may not be XML. */
const DEFINITIONS = /<(?:[\w.-]+:)?definitions\s[^<]*http:\/\/schemas\.xmlsoap\.org\/wsdl\//;

function unread({ line, column, message }: XmlProblem, found: Recognised | null): Description {
  const empty = { prefix: '', namespace: NS.wsdl, attributes: [], children: [] };
  const root: XmlElement = { kind: 'element', name: 'definitions', ...empty, line, column };
  const text = found === null ? 'The WSDL is not well-formed XML' : `The WSDL ${found.words}`;
  const cause = found === null ? {} : { cause: bodyCauses[found.kind] };
  const problem = { ...problemAt(root, 'malformed', text, 'XML', message), ...cause };
  return { ...openDescription(root), unreadable: problem };
}

/** The context of an element: its schema, and the namespaces of its prefixes; '' is the default namespace's. */
interface Scope {
  readonly schema: XmlElement | null;
  readonly namespaces: Readonly<Record<string, string>>;
}

function openDescription(root: XmlElement): Description {
  const scopes = new Map<XmlElement, Scope>();
  const components = new Map<string, XmlElement>();
  const repeated = new Set<XmlElement>();
  const keyOf = (kind: string, { namespace, name }: QName): string => `${kind} {${namespace}}${name}`;
  let isPartial = false;
  const visit = (element: XmlElement, outer: Scope): void => {
    const schema = isXsd(element, 'schema') ? element : outer.schema;
    const scope = { schema, namespaces: namespacesOf(element, outer.namespaces) };
    scopes.set(element, scope);
    const isImport = ['import', 'include', 'redefine'].includes(element.name);
    isPartial ||= isImport && (attributeOf(element, 'schemaLocation') ?? attributeOf(element, 'location')) !== null;
    for (const child of childElements(element)) {
      const name = attributeOf(child, 'name');
      if ((element === root || element === schema) && name !== null && child.namespace === element.namespace) {
        const kind = child.name.replace(/^(simple|complex)Type$/, 'type');
        const key = keyOf(kind, { namespace: attributeOf(element, 'targetNamespace') ?? '', name });
        if (components.has(key)) repeated.add(child);
        else components.set(key, child);
      }
      visit(child, scope);
    }
  };
  visit(root, { schema: null, namespaces: Object.create(null) });
  return {
    root,
    targetNamespace: attributeOf(root, 'targetNamespace') ?? '',
    isPartial,
    unreadable: null,
    repeated,
    refer: (element, attribute, kind) => {
      const written = attributeOf(element, attribute);
      if (written === null) return null;
      const [name = '', prefix = ''] = written.split(':').toReversed();
      const namespace = scopes.get(element)?.namespaces[prefix] ?? '';
      return { namespace, name, found: components.get(keyOf(kind, { namespace, name })) ?? null };
    },
    schemaOf: (element) => scopes.get(element)?.schema ?? null,
  };
}

/** Inherits from its parents, down to an object without a prototype, so that any name may be a prefix. */
function namespacesOf({ attributes }: XmlElement, outer: Scope['namespaces']): Scope['namespaces'] {
  const own = attributes.filter(({ namespace }) => namespace === XMLNS_NAMESPACE);
  if (own.length === 0) return outer;
  const declared = own.map(({ name, value }) => [name === 'xmlns' ? '' : name, value]);
  return Object.assign(Object.create(outer), Object.fromEntries(declared));
}

/** An attribute in no namespace, trimmed. */
export function attributeOf({ attributes }: XmlElement, name: string): string | null {
  return attributes.find((one) => one.name === name && one.namespace === '')?.value.trim() ?? null;
}

export function isXsd({ namespace, name }: XmlElement, ...names: readonly string[]): boolean {
  return namespace === NS.xsd && names.includes(name);
}

/** The child elements of that namespace and name. */
export function childrenOf(element: XmlElement, namespace: string, name: string): readonly XmlElement[] {
  return childElements(element).filter((child) => child.namespace === namespace && child.name === name);
}
