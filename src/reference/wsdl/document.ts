import type { Contract } from '../../contract/model.ts';
import { XSD } from '../wire/element.ts';
import { writeDocument } from '../wire/write.ts';
import { bindings, portTypes } from './bindings.ts';
import { node, WSDL_NAMESPACES } from './element.ts';
import { messages } from './messages.ts';
import { PORTS } from './port.ts';
import { wsdlTypes } from './types.ts';

/**
 * The service's description in WSDL 1.1, with a port for each of the four bindings.
 * @param address - the endpoint's absolute address
 */
export function wsdl(contract: Contract, address: string): string {
  const ports = PORTS.map(({ name, extension }) =>
    node('wsdl', 'port', { name, binding: `tns:${name}` }, [node(extension, 'address', { location: address })]),
  );
  const declarations = Object.entries({ ...WSDL_NAMESPACES, xs: XSD, tns: contract.namespace });
  const definitions = node(
    'wsdl',
    'definitions',
    {
      ...Object.fromEntries(declarations.map(([prefix, namespace]) => [`xmlns:${prefix}`, namespace])),
      targetNamespace: contract.namespace,
    },
    [
      node('wsdl', 'types', {}, [wsdlTypes(contract)]),
      ...messages(contract),
      ...portTypes(contract),
      ...bindings(contract),
      node('wsdl', 'service', { name: 'GetData' }, ports),
    ],
  );
  return writeDocument(definitions, true);
}
