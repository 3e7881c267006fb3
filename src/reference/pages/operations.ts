import type { Contract, Operation } from '../../contract/model.ts';
import type { OutResponse } from '../wire/message.ts';
import { html } from './markup.ts';
import { pageResponse } from './page.ts';

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
