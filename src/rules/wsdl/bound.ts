import type { Cell, Contract } from '../../contract/model.ts';
import { actionOf } from '../../contract/operations.ts';
import { attributeOf, childrenOf, extensionOf, NS } from '../../contract/wsdl/names.ts';
import { hostOf, isLoopback, isNearby } from '../../wire/http/address.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import type { XmlElement } from '../../xml/tree.ts';
import { type Description, type Placed, problemAt } from './description.ts';
import { type Described, VERBS } from './port.ts';

/** What a wsdl:binding says about a cell, compared with the table 'Bindings'. */
export function bindingProblems(
  { targetNamespace }: Description,
  found: Described,
  cell: Cell,
  contract: Contract,
  endpoint: URL,
): readonly Placed[] {
  const own = isSoap(cell.binding)
    ? soapProblems(targetNamespace, found, cell, contract)
    : httpProblems(found, cell, contract);
  return [...own, ...addressProblems(found, endpoint)];
}

/** Something that a wsdl:binding leaves out. */
export function missing(at: XmlElement, what: string, code: string, expected = what): Placed {
  return problemAt(at, code, `The WSDL has no ${what} for this binding`, expected);
}

/** A binding for SOAP 1.2 that is one of SOAP 1.1. */
export function versionProblem(at: XmlElement): Placed {
  const text = 'The WSDL binds a port for SOAP 1.2 to SOAP 1.1';
  return problemAt(at, 'soap12-namespace', text, `elements of '${NS.soap12}'`, `'${NS.soap11}'`);
}

/** SOAP over HTTP in a wsdl:binding; for SOAP 1.2 tools write either. */
const TRANSPORTS = ['http://schemas.xmlsoap.org/soap/http', 'http://www.w3.org/2003/05/soap/bindings/HTTP/'] as const;

/** An attribute of an element with another value than it should have. */
function other(at: XmlElement, name: string, expected: string, code = name): Placed {
  const written = attributeOf(at, name);
  const actual = written === null ? 'none' : `'${written.slice(0, 200)}'`;
  const has = written === null ? `no ${name}` : `the ${name} ${actual}`;
  return problemAt(at, code, `The WSDL has ${has} for this binding`, `'${expected}'`, actual);
}

/** The first child of a namespace and name, or the element itself where it has none. */
const inside = (element: XmlElement, namespace: string, name: string): XmlElement =>
  childrenOf(element, namespace, name)[0] ?? element;

function soapProblems(targetNamespace: string, { binding, operation }: Described, cell: Cell, { namespace }: Contract) {
  const soap = extensionOf(cell.binding);
  const whole = inside(binding, soap, 'binding');
  const own = inside(operation, soap, 'operation');
  const styled = attributeOf(own, 'style') === null ? whole : own;
  const problems: Placed[] = [];
  const transport = attributeOf(whole, 'transport');
  if (!TRANSPORTS.some((one) => one === transport)) problems.push(other(whole, 'transport', TRANSPORTS[0]));
  const { header, name, style = 'document' } = cell.operation;
  const expected = actionOf(cell) ?? `${namespace}${name}`;
  if ((attributeOf(styled, 'style') ?? 'document') !== style) problems.push(other(styled, 'style', style));
  const action = attributeOf(own, 'soapAction') ?? '';
  // The document has no SOAPAction for SOAP 1.2, so none is required.
  if (action !== expected && (action !== '' || cell.binding === 'soap11')) {
    const isForeign = targetNamespace !== namespace && action.startsWith(targetNamespace);
    const foreign = isForeign ? { cause: FOREIGN_NAMESPACE, namespace: targetNamespace } : {};
    problems.push({ ...other(own, 'soapAction', expected, 'soap-action'), ...foreign });
  }
  for (const direction of ['input', 'output']) {
    const [message] = childrenOf(operation, NS.wsdl, direction);
    const bodies = message === undefined ? [] : childrenOf(message, soap, 'body');
    if (bodies.length === 0)
      problems.push(missing(message ?? operation, `<body> for the ${direction}`, `${direction}-body`));
    for (const one of [...bodies, ...(message === undefined ? [] : childrenOf(message, soap, 'header'))])
      if ((attributeOf(one, 'use') ?? 'literal') !== 'literal') problems.push(other(one, 'use', 'literal'));
  }
  const input = inside(operation, NS.wsdl, 'input');
  if (header !== null && childrenOf(input, soap, 'header').length === 0)
    problems.push(missing(input, `<header> for ${header}`, 'header'));
  return problems;
}

/** False where the parts of messages are not elements but parameters of a call. */
export function isDocumentStyle({ binding, operation }: Described, cell: Cell): boolean {
  const soap = extensionOf(cell.binding);
  const own = childrenOf(operation, soap, 'operation').find((one) => attributeOf(one, 'style') !== null);
  return (attributeOf(own ?? inside(binding, soap, 'binding'), 'style') ?? 'document') === 'document';
}

/** The cause of all findings that come from a namespace other than the run's. */
export const FOREIGN_NAMESPACE = 'wsdl.types:namespace';

const FORM = 'application/x-www-form-urlencoded';

function httpProblems({ binding, operation }: Described, cell: Cell, contract: Contract): readonly Placed[] {
  const problems: Placed[] = [];
  const verb = cell.binding === 'http-get' ? VERBS['http-get'] : VERBS['http-post'];
  const [whole = binding] = childrenOf(binding, NS.http, 'binding');
  if (attributeOf(whole, 'verb') !== verb) problems.push(other(whole, 'verb', verb));
  const [own = operation] = childrenOf(operation, NS.http, 'operation');
  const location = `/${cell.operation.name}`;
  if (attributeOf(own, 'location') !== location) problems.push(other(own, 'location', location));
  const [input, output] = [inside(operation, NS.wsdl, 'input'), inside(operation, NS.wsdl, 'output')];
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

/** Where no address of a port leads to the endpoint that the run calls (`endpoint`). */
function addressProblems({ port, addresses }: Described, endpoint: URL): readonly Placed[] {
  const problem = (at: XmlElement, [code, text]: Wrong, actual?: string): Placed =>
    problemAt(at, code, `The WSDL ${text} for this binding`, `'${endpoint.href}', where the run calls it`, actual);
  const [first] = addresses;
  if (first === undefined) return [problem(port, ['address-missing', 'has no address'])];
  const wrong = addresses.map((one) => wrongIn(attributeOf(one, 'location') ?? '', endpoint));
  const [why = null] = wrong;
  if (why === null || wrong.includes(null)) return [];
  return [problem(first, why, `'${(attributeOf(first, 'location') ?? '').slice(0, 200)}'`)];
}

type Wrong = readonly [code: string, text: string];

function wrongIn(location: string, endpoint: URL): Wrong | null {
  const url = URL.canParse(location) ? new URL(location) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return ['address-not-absolute', 'has an address that is not an absolute HTTP URL'];
  const [host, own] = [hostOf(url), hostOf(endpoint)];
  // With a tunnel, a container or a test machine a target nearby has another name.
  const isNear = isNearby(own) || !own.includes('.');
  if (host !== own && !(isLoopback(host) && isLoopback(own)))
    return isNear ? null : ['address-host', 'sends clients to another host'];
  // IIS ignores the case of paths.
  if (url.pathname.toLowerCase() !== endpoint.pathname.toLowerCase())
    return ['address-path', 'sends clients to another path'];
  if (!isNear && url.origin !== endpoint.origin) return ['address-origin', 'sends clients to another scheme or port'];
  return null;
}
