import type { Contract } from '../../../contract/model.ts';
import type { XmlElement } from '../../../xml/tree.ts';
import type { Facts, Problem } from '../../judgement.ts';

/** Rules that one walk over the records of an answer decides together. */
export type InspectedRule =
  | `record.${'namespace' | 'shape' | 'unknown-field' | 'field-order' | 'field-repeated' | 'field-name'}`
  | `record.${'missing-value' | 'list-item' | 'nil' | 'attribute' | 'mixed-text'}`
  | `value.${'int' | 'long' | 'boolean'}`;

/** One rule broken at one place. `code` names the place by type (`Video.Title`), `location` the instance. */
export interface Irregularity extends Problem {
  readonly rule: InspectedRule;
  readonly location: string;
}

/** What a walk found, and what it had to judge: otherwise a walk without input would seem to pass. */
export interface Inspection {
  readonly irregularities: readonly Irregularity[];
  /** Field paths (`Video.Title`) seen with a value at least once. */
  readonly seen: ReadonlySet<string>;
  /** Field paths of elements that were present, with no text and no item. */
  readonly empty: ReadonlySet<string>;
  readonly nil: ReadonlySet<string>;
  readonly hasRecords: boolean;
}

/** A place in the tree, so that locations are written only where something is wrong. */
export interface ElementPlace {
  readonly element: XmlElement;
  readonly parent: ElementPlace | null;
}

/** XPath-like, with line and column: `/ArrayOfVideo/Video[2]/Title (line 9, column 5)`. */
export function locationOf(place: ElementPlace): string {
  return `${pathOf(place)} (line ${place.element.line}, column ${place.element.column})`;
}

function pathOf({ element, parent }: ElementPlace): string {
  if (parent === null) return `/${element.name}`;
  const namesakes = parent.element.children.filter((node) => node.kind === 'element' && node.name === element.name);
  const index = namesakes.length > 1 ? `[${namesakes.indexOf(element) + 1}]` : '';
  return `${pathOf(parent)}/${element.name}${index}`;
}

/** What a walk collects, and how it reports. */
export interface Walk extends Record<'seen' | 'empty' | 'nil', Set<string>> {
  readonly contract: Contract;
  /** @param cause - where one mistake breaks the rule in several records @param facts - if not expected and actual */
  readonly object: (
    rule: InspectedRule,
    path: string,
    place: ElementPlace,
    expected: string,
    actual: string,
    cause?: string,
    facts?: Facts,
  ) => void;
  hasRecords: boolean;
}
