import type { Contract } from '../../contract/model.ts';
import { type OutAttribute, type OutElement, XSD, XSI } from '../wire/element.ts';
import { writeDocument } from '../wire/write.ts';

const DISCO = 'http://schemas.xmlsoap.org/disco/';

/**
 * The discovery document that ASP.NET gives for `?disco`: where the description is, and the SOAP bindings.
 * @param address - the endpoint's absolute address
 */
export function discovery({ namespace }: Contract, address: string): string {
  const reference = entry('contractRef', 'scl/', { ref: `${address}?wsdl`, docRef: address });
  const bindings = ['GetDataSoap', 'GetDataSoap12'].map((name, at) => {
    const prefix = `q${at + 1}`;
    return entry('soap', 'soap/', { address, [`xmlns:${prefix}`]: namespace, binding: `${prefix}:${name}` });
  });
  const declared = attributes({ 'xmlns:xsd': XSD, 'xmlns:xsi': XSI });
  const root = { name: 'discovery', namespace: DISCO, attributes: declared, children: [reference, ...bindings] };
  return writeDocument(root, true);
}

function entry(name: string, kind: string, values: Readonly<Record<string, string>>): OutElement {
  return { name, namespace: `${DISCO}${kind}`, attributes: attributes(values), children: [] };
}

function attributes(values: Readonly<Record<string, string>>): readonly OutAttribute[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
