/** Where a node begins in the text: line and column count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** An attribute; a namespace declaration is one only if a reader requests it, in XMLNS_NAMESPACE. */
export interface XmlAttribute {
  readonly name: string;
  readonly namespace: string;
  readonly value: string;
}

export interface XmlElement extends Position {
  readonly kind: 'element';
  /** Local name. */
  readonly name: string;
  readonly prefix: string;
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlNode[];
}

export interface XmlText extends Position {
  readonly kind: 'text';
  readonly text: string;
}

export interface XmlOther extends Position {
  readonly kind: 'comment' | 'processing-instruction';
  readonly text: string;
}

export type XmlNode = XmlElement | XmlText | XmlOther;

/** A well-formed, namespace-well-formed document. */
export interface XmlDocument {
  readonly declaration: { readonly version: string; readonly encoding: string | null } | null;
  readonly root: XmlElement;
  /** Processing instructions, anywhere. */
  readonly instructions: readonly XmlOther[];
}

/** The namespace of declarations (Namespaces in XML 1.0, section 3); the default is named `xmlns`, as in DOM. */
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
export const XSI_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance';

/** The child elements, without text, comments and processing instructions. */
export function childElements(element: XmlElement): XmlElement[] {
  return element.children.filter((node) => node.kind === 'element');
}

/** All character data directly in the element, in order. */
export function textOf({ children }: XmlElement): string {
  let text = '';
  for (const node of children) if (node.kind === 'text') text += node.text;
  return text;
}

/** True where xsi:nil is true by XML Schema's lexical rules. */
export function isNil(element: XmlElement): boolean {
  if (element.attributes.length === 0) return false;
  const value = element.attributes.find((a) => a.namespace === XSI_NAMESPACE && a.name === 'nil')?.value.trim();
  return value === 'true' || value === '1';
}

export type XmlMistake = 'ampersand' | 'less-than' | 'prefix' | 'outside' | 'tags';

/** Why a text can't be judged as a document, and where. */
export interface XmlProblem extends Position {
  /** 'limit': one of XmlLimits; 'size': that of nodes, which an honest answer may exceed too. */
  readonly kind: 'malformed' | 'doctype' | 'characters' | 'limit' | 'size';
  readonly message: string;
  /** The message without names of the text: one may come from an unescaped value. Left out where it has none. */
  readonly unnamed?: string;
  /** What is written wrongly in a malformed text, where it is one of the usual mistakes. */
  readonly mistake?: XmlMistake;
  /** The text ended too early; what there is of it was right. */
  readonly atEnd?: true;
}

/** A problem at an offset of the text, before its line is known. */
export type Stop = Omit<XmlProblem, keyof Position> & { readonly offset: number };

/** `doctype`: a document type declaration that declares nothing itself, and was skipped. */
export type XmlParse = { readonly doctype?: XmlProblem } & (
  | { readonly kind: 'document'; readonly document: XmlDocument }
  | { readonly kind: 'problem'; readonly problem: XmlProblem }
);

/** Limits for hostile documents; no answer of this service comes near them. */
export const LIMITS = {
  maxDepth: 256,
  /** Elements, attributes, texts, comments and instructions together; and references. */
  maxNodes: 300_000,
  /** Attributes of one element, including namespace declarations. */
  maxAttributes: 256,
  /** Characters of a name, including its prefix. */
  maxName: 1_000,
};

export type XmlLimits = Readonly<typeof LIMITS>;
