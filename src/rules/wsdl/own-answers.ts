import { brokenFacet, facetsOf } from '../../contract/wsdl/facets.ts';
import { attributeOf } from '../../contract/wsdl/names.ts';
import { partsOf } from '../../contract/wsdl/ports.ts';
import { declared, particlesOf, typeOf } from '../../contract/wsdl/schema-type.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { childElements, isNil, textOf, type XmlElement } from '../../xml/tree.ts';
import { excerpt } from '../answer/inspect/element.ts';
import type { ByDescription } from '../check.ts';
import type { Problem, Reason } from '../judgement.ts';
import { isDocumentStyle } from './bound.ts';
import type { Description } from './description.ts';
import { describedIn, nothing, unread } from './port.ts';

const NOT_DESCRIBED: Reason = nothing('the WSDL does not say what this answer holds');

/**
 * Where an answer breaks what the description requires of it: elements that must be there, fixed values and facets.
 * Names and types are those of the document, which other rules judge.
 */
export const judgeOwnAnswer: ByDescription = (description, { reading, inspection }) => {
  const { cell, located } = reading;
  // What the document does not allow either is not the description's.
  if (inspection === null || inspection.irregularities.length > 0) return 'not-applicable';
  const found = describedIn(description, cell);
  if ('reason' in found) return found.reason;
  if (isSoap(cell.binding) && !isDocumentStyle(found, cell)) return NOT_DESCRIBED;
  const [part] = found.output === null ? [] : partsOf(description, found.output);
  const declaration = part?.element?.found ?? null;
  if (declaration === null) return description.gap === null ? NOT_DESCRIBED : unread(description.gap);
  const { payload } = located;
  // Another rule compares the names of messages.
  if (payload !== null && attributeOf(declaration, 'name') !== payload.name) return NOT_DESCRIBED;
  return payload === null || isNil(payload) ? 'not-applicable' : problemsIn(payload, declaration, description);
};

function problemsIn(payload: XmlElement, root: XmlElement, description: Description): readonly Problem[] {
  // One of a kind: every record of a list may show it.
  const problems = new Map<string, Problem>();
  const note = (code: string, text: string, location: string, expected: string, actual: string): void => {
    if (!problems.has(code)) problems.set(code, { code, text, location, expected, actual });
  };
  /** @param label - the type that has the element, and its name: the same in all operations that use the type */
  const visit = (element: XmlElement, declaration: XmlElement, path: string, label: string): void => {
    if (isNil(element)) return;
    const type = typeOf(description, declaration);
    const value = textOf(element);
    const fixed = attributeOf(declaration, 'fixed');
    // An empty element has the fixed value (XML Schema Part 1, section 3.3.1).
    if (fixed !== null && value !== '' && value.trim() !== fixed) {
      const text = `The WSDL fixes ${label}, and the answer has another value`;
      note(`${label}:fixed`, text, path, `'${fixed}'`, said(value));
    }
    const particles = particlesOf(description, type);
    if (particles === null) {
      const broken = brokenFacet(value, facetsOf(description, type));
      if (broken === null) return;
      const text = `The answer breaks the ${broken.name} that the WSDL gives ${label}`;
      note(`${label}:${broken.name}`, text, path, `${broken.name} ${broken.values.join(' or ')}`, said(value));
      return;
    }
    const owner = (type.kind === 'own' ? attributeOf(type.declaration, 'name') : null) ?? element.name;
    const children = childElements(element);
    for (const local of particles.elements) {
      const particle = declared(description, local);
      if (particle === null) continue;
      const name = particle.name.slice(0, 100);
      const below = `${owner}.${name}`;
      const isFree = particles.open || particles.optional.has(local) || attributeOf(local, 'minOccurs') === '0';
      // In another namespace, or under another name, it is there: other rules say so.
      const isThere = children.some((child) => child.name.toLowerCase() === particle.name.toLowerCase());
      const text = `The WSDL requires ${below}, and the answer leaves it out`;
      if (!isFree && !isThere) note(`${below}:required`, text, path, `<${name}>`, 'none');
      for (const child of children)
        if (child.name === particle.name && child.namespace === particle.namespace)
          visit(child, particle.in, `${path}/${name}`, below);
    }
  };
  visit(payload, root, payload.name, payload.name);
  return [...problems.values()];
}

const said = (value: string): string => `'${excerpt(value)}'`;
