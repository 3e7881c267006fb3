import { childElements, type XmlElement } from '../../xml/tree.ts';
import type { Components } from './components.ts';
import { childrenOf, isXsd, NS } from './names.ts';
import { MOST_BASES, typeOf } from './schema-type.ts';

/** The types that are derived from a type, in any number of steps. */
export function derivedTypes(components: Components): ReadonlyMap<XmlElement, readonly XmlElement[]> {
  const found = new Map<XmlElement, XmlElement[]>();
  const schemas = components.roots.flatMap((root) =>
    isXsd(root, 'schema') ? [root] : childrenOf(root, NS.wsdl, 'types').flatMap(childElements),
  );
  for (const own of schemas.flatMap((schema) => childrenOf(schema, NS.xsd, 'complexType'))) {
    let [base, steps] = [baseOf(components, own), 0];
    while (base !== null && steps < MOST_BASES) {
      const all = found.get(base) ?? [];
      all.push(own);
      found.set(base, all);
      [base, steps] = [baseOf(components, base), steps + 1];
    }
  }
  return found;
}

function baseOf(components: Components, declaration: XmlElement): XmlElement | null {
  const [content] = childrenOf(declaration, NS.xsd, 'complexContent');
  const derived = content && childElements(content).find((child) => isXsd(child, 'extension', 'restriction'));
  const base = derived && typeOf(components, derived, 'base');
  return base?.kind === 'own' ? base.declaration : null;
}
