import type { Contract } from '../../contract/model.ts';
import { isElement, type OutElement, type OutNode } from '../wire/element.ts';

/**
 * A description in the documents of WCF: the service, what it imports, the schema in two parts, of which one includes
 * the other. By query: `wsdl`, `wsdl=wsdl0`, `xsd=xsd0`, `xsd=xsd1`. @param file - the endpoint's, for addresses
 */
export function wsdlParts(
  whole: OutElement,
  { namespace }: Contract,
  file: string,
): Readonly<Record<string, OutElement>> {
  const named = (name: string) => (node: OutNode) => isElement(node) && node.name === name;
  const [types] = whole.children.filter(isElement).filter(named('types'));
  const [schema] = types?.children.filter(isElement) ?? [];
  if (types === undefined || schema === undefined) return { wsdl: whole };
  const declarations = Object.fromEntries(
    Object.entries(whole.attributes).filter(([name]) => name.startsWith('xmlns:')),
  );
  const { length } = schema.children;
  const refer = (name: string, location: string, other: object = {}): OutElement => {
    return { ...schema, name, attributes: { schemaLocation: `${file}?${location}`, ...other }, children: [] };
  };
  const schemaOf = (children: readonly OutNode[]): OutElement => {
    return { ...schema, attributes: { ...declarations, ...schema.attributes }, children };
  };
  const imports = { ...schema, attributes: {}, children: [refer('import', 'xsd=xsd0', { namespace })] };
  const imported = {
    ...types,
    name: 'import',
    attributes: { namespace, location: `${file}?wsdl=wsdl0` },
    children: [],
  };
  const others = whole.children.filter((node) => !named('types')(node) && !named('service')(node));
  return {
    wsdl: { ...whole, children: [imported, ...whole.children.filter(named('service'))] },
    'wsdl=wsdl0': { ...whole, children: [{ ...types, children: [imports] }, ...others] },
    'xsd=xsd0': schemaOf([refer('include', 'xsd=xsd1'), ...schema.children.slice(0, length / 2)]),
    'xsd=xsd1': schemaOf(schema.children.slice(length / 2)),
  };
}
