import type { BindingName, Contract, Operation } from '../../contract/model.ts';
import type { OutResponse } from '../wire/message.ts';
import { html, type Markup } from './markup.ts';
import { fileOf } from './operations.ts';
import { pageResponse } from './page.ts';
import { requestTemplate, responseTemplate } from './template.ts';

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
