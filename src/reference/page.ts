import type { Contract, Operation } from '../contract/model.ts';
import { escapeHtml } from './answer.ts';

/** The HTML page at the endpoint: every operation with its parameters and an example over HTTP GET. */
export function operationsPage(contract: Contract): string {
  const rows = contract.operations.map((operation) => row(operation, contract.endpointPath)).join('\n');
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>GetData Web Service</title></head>
<body>
<h1>GetData Web Service</h1>
<p>Reference server of getdata-conformance. The operations below are reachable over SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST.
See the <a href="${escapeHtml(contract.endpointPath)}?wsdl">service description</a>.</p>
<p>Namespace: <code>${escapeHtml(contract.namespace)}</code></p>
<ul>
${rows}
</ul>
</body>
</html>
`;
}

function row(operation: Operation, endpoint: string): string {
  const parameters = operation.parameters.map((parameter) => `${parameter.name} [${parameter.type}]`).join(', ');
  const query = operation.parameters.map((one) => [one.name, one.example] as [string, string]);
  const href = `${endpoint}/${operation.name}?${new URLSearchParams(query)}`;
  // A click must not change anything.
  const name = escapeHtml(operation.name);
  const title = operation.effect === 'read' ? `<a href="${escapeHtml(href)}">${name}</a>` : name;
  return `<li>${title} (${escapeHtml(parameters)}) → ${escapeHtml(operation.result.httpRoot)}</li>`;
}
