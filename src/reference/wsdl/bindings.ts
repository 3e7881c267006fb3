import type { Contract, Operation } from '../../contract/model.ts';
import type { OutElement } from '../wire/element.ts';
import { node } from './element.ts';
import { headerMessageName } from './messages.ts';
import type { Port } from './port.ts';
import { PORT_TYPES, PORTS } from './port.ts';

/** The port types of WSDL 1.1, section 2.4. */
export function portTypes({ operations }: Contract): readonly OutElement[] {
  return PORT_TYPES.map((port) => {
    const inside = operations.map(({ name }) =>
      node('wsdl', 'operation', { name }, [
        node('wsdl', 'input', { message: `tns:${name}${port.suffix}In` }),
        node('wsdl', 'output', { message: `tns:${name}${port.suffix}Out` }),
      ]),
    );
    return node('wsdl', 'portType', { name: port.name }, inside);
  });
}

/** The bindings of WSDL 1.1, sections 2.5, 3 (SOAP), 4 (HTTP) and 5 (MIME). */
export function bindings(contract: Contract): readonly OutElement[] {
  return PORTS.map((port) => {
    const { name, portType, extension } = port;
    const kind =
      extension === 'http'
        ? node('http', 'binding', { verb: contract.bindings[port.binding].method })
        : node(extension, 'binding', { transport: 'http://schemas.xmlsoap.org/soap/http' });
    const inside = contract.operations.map((operation) => bound(operation, port, contract));
    return node('wsdl', 'binding', { name, type: `tns:${portType}` }, [kind, ...inside]);
  });
}

function bound(operation: Operation, port: Port, contract: Contract): OutElement {
  const { extension } = port;
  const inside =
    extension === 'http' ? httpOperation(operation, port) : soapOperation(operation, extension, contract.namespace);
  return node('wsdl', 'operation', { name: operation.name }, inside);
}

function soapOperation(operation: Operation, prefix: 'soap' | 'soap12', namespace: string): readonly OutElement[] {
  const body = node(prefix, 'body', { use: 'literal' });
  const header = { message: `tns:${headerMessageName(operation)}`, part: operation.header ?? '', use: 'literal' };
  const input = operation.header === null ? [body] : [body, node(prefix, 'header', header)];
  return [
    node(prefix, 'operation', { soapAction: `${namespace}${operation.name}`, style: 'document' }),
    node('wsdl', 'input', {}, input),
    node('wsdl', 'output', {}, [body]),
  ];
}

function httpOperation({ name }: Operation, port: Port): readonly OutElement[] {
  const form = node('mime', 'content', { type: 'application/x-www-form-urlencoded' });
  return [
    node('http', 'operation', { location: `/${name}` }),
    node('wsdl', 'input', {}, [port.binding === 'http-get' ? node('http', 'urlEncoded') : form]),
    node('wsdl', 'output', {}, [node('mime', 'mimeXml', { part: 'Body' })]),
  ];
}
