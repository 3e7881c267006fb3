import { bindings } from '../../bindings/bindings.ts';
import type { Contract } from '../../contract/model.ts';
import type { Finding } from '../../results/outcome.ts';
import { parseXml } from '../../xml/parse.ts';
import { childElements, type XmlElement } from '../../xml/tree.ts';
import type { BodyText } from './body-text.ts';
import type { Span } from './layout.ts';
import { elementSpan, offsetOf, tagSpan } from './spans.ts';

/** The part of a response that a finding is about. */
export type Mark =
  | ({ readonly part: 'body' } & Span)
  | { readonly part: 'header'; readonly name: string }
  | { readonly part: 'status' };

type Marked = Pick<Finding, 'rule' | 'cause' | 'location' | 'expected' | 'operation' | 'binding'>;

/** Where a finding's response is wrong; null where no place can be marked. */
export function markOf(finding: Marked, body: BodyText, contract: Contract): Mark | null {
  const { rule, cause } = finding;
  const headerName = /^http\.(?:content-type|content-length)$/.test(rule) || rule === 'soap.fault';
  const named = /:(Content-Type|Content-Length)$/.exec(cause)?.[1];
  if (headerName && named !== undefined) return { part: 'header', name: named };
  if (rule === 'http.status' || rule === 'http.status-generated' || rule === 'binding.reachable') {
    return { part: 'status' };
  }
  const span = bodySpan(finding, body, contract);
  return span === null ? null : { part: 'body', ...span };
}

function bodySpan(finding: Marked, body: BodyText, contract: Contract): Span | null {
  const { rule, location } = finding;
  const { text } = body;
  if (body.dump) return null;
  if (rule === 'xml.bom') return text.startsWith('\uFEFF') ? { start: 0, end: 1 } : null;
  if (rule === 'xml.encoding') return encodingSpan(body);
  if (rule === 'binding.same-records') return location === null ? null : recordSpan(finding, text, contract);
  return location === null ? null : placeSpan(location, text);
}

/** The first bytes that are not UTF-8, or else what the XML declaration says. */
function encodingSpan({ text, bytes }: BodyText): Span | null {
  const [first] = bytes.keys();
  if (first !== undefined) return { start: first, end: first + 1 };
  const declared = /^\uFEFF?<\?xml\s[^>]*?(encoding\s*=\s*["'][^"'>]*["'])/d.exec(text)?.indices?.[1];
  return declared === undefined ? null : { start: declared[0], end: declared[1] };
}

/** Locations as the rules write them: a path or a tag, a line and column, both, or a line alone. */
function placeSpan(location: string, text: string): Span | null {
  const [, line, column] = /line (\d+)(?:, column (\d+))?\)?$/.exec(location) ?? [];
  const name = /^(?:\/(?:.*\/)?|<)([^/<>()[\]\s]+)/.exec(location)?.[1];
  const offset = line === undefined ? undefined : offsetOf(text, Number(line), Number(column ?? 1));
  if (name !== undefined) return elementSpan(text, name, offset ?? 0);
  if (offset === undefined) return null;
  if (column === undefined) return lineSpan(text, offset);
  return tagSpan(text, offset);
}

/** A whole line; null where it is the only one: marking all of a text tells nothing. */
function lineSpan(text: string, start: number): Span | null {
  if (!/[\r\n]/.test(text.trim())) return null;
  const end = text.slice(start).search(/[\r\n]/);
  return { start, end: end < 0 ? text.length : start + end };
}

/** The element at a place among the records, like `[2].Submodels[1]`, or its nearest parent that exists. */
function recordSpan({ operation, binding, location }: Marked, text: string, contract: Contract): Span | null {
  const known = contract.operations.find(({ name }) => name === operation);
  const xml = parseXml(text.replace(/^\uFEFF/, ''));
  if (known === undefined || xml.kind !== 'document' || location === null) return null;
  const { result } = bindings[binding].locate(xml.document.root, known);
  if (result === null) return null;
  const steps = location.match(/[^.[\]]+/g) ?? [];
  // A single record is the result itself; its place begins with [1] all the same.
  const inside = known.result.kind === 'single' ? steps.slice(1) : steps;
  const { line, column } = descend(result, inside);
  return tagSpan(text, offsetOf(text, line, column));
}

function descend(element: XmlElement, [step, ...rest]: readonly string[]): XmlElement {
  if (step === undefined) return element;
  const children = childElements(element);
  const next = /^\d+$/.test(step) ? children[Number(step) - 1] : children.find(({ name }) => name === step);
  return next === undefined ? element : descend(next, rest);
}
