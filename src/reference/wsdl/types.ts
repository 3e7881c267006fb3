import type { Contract } from '../../contract/model.ts';
import { type FastElement, readXml } from '../../xml/fast-xml.ts';
import { type OutElement, XSD } from '../wire/element.ts';

const RECORDS = 'records.xsd';
/** The envelopes and what ties them to operations are not the service's types. */
const SERVICE_SCHEMA = /^(?:records|headers|operations\/[^/]+)\.xsd$/;

/**
 * The contract's schemas as one: the records, the header and the operations, without includes and without the second
 * of two global components of the same kind and name. The envelopes are not the service's types.
 */
export function wsdlTypes(contract: Contract): OutElement {
  const paths = [...contract.schemas.keys()].filter((path) => SERVICE_SCHEMA.test(path));
  const ordered = [RECORDS, ...paths.filter((path) => path !== RECORDS).sort()];
  const parts = ordered.flatMap((path) => readXml(contract.schemas.get(path) ?? '<schema/>').children);
  const components = parts.filter((part) => 'name' in part.attributes);
  const unique = new Map(components.map((part) => [`${part.name} ${part.attributes.name}`, part]));
  const schema: OutElement = {
    name: 'schema',
    namespace: XSD,
    prefix: 'xs',
    attributes: [
      // The schema files refer to their own types without a prefix.
      { name: 'xmlns', value: contract.namespace },
      { name: 'targetNamespace', value: contract.namespace },
      { name: 'elementFormDefault', value: 'qualified' },
    ],
    children: [...unique.values()].map(copy),
  };
  return schema;
}

/** Annotations stay behind: they speak to our loader. */
function copy(part: FastElement): OutElement {
  return {
    name: part.name.slice(part.name.indexOf(':') + 1),
    attributes: Object.entries(part.attributes).map(([name, value]) => ({ name, value })),
    children: part.children.filter((child) => !child.name.endsWith(':annotation')).map(copy),
  };
}
