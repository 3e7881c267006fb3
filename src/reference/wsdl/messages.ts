import type { Contract, Operation } from '../../contract/model.ts';
import type { OutElement } from '../wire/element.ts';
import { node } from './element.ts';
import type { Port } from './port.ts';
import { PORT_TYPES } from './port.ts';

/** The message elements of WSDL 1.1, section 2.3: in and out for SOAP, GET and POST, and the header's. */
export function messages({ operations }: Contract): readonly OutElement[] {
  const headers = operations.filter((operation) => operation.header !== null).map(headerMessage);
  return [...PORT_TYPES.flatMap((port) => operations.flatMap((one) => pair(one, port))), ...headers];
}

/** The name of the message that carries an operation's header block. */
export function headerMessageName(operation: Operation): string {
  return `${operation.name}${operation.header ?? ''}`;
}

function pair(operation: Operation, port: Port): readonly OutElement[] {
  const [input, output] = port.suffix === 'Soap' ? soapParts(operation) : httpParts(operation);
  return [
    node('wsdl', 'message', { name: `${operation.name}${port.suffix}In` }, input),
    node('wsdl', 'message', { name: `${operation.name}${port.suffix}Out` }, output),
  ];
}

function soapParts({ name }: Operation): readonly [OutElement[], OutElement[]] {
  const part = (element: string) => [node('wsdl', 'part', { name: 'parameters', element: `tns:${element}` })];
  return [part(name), part(`${name}Response`)];
}

/** Over HTTP every parameter is text (the document's binding rule 2). */
function httpParts({ parameters, result }: Operation): readonly [OutElement[], OutElement[]] {
  const input = parameters.map(({ name }) => node('wsdl', 'part', { name, type: 'xs:string' }));
  return [input, [node('wsdl', 'part', { name: 'Body', element: `tns:${result.httpRoot}` })]];
}

function headerMessage(operation: Operation): OutElement {
  const header = operation.header ?? '';
  const part = node('wsdl', 'part', { name: header, element: `tns:${header}` });
  return node('wsdl', 'message', { name: headerMessageName(operation) }, [part]);
}
