import type { Cell, Contract } from '../../contract/model.ts';
import type { Components } from '../../contract/wsdl/components.ts';
import { attributeOf, isXsd, NS } from '../../contract/wsdl/names.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import { childElements, XMLNS_NAMESPACE, type XmlElement, type XmlProblem } from '../../xml/tree.ts';
import { recognise } from '../body/recognise.ts';
import { bodyCauses } from '../body/recognised.ts';
import type { Problem, Reason } from '../judgement.ts';
import { documentIn, importsOf, isDefinitions, type WsdlDocument } from './document.ts';

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

/** The WSDL 1.1 that a target offers, in one document or several. */
export interface Description extends Components {
  readonly root: XmlElement;
  readonly documents: readonly WsdlDocument[];
  /** Why it can't be read, if so: then nothing else of it is known. */
  readonly unreadable: Placed | null;
  /** Components whose kind and name an earlier one has. */
  readonly repeated: ReadonlySet<XmlElement>;
  /** The document that an element is in, as it came. */
  readonly exchangeOf: (element: XmlElement) => Exchange | null;
}

/** A description, or half a sentence saying why there is none. */
export type Offered = Description | { readonly none: string };

/** Reads the answer to ?wsdl, and finds in it what is not in it. Never throws. */
export function descriptionIn(exchange: Exchange): Offered {
  return descriptionOf(documentIn(exchange, '?wsdl'), exchange);
}

/** What the document of an answer to ?wsdl offers, which is parsed already. */
export function descriptionOf(read: ReturnType<typeof documentIn>, exchange: Exchange): Offered {
  if ('none' in read) return read;
  if ('malformed' in read) return unread(read.malformed, exchange);
  if (!isDefinitions(read.root)) return { none: 'its answer to ?wsdl is not WSDL 1.1' };
  const own = { root: read.root, exchange, inherited: null };
  return openDescription(own, [], importsOf(own).length > 0 ? NOT_ASKED : null);
}

/** What a sentence on a part of a description begins with that was not read. */
export const GAP = 'a part of the WSDL';

const NOT_ASKED = `${GAP} is in other documents, which were not requested`;

function unread({ line, column, message, atEnd }: XmlProblem, exchange: Exchange): Description {
  const empty = { prefix: '', namespace: NS.wsdl, attributes: [], children: [] };
  const root: XmlElement = { kind: 'element', name: 'definitions', ...empty, line, column };
  const found = exchange.outcome.kind === 'response' ? recognise(exchange.outcome.response, atEnd) : null;
  const text = found === null ? 'The WSDL is not well-formed XML' : `The WSDL ${found.words}`;
  const cause = found === null ? {} : { cause: bodyCauses[found.kind] };
  const problem = { ...problemAt(root, 'malformed', text, 'XML', message), ...cause };
  return { ...openDescription({ root, exchange, inherited: null }, [], null), unreadable: problem };
}

/** The context of an element: its document and schema, and the namespaces of its prefixes; '' is the default one's. */
interface WsdlScope {
  readonly document: WsdlDocument;
  readonly schema: XmlElement | null;
  readonly namespaces: Readonly<Record<string, string>>;
}

/**
 * Opens a description. @param own - the answer to ?wsdl @param others - the documents that it imports
 * @param gap - why others are missing
 */
export function openDescription(own: WsdlDocument, others: readonly WsdlDocument[], gap: string | null): Description {
  const scopes = new Map<XmlElement, WsdlScope>();
  const components = new Map<string, Map<string, XmlElement>>();
  const repeated = new Set<XmlElement>();
  const schemas = new Map<XmlElement, { readonly schema: XmlElement; readonly namespace: string }>();
  const targetOf = (element: XmlElement, { inherited }: WsdlDocument): string =>
    attributeOf(element, 'targetNamespace') ?? inherited ?? '';
  const visit = (element: XmlElement, outer: WsdlScope): void => {
    const { document } = outer;
    const schema = isXsd(element, 'schema') ? element : outer.schema;
    const namespaces = namespacesOf(element, outer.namespaces);
    const isSame = schema === outer.schema && namespaces === outer.namespaces;
    const scope = isSame ? outer : { document, schema, namespaces };
    scopes.set(element, scope);
    for (const child of childElements(element)) {
      const isGlobal = (element === document.root || element === schema) && child.namespace === element.namespace;
      const name = isGlobal ? attributeOf(child, 'name') : null;
      if (name !== null) {
        const target = targetOf(element, document);
        const all = components.get(target) ?? new Map<string, XmlElement>();
        const key = `${child.name.replace(/^(simple|complex)Type$/, 'type')} ${name}`;
        const known = all.get(key);
        if (known === undefined) components.set(target, all.set(key, child));
        // Documents that are the same under two addresses are no mistake.
        else if (scopes.get(known)?.document === document) repeated.add(child);
      }
      visit(child, scope);
    }
  };
  const documents = [own, ...others];
  for (const document of documents) visit(document.root, { document, schema: null, namespaces: Object.create(null) });
  return {
    root: own.root,
    documents,
    roots: documents.map(({ root }) => root),
    targetNamespace: attributeOf(own.root, 'targetNamespace') ?? '',
    gap,
    unreadable: null,
    repeated,
    refer: (element, attribute, kind) => {
      const written = attributeOf(element, attribute);
      if (written === null) return null;
      const colon = written.lastIndexOf(':');
      const [prefix, name] = [written.slice(0, Math.max(colon, 0)), written.slice(colon + 1)];
      const scope = scopes.get(element);
      const namespace = scope?.namespaces[prefix] ?? (prefix === '' ? scope?.document.inherited : null) ?? '';
      return { namespace, name, found: components.get(namespace)?.get(`${kind} ${name}`) ?? null };
    },
    schemaOf: (element) => {
      const { schema = null, document } = scopes.get(element) ?? {};
      if (schema === null || document === undefined) return null;
      const known = schemas.get(schema) ?? { schema, namespace: targetOf(schema, document) };
      schemas.set(schema, known);
      return known;
    },
    exchangeOf: (element) => scopes.get(element)?.document.exchange ?? null,
  };
}

/** Inherits from its parents, down to an object without a prototype, so that any name may be a prefix. */
function namespacesOf({ attributes }: XmlElement, outer: WsdlScope['namespaces']): WsdlScope['namespaces'] {
  if (!attributes.some(({ namespace }) => namespace === XMLNS_NAMESPACE)) return outer;
  const own = attributes.filter(({ namespace }) => namespace === XMLNS_NAMESPACE);
  const declared = own.map(({ name, value }) => [name === 'xmlns' ? '' : name, value]);
  return Object.assign(Object.create(outer), Object.fromEntries(declared));
}
