import { attributeOf, isXsd, NS } from '../../contract/wsdl/names.ts';
import { decodedOutcome } from '../../wire/http/content-coding.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import { decodeXmlBytes } from '../../xml/decode.ts';
import { parseXml } from '../../xml/parse.ts';
import { childElements, LIMITS, type XmlElement, type XmlProblem } from '../../xml/tree.ts';

/** A document of a description: a wsdl:definitions, or an xs:schema that one imports. */
export interface WsdlDocument {
  readonly root: XmlElement;
  readonly exchange: Exchange;
  /** The namespace of an included schema that has none of its own (XML Schema Part 1, section 4.2.1). */
  readonly inherited: string | null;
}

/** What is in the answer to a request for a document; `none`: half a sentence saying why there is none. */
type DocumentRead = { readonly root: XmlElement } | { readonly malformed: XmlProblem } | { readonly none: string };

/** Largest document that is read: 500 operations have 2 MB. What it costs is bounded by the number of its nodes. */
export const MOST_WSDL_MIB = 4;
const MOST_BYTES = MOST_WSDL_MIB * 1024 * 1024;

/** Reads an answer as a document of a description. @param asked - how a sentence names the request */
export function documentIn({ outcome: sent }: Exchange, asked: string): DocumentRead {
  // A description is read also where a server compresses it without being asked.
  const outcome = sent.kind === 'response' && sent.response.codedBytes === undefined ? unpacked(sent) : sent;
  if (outcome.kind === 'trouble') return { none: `${asked} got no answer: ${outcome.trouble.message}` };
  const { status, body, complete } = outcome.response;
  if (status !== 200) return { none: `it answers ${asked} with status ${status}` };
  if (body.byteLength > MOST_BYTES) return { none: `its answer to ${asked} has more than ${MOST_BYTES} bytes` };
  const { text } = decodeXmlBytes(body, null);
  const parse = parseXml(text, LIMITS, true);
  if (parse.kind === 'problem' && parse.problem.kind === 'malformed' && complete && DEFINITIONS.test(text))
    return { malformed: parse.problem };
  if (parse.kind === 'problem') {
    const { kind, message } = parse.problem;
    const end = kind === 'doctype' ? ', which is never read' : '';
    return { none: `its answer to ${asked} ${kind === 'malformed' ? 'is not XML' : `has ${message}${end}`}` };
  }
  return { root: parse.document.root };
}

const unpacked = (outcome: Exchange['outcome']) => decodedOutcome(outcome, '*', MOST_BYTES);

/** The root of a WSDL 1.1 document, in text that may not be XML. */
const DEFINITIONS = /<(?:[\w.-]+:)?definitions\s[^<]*http:\/\/schemas\.xmlsoap\.org\/wsdl\//;

export function isDefinitions({ namespace, name }: XmlElement): boolean {
  return namespace === NS.wsdl && name === 'definitions';
}

/** A reference to another document: wsdl:import, or xs:import, include and redefine. */
export interface Import {
  readonly location: string;
  /** The namespace that an included schema takes over; null for an import. */
  readonly inherited: string | null;
}

/** The documents that one refers to, in its order. */
export function importsOf({ root, inherited }: WsdlDocument): readonly Import[] {
  const schemas = isDefinitions(root) ? childElements(root).flatMap(childElements) : [root];
  const own = childElements(root).flatMap((child): readonly Import[] => {
    const location = child.namespace === NS.wsdl && child.name === 'import' ? attributeOf(child, 'location') : null;
    return location === null ? [] : [{ location, inherited: null }];
  });
  const ofSchemas = schemas
    .filter((schema) => isXsd(schema, 'schema'))
    .flatMap((schema) =>
      childElements(schema).flatMap((child): readonly Import[] => {
        const location = isXsd(child, 'import', 'include', 'redefine') ? attributeOf(child, 'schemaLocation') : null;
        if (location === null) return [];
        const namespace = isXsd(child, 'import') ? null : (attributeOf(schema, 'targetNamespace') ?? inherited);
        return [{ location, inherited: namespace }];
      }),
    );
  return [...own, ...ofSchemas];
}
