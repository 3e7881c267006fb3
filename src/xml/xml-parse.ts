import type { Position, XmlDocument } from './tree.ts';

/** Why a text is no document that can be judged, and where. */
export interface XmlProblem extends Position {
  /**
   * 'doctype': a document type declaration, of which nothing was expanded; 'limit': one of XmlLimits;
   * 'size': that of nodes, which an honest answer may pass too.
   */
  readonly kind: 'malformed' | 'doctype' | 'characters' | 'limit' | 'size';
  readonly message: string;
  /** The text ended too early; all that there is of it was right. */
  readonly atEnd?: true;
}

export type XmlParse =
  | { readonly kind: 'document'; readonly document: XmlDocument }
  | { readonly kind: 'problem'; readonly problem: XmlProblem };

/** Bounds for hostile documents, which no answer of this service comes near. */
export interface XmlLimits {
  /** Nested elements. */
  readonly maxDepth: number;
  /** Elements, attributes, texts, comments and instructions together; and references. */
  readonly maxNodes: number;
  /** Attributes of one element, namespace declarations among them. */
  readonly maxAttributes: number;
  /** Characters of a name, its prefix counted in. */
  readonly maxName: number;
}
