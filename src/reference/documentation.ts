import type { BindingName, Contract, Operation, Parameter } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import type { Mutation } from './mutation.ts';
import { html, type PageMarkup, pageResponse } from './pages/page.ts';
import { requestTemplate, responseTemplate } from './pages/template.ts';
import { type OutAttributes, type OutElement, XSD, XSI } from './wire/element.ts';
import { type OutResponse, plainResponse, type Routed, textResponse } from './wire/message.ts';
import { writeDocument } from './wire/write.ts';
import { wsdlDocument } from './wsdl/document.ts';

/** Answers GET as ASP.NET: `?wsdl`, `?disco`, `?op=`, else the operations. @param live - links to live traffic */
export function documentation(
  query: string,
  contract: Contract,
  address: string,
  mutations: readonly Mutation[],
  live: string | null,
): Routed {
  const pairs = query.split('&');
  const isNamed = (pair: string) => pair.includes('=');
  const bare = pairs.filter((pair) => !isNamed(pair)).join(',');
  const fields = new URLSearchParams(pairs.filter(isNamed).join('&'));
  const named = new Map([...fields].map(([name, value]) => [name.toLowerCase(), value]));
  const part = named.has('wsdl') || named.has('xsd') ? wsdlDocument(query, contract, address, mutations) : null;
  if (part !== null) return xml(part, 'wsdl');
  if (named.has('schema')) return page(plainResponse(500, 'Schema not found.'));
  if (named.has('wsdl')) return page(plainResponse(500, 'XML Web service description was not found.'));
  if (bare.toLowerCase() === 'wsdl') return xml(wsdlDocument('wsdl', contract, address, mutations) ?? '', 'wsdl');
  if (bare.toLowerCase() === 'disco') return xml(discovery(contract, address), 'disco');
  const wanted = named.get('op');
  if (wanted === undefined) return page(pageResponse({ ...operationsPage(contract), live }));
  return page(pageResponse({ ...operationPage(wanted, contract, address), live }));
}

function page(response: OutResponse): Routed {
  return { response, label: 'page' };
}

function xml(text: string, label: string): Routed {
  return { response: textResponse(200, 'text/xml; charset=utf-8', text), label };
}

const DISCO = 'http://schemas.xmlsoap.org/disco/';

/** The discovery document of `?disco` at an endpoint: where the description is, and the SOAP bindings. */
export function discovery({ namespace }: Contract, address: string): string {
  const reference = entry('contractRef', 'scl/', { ref: `${address}?wsdl`, docRef: address });
  const bindings = ['GetDataSoap', 'GetDataSoap12'].map((name, at) => {
    const prefix = `q${at + 1}`;
    return entry('soap', 'soap/', { address, [`xmlns:${prefix}`]: namespace, binding: `${prefix}:${name}` });
  });
  const attributes = { 'xmlns:xsd': XSD, 'xmlns:xsi': XSI };
  const root = { name: 'discovery', namespace: DISCO, attributes, children: [reference, ...bindings] };
  return writeDocument(root, true);
}

function entry(name: string, kind: string, attributes: OutAttributes): OutElement {
  return { name, namespace: `${DISCO}${kind}`, attributes, children: [] };
}

/** The page at the endpoint as in ASP.NET: the operations by name, the WSDL, and a link by which tools discover it. */
function operationsPage(contract: Contract) {
  const file = fileOf(contract);
  const operations = contract.operations.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const body = html`<h1>GetData Web Service</h1>
<p>The sandbox of getdata-conformance supports the following operations over SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST.
For a formal definition, see the <a href="${file}?WSDL">service description</a>.</p>
<p>Namespace: <code>${contract.namespace}</code></p>
<ul>
${operations.map((one) => item(one, file))}</ul>`;
  const head = html`<link rel="alternate" type="text/xml" href="${file}?disco">`;
  return { title: 'GetData Web Service', body, head };
}

function item({ name, parameters, result }: Operation, file: string) {
  const shown = parameters.map((one) => `${one.name} [${one.type}]`).join(', ');
  const link = html`<a href="${file}?op=${encodeURIComponent(name)}">${name}</a>`;
  return html`<li>${link}<small>${shown} → ${result.httpRoot}</small></li>
`;
}

/** The endpoint relative to its own pages, so that links also work below a proxy's path. */
function fileOf({ endpointPath }: Contract): string {
  return endpointPath.slice(endpointPath.lastIndexOf('/') + 1);
}

/** The page of an operation: a form for GET and POST, and a request and response of each binding. */
function operationPage(name: string, contract: Contract, address: string) {
  const list = html`<p>See <a href="${fileOf(contract)}">the list of operations</a>.</p>`;
  const operation = contract.operations.find((one) => one.name === name);
  if (operation === undefined) {
    const body = html`${list}
<h1>Method not found</h1>
<p>GetData has no operation <code>${name}</code>. Names are case-sensitive.</p>`;
    return { title: 'GetData Web Service', body };
  }
  const body = html`${list}
<h1>${name}</h1>
<h2>Test</h2>
${form(operation, contract)}
${bindingNames.map((binding) => templates(operation, binding, contract, new URL(address)))}`;
  return { title: `${name} - GetData Web Service`, body };
}

function input({ name, type, example }: Parameter): PageMarkup {
  return html`<label>${name} [${type}]<input name="${name}" value="${example}" autocomplete="off"></label>
`;
}

function form({ name, parameters, header, effect }: Operation, contract: Contract): PageMarkup {
  const notes = [
    ...(header === null ? [] : [html`<p>GET and POST carry no ${header}: only SOAP does.</p>`]),
    ...(effect === 'read' ? [] : [html`<p>This operation changes something, but only in this sandbox.</p>`]),
  ];
  return html`<p>The values are examples that this sandbox knows.</p>
${notes}
<form action="${fileOf(contract)}/${encodeURIComponent(name)}">
${parameters.map(input)}
<button formmethod="get">Invoke over GET</button><button formmethod="post">Invoke over POST</button>
</form>`;
}

function templates(operation: Operation, binding: BindingName, contract: Contract, address: URL): PageMarkup {
  const { title } = contract.bindings[binding];
  return html`<h2>${title}</h2>
<p>A request and its response over ${title}. Replace the <var>placeholders</var>.</p>
<pre>${requestTemplate(operation, binding, contract, address)}</pre>
<pre>${responseTemplate(operation, binding, contract)}</pre>
`;
}
