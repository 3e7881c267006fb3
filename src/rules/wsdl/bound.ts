import { isSoap } from '../../bindings/binding.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import type { XmlElement } from '../../xml/tree.ts';
import { addressProblems } from './address.ts';
import { attributeOf, childrenOf, type Description, NS, type Placed } from './description.ts';
import { type Described, extensionOf, whereOf } from './port.ts';

/** What a wsdl:binding says of a cell, held against the document's table 'Bindings'. */
export function bindingProblems(
  description: Description,
  found: Described,
  cell: Cell,
  contract: Contract,
  endpoint: URL,
): readonly Placed[] {
  const own = isSoap(cell.binding)
    ? soapProblems(description, found, cell, contract)
    : httpProblems(found, cell, contract);
  return [...own, ...addressProblems(found, endpoint)];
}

/** An operation of the document that a wsdl:binding leaves out. */
export function missingOperation(binding: XmlElement, { operation: { name } }: Cell): Placed {
  const text = `The WSDL has no operation ${name} for this binding`;
  return {
    code: name,
    text,
    location: whereOf(binding),
    expected: `<operation name="${name}">`,
    actual: 'none',
    at: binding,
  };
}

/** SOAP over HTTP in a wsdl:binding; for SOAP 1.2 tools write one or the other. */
const TRANSPORTS = ['http://schemas.xmlsoap.org/soap/http', 'http://www.w3.org/2003/05/soap/bindings/HTTP/'];

/** An attribute of an element that says something else than it should. */
function other(element: XmlElement, name: string, expected: string, code: string): Placed {
  const actual = attributeOf(element, name);
  return {
    code,
    text: `The WSDL has ${actual === null ? `no ${name}` : `the ${name} '${actual.slice(0, 200)}'`} for this binding`,
    location: whereOf(element),
    expected: `'${expected}'`,
    actual: actual === null ? 'none' : `'${actual.slice(0, 200)}'`,
    at: element,
  };
}

function soapProblems(
  { targetNamespace }: Description,
  { binding, operation }: Described,
  cell: Cell,
  contract: Contract,
): readonly Placed[] {
  const soap = extensionOf(cell.binding);
  const [whole = binding] = childrenOf(binding, soap, 'binding');
  const [own = operation] = childrenOf(operation, soap, 'operation');
  const styled = attributeOf(own, 'style') === null ? whole : own;
  const problems: Placed[] = [];
  if (!TRANSPORTS.includes(attributeOf(whole, 'transport') ?? ''))
    problems.push(other(whole, 'transport', TRANSPORTS[0] ?? '', 'transport'));
  if (!isDocument(styled)) problems.push(other(styled, 'style', 'document', 'style'));
  const action = attributeOf(own, 'soapAction') ?? '';
  const expected = `${contract.namespace}${cell.operation.name}`;
  // SOAP 1.2 has no SOAPAction in the document, so none need be named.
  if (action !== expected && (action !== '' || cell.binding === 'soap11')) {
    const isForeign = targetNamespace !== contract.namespace && action.startsWith(targetNamespace);
    problems.push({
      ...other(own, 'soapAction', expected, 'soap-action'),
      ...(isForeign ? { cause: FOREIGN_NAMESPACE, namespace: targetNamespace } : {}),
    });
  }
  for (const direction of ['input', 'output']) {
    const [message = operation] = childrenOf(operation, NS.wsdl, direction);
    const [body] = childrenOf(message, soap, 'body');
    if (body === undefined) problems.push(missing(message, `<body> for the ${direction}`, `${direction}-body`));
    else if ((attributeOf(body, 'use') ?? 'literal') !== 'literal') problems.push(other(body, 'use', 'literal', 'use'));
  }
  const header = cell.operation.header;
  const [input = operation] = childrenOf(operation, NS.wsdl, 'input');
  if (header !== null && childrenOf(input, soap, 'header').length === 0)
    problems.push(missing(input, `<header> for ${header}`, 'header'));
  return problems;
}

const isDocument = (styled: XmlElement): boolean => (attributeOf(styled, 'style') ?? 'document') === 'document';

/** False where the parts of messages are no elements but parameters of a call. */
export function isDocumentStyle({ binding, operation }: Described, cell: Cell): boolean {
  const soap = extensionOf(cell.binding);
  const own = childrenOf(operation, soap, 'operation').find((one) => attributeOf(one, 'style') !== null);
  const styled = own ?? childrenOf(binding, soap, 'binding')[0];
  return styled === undefined || isDocument(styled);
}

/** The cause of all findings that another namespace than the run's brings about. */
export const FOREIGN_NAMESPACE = 'wsdl.types:namespace';

const FORM = 'application/x-www-form-urlencoded';

function httpProblems({ operation }: Described, cell: Cell, contract: Contract): readonly Placed[] {
  const problems: Placed[] = [];
  const [own = operation] = childrenOf(operation, NS.http, 'operation');
  const location = `/${cell.operation.name}`;
  if (attributeOf(own, 'location') !== location) problems.push(other(own, 'location', location, 'location'));
  const [input = operation] = childrenOf(operation, NS.wsdl, 'input');
  const [output = operation] = childrenOf(operation, NS.wsdl, 'output');
  const [content] = childrenOf(input, NS.mime, 'content');
  if (cell.binding === 'http-get') {
    if (childrenOf(input, NS.http, 'urlEncoded').length === 0) problems.push(missing(input, '<urlEncoded>', 'input'));
  } else if (content === undefined) problems.push(missing(input, `<content type="${FORM}">`, 'input'));
  else if (attributeOf(content, 'type') !== FORM) problems.push(other(content, 'type', FORM, 'input'));
  const types = childrenOf(output, NS.mime, 'content').map((one) => attributeOf(one, 'type'));
  const { responseMediaType } = contract.bindings[cell.binding];
  if (childrenOf(output, NS.mime, 'mimeXml').length === 0 && !types.includes(responseMediaType))
    problems.push(missing(output, '<mimeXml>', 'output'));
  return problems;
}

function missing(element: XmlElement, what: string, code: string): Placed {
  return {
    code,
    text: `The WSDL has no ${what} for this binding`,
    location: whereOf(element),
    expected: what,
    actual: 'none',
    at: element,
  };
}
