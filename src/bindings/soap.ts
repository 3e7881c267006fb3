import { childElements, isNil, type XmlElement } from '../xml/tree.ts';
import type { Located } from './binding.ts';

/** Finds Envelope, Body, `<Op>Response` and `<Op>Result` (the document, table 'Bindings' and binding rule 3). */
export function locateInEnvelope(root: XmlElement, operation: string): Located {
  const nothing: Located = { envelope: null, fault: null, payload: null, result: null, nullResult: false };
  if (root.name !== 'Envelope') return nothing;
  const body = childElements(root).find((child) => child.name === 'Body') ?? null;
  const envelope = { root, body };
  if (body === null) return { ...nothing, envelope };
  const children = childElements(body);
  const fault = children.find((child) => child.name === 'Fault' && child.namespace === body.namespace) ?? null;
  const payload = children.find((child) => child.name === `${operation}Response`) ?? null;
  if (payload === null) return { ...nothing, envelope, fault };
  const inside = childElements(payload);
  const result = inside.find((child) => child.name === `${operation}Result`) ?? null;
  const nullResult = inside.length === 0 || (result !== null && isNil(result));
  return { envelope, fault, payload, result: nullResult ? null : result, nullResult };
}
