import type { Position, XmlDocument } from './tree.ts';

/** Why a text can't be judged as a document, and where. */
export interface XmlProblem extends Position {
  /** 'limit': one of XmlLimits; 'size': that of nodes, which an honest answer may exceed too. */
  readonly kind: 'malformed' | 'doctype' | 'characters' | 'limit' | 'size';
  readonly message: string;
  /** The text ended too early; what there is of it was right. */
  readonly atEnd?: true;
}

export type XmlParse =
  /** `doctype`: a document type declaration that declares nothing itself, and was skipped. */
  | { readonly kind: 'document'; readonly document: XmlDocument; readonly doctype?: XmlProblem }
  | { readonly kind: 'problem'; readonly problem: XmlProblem };

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
