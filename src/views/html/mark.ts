import type { Contract } from '../../contract/model.ts';
import type { Finding } from '../../results/outcome.ts';
import { bindings } from '../../wire/soap/bindings.ts';
import { parseXml } from '../../xml/parse.ts';
import { childElements, type XmlElement } from '../../xml/tree.ts';
import { lineIn, offsetOf } from '../finding-lines.ts';
import type { BodyText } from './body-text.ts';
import type { Span } from './layout.ts';

export type Mark =
  | ({ readonly part: 'body' } & Span)
  | { readonly part: 'header'; readonly name: string }
  | { readonly part: 'status' };

type Marked = Pick<Finding, 'rule' | 'cause' | 'location' | 'expected' | 'operation' | 'binding'>;

const STATUS: Mark = { part: 'status' };
const CONTENT_TYPE: Mark = { part: 'header', name: 'Content-Type' };

/** The rules that are about one part of the head. */
const ofHead = new Map<string, Mark>([
  ['http.content-type', CONTENT_TYPE],
  ['http.content-length', { part: 'header', name: 'Content-Length' }],
  ['http.status', STATUS],
  ['http.status-generated', STATUS],
  ['binding.reachable', STATUS],
]);

/** Where a finding's response is wrong; null if no place can be marked. */
export function markOf(finding: Marked, body: BodyText, contract: Contract): Mark | null {
  const { rule, cause, location } = finding;
  const inHead = ofHead.get(rule);
  if (inHead !== undefined) return inHead;
  // A fault that is wrong in no element is so in its status, or in the media type, which may have another rule's cause.
  if (rule === 'soap.fault' && location === null) return cause === 'soap.fault:status' ? STATUS : CONTENT_TYPE;
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

/** Locations as the rules write them: a path or a tag, a line and column, both, or only a line. */
function placeSpan(location: string, text: string): Span | null {
  const line = lineIn(text, location);
  const name = /^(?:\/(?:.*\/)?|<)([^/<>()[\]\s]+)/.exec(location)?.[1];
  if (name !== undefined) return elementSpan(text, name, line?.offset ?? 0);
  if (line === null) return null;
  return line.isWhole ? lineSpan(text, line.offset) : tagSpan(text, line.offset);
}

/** A whole line; null if it is the only one: marking all of a text says nothing. */
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
  // A single record is the result itself, but its place still begins with [1].
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

/** Most characters of a value that is marked together with its tags. */
const MOST_VALUE = 80;

/** The start tag at an offset, with a short value and the end tag; any other character on its own. */
function tagSpan(text: string, start: number): Span {
  const code = text.codePointAt(start);
  if (code === undefined) return { start: text.length, end: text.length };
  if (text[start] !== '<') return { start, end: start + String.fromCodePoint(code).length };
  const close = text.indexOf('>', start);
  if (close < 0) return { start, end: start + 1 };
  const after = text.slice(close + 1, close + 1 + MOST_VALUE * 2);
  const value = text[close - 1] === '/' ? null : /^([^<]*)<\/[^<>]*>/.exec(after);
  const whole = value !== null && (value[1] ?? '').length <= MOST_VALUE;
  return { start, end: close + 1 + (whole ? value[0].length : 0) };
}

/** The element of that name nearest to an offset, which masked secrets may have moved; null if there is none. */
function elementSpan(text: string, name: string, near: number): Span | null {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const tags = new RegExp(`<(?:[^<>\\s/:]{1,80}:)?${escaped}(?=[\\s/>])`, 'g');
  const found = [...text.matchAll(tags)].map(({ index }) => index);
  const [nearest] = found.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near));
  return nearest === undefined ? null : tagSpan(text, nearest);
}
