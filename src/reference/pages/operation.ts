import type { BindingName, Contract, Operation } from '../../contract/model.ts';
import type { OutResponse } from '../wire/message.ts';
import { html, type Markup, pageResponse } from './page.ts';
import { requestTemplate, responseTemplate } from './template.ts';

/** The page at the endpoint as in ASP.NET: the operations by name, the WSDL, and a link by which tools discover it. */
export function operationsPage(contract: Contract): OutResponse {
  const file = fileOf(contract);
  const operations = contract.operations.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const body = html`<h1>GetData Web Service</h1>
<p>The sandbox of getdata-conformance supports the following operations over SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST. For a formal definition,
see the <a href="${file}?WSDL">service description</a>.</p>
<p>Namespace: <code>${contract.namespace}</code></p>
<ul>
${operations.map((one) => item(one, file))}</ul>`;
  const discovery = html`<link rel="alternate" type="text/xml" href="${file}?disco">`;
  return pageResponse('GetData Web Service', body, discovery);
}

function item({ name, parameters, result }: Operation, file: string) {
  const shown = parameters.map((one) => `${one.name} [${one.type}]`).join(', ');
  return html`<li><a href="${file}?op=${encodeURIComponent(name)}">${name}</a><small>${shown} → ${result.httpRoot}</small></li>
`;
}

/** The page for an operation that the service lacks. */
export function unknownOperationPage(name: string, contract: Contract): OutResponse {
  const body = html`<p>See <a href="${fileOf(contract)}">the list of operations</a>.</p>
<h1>Method not found</h1>
<p>GetData has no operation <code>${name}</code>. Names are case-sensitive.</p>`;
  return pageResponse('GetData Web Service', body);
}

/** The endpoint relative to its own pages, so that links also work below a proxy's path. */
export function fileOf({ endpointPath }: Contract): string {
  return endpointPath.slice(endpointPath.lastIndexOf('/') + 1);
}

const SHOWN: readonly BindingName[] = ['soap11', 'soap12', 'http-get', 'http-post'];

/**
 * The page of one operation: a form that calls it over GET and POST, and a request and a response of each binding.
 * @param address - the endpoint's absolute address
 */
export function operationPage(operation: Operation, contract: Contract, address: string): OutResponse {
  const { name } = operation;
  const body = html`<p>See <a href="${fileOf(contract)}">the list of operations</a>.</p>
<h1>${name}</h1>
<h2>Test</h2>
${form(operation, contract)}
${SHOWN.map((binding) => templates(operation, binding, contract, new URL(address)))}`;
  return pageResponse(`${name} - GetData Web Service`, body);
}

function form({ name, parameters, header, effect }: Operation, contract: Contract): Markup {
  const inputs = parameters.map(
    (
      one,
    ) => html`<label>${one.name} [${one.type}]<input name="${one.name}" value="${one.example}" autocomplete="off"></label>
`,
  );
  const notes = [
    ...(header === null ? [] : [html`<p>GET and POST carry no ${header}: only SOAP does.</p>`]),
    ...(effect === 'read' ? [] : [html`<p>This operation changes something, but only in this sandbox.</p>`]),
  ];
  return html`<p>The values are examples that this sandbox knows.</p>
${notes}
<form action="${fileOf(contract)}/${encodeURIComponent(name)}">
${inputs}<button formmethod="get">Invoke over GET</button><button formmethod="post">Invoke over POST</button>
</form>`;
}

function templates(operation: Operation, binding: BindingName, contract: Contract, address: URL): Markup {
  const { title } = contract.bindings[binding];
  return html`<h2>${title}</h2>
<p>A request and its response over ${title}. Replace the <var>placeholders</var>.</p>
<pre>${requestTemplate(operation, binding, contract, address)}</pre>
<pre>${responseTemplate(operation, binding, contract)}</pre>
`;
}
