/** Attributes by their names as written, with prefixes; xmlns declarations are allowed here. */
export type OutAttributes = Readonly<Record<string, string>>;

/** An element to be written. The writer declares namespaces where the scope lacks them. */
export interface OutElement {
  readonly name: string;
  /** undefined: the parent's namespace and prefix; null: no namespace. */
  readonly namespace?: string | null;
  /** Only with a namespace; undefined: the default namespace. */
  readonly prefix?: string;
  readonly attributes: OutAttributes;
  readonly children: readonly OutNode[];
}

/** `raw`: text that the writer does not escape. */
export type OutNode = OutElement | { readonly raw: string } | string;

export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
export const XSD = 'http://www.w3.org/2001/XMLSchema';
export const NIL: OutAttributes = { 'xsi:nil': 'true' };

/** An element in its parent's namespace. */
export function element(name: string, children: readonly OutNode[] = []): OutElement {
  return { name, attributes: {}, children };
}

export function isElement(node: OutNode): node is OutElement {
  return typeof node !== 'string' && 'children' in node;
}
