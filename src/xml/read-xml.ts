import { parseXml } from './parse.ts';
import { childElements, LIMITS, textOf, XMLNS_NAMESPACE, type XmlElement } from './tree.ts';

/** An element by its names as written: the caller resolves namespaces. */
export interface QualifiedElement {
  /** With its prefix. */
  readonly name: string;
  /** By name with prefix, including namespace declarations. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly QualifiedElement[];
  /** All direct character data, not trimmed. */
  readonly text: string;
}

/** The input is not XML this reader accepts; the message is one sentence. */
export class XmlReadError extends Error {
  override readonly name = 'XmlReadError';
}

const limits = { ...LIMITS, maxDepth: 100 };

/**
 * Reads the root element of a document, for the reference server and the XSD loader. @param declarations - keep
 * namespace declarations as attributes @throws XmlReadError for text that is not well-formed, holds a DOCTYPE or is
 * nested more than 100 deep
 */
export function readTree(text: string, declarations = false): XmlElement {
  const parsed = parseXml(text.replace(/^\uFEFF/, ''), limits, declarations);
  const problem = parsed.doctype ?? (parsed.kind === 'problem' ? parsed.problem : null);
  if (problem !== null) throw new XmlReadError(`line ${problem.line}: ${problem.message}`);
  if (parsed.kind === 'problem') throw new XmlReadError(parsed.problem.message);
  return parsed.document.root;
}

/** The same, by names as written. Of several prefixes of an attribute's namespace it has the first. */
export function readXml(text: string): QualifiedElement {
  return qualified(readTree(text, true), new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]));
}

function qualified(element: XmlElement, outer: ReadonlyMap<string, string>): QualifiedElement {
  const { name, prefix, attributes } = element;
  const declared = attributes.filter((one) => one.namespace === XMLNS_NAMESPACE && one.name !== 'xmlns');
  const scope =
    declared.length === 0 ? outer : new Map([...outer, ...declared.map((one) => [one.name, one.value] as const)]);
  const prefixOf = (namespace: string) => [...scope].find(([, bound]) => bound === namespace)?.[0] ?? '';
  const pairs = attributes.map(({ name: own, namespace, value }) => {
    if (namespace === XMLNS_NAMESPACE) return [own === 'xmlns' ? own : `xmlns:${own}`, value] as const;
    return [namespace === '' ? own : `${prefixOf(namespace)}:${own}`, value] as const;
  });
  return {
    name: prefix === '' ? name : `${prefix}:${name}`,
    attributes: Object.fromEntries(pairs),
    children: childElements(element).map((child) => qualified(child, scope)),
    text: textOf(element),
  };
}
