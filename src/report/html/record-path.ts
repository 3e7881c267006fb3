import { bindings } from '../../bindings/bindings.ts';
import type { Contract } from '../../contract/model.ts';
import type { Finding } from '../../results/outcome.ts';
import { parseXml } from '../../xml/parse.ts';
import { childElements, type XmlElement } from '../../xml/tree.ts';
import type { Span } from './layout.ts';
import { offsetOf, tagSpan } from './spans.ts';

type Placed = Pick<Finding, 'operation' | 'binding' | 'location'>;

/** The element that a place among the records, like `[2].Submodels[1]`, means; or the nearest one around it that is there. */
export function recordSpan({ operation, binding, location }: Placed, text: string, contract: Contract): Span | null {
  const known = contract.operations.find(({ name }) => name === operation);
  const xml = parseXml(text.replace(/^\uFEFF/, ''));
  if (known === undefined || xml.kind !== 'document' || location === null) return null;
  const { result } = bindings[binding].locate(xml.document.root, known);
  if (result === null) return null;
  const steps = location.match(/[^.[\]]+/g) ?? [];
  // A single record is the result itself, though it counts as the first of one.
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
