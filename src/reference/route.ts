import type { Contract, Operation } from '../contract/model.ts';
import { escapeHtml } from './answer.ts';
import type { Mutation } from './mutation.ts';
import type { Pipeline } from './pipeline.ts';
import { readHttp } from './wire/http-request.ts';
import { headerOf, type InRequest, type OutResponse, textResponse } from './wire/message.ts';
import { readSoap } from './wire/soap-request.ts';
import { wsdl } from './wsdl/document.ts';

/** A response and what a log may say about its request: never a parameter. */
export interface Routed {
  readonly response: OutResponse;
  readonly label: string;
}

/**
 * Sends a request where its method and path belong: the endpoint takes SOAP and shows its page and WSDL, a path below
 * it is an operation over HTTP. The document's section 'Bindings'; errors as ASMX's.
 * @param origin - scheme, host and port for addresses, where the request has no usable Host
 * @param mutations - change the WSDL; those of calls are the pipeline's
 */
export function createRouter(
  contract: Contract,
  pipeline: Pipeline,
  origin: () => string,
  mutations: readonly Mutation[],
) {
  return (request: InRequest): Routed => {
    const [written = '', query = ''] = request.path.split(/\?(.*)/s);
    const path = decoded(written);
    if (path === contract.endpointPath && asksForWsdl(request, query))
      return described(contract, `${ownOrigin(request, origin())}${contract.endpointPath}`, mutations);
    if (path === contract.endpointPath) return atEndpoint(request, contract, pipeline);
    if (path.startsWith(`${contract.endpointPath}/`)) return below(request, path, contract, pipeline);
    return {
      response: page(404, 'Not Found', `There is nothing here; the service is at ${contract.endpointPath}.`),
      label: '?',
    };
  };
}

function asksForWsdl({ method }: InRequest, query: string): boolean {
  return method === 'GET' && /^wsdl(?:=|&|$)/i.test(query);
}

function described(contract: Contract, address: string, mutations: readonly Mutation[]): Routed {
  const response = textResponse(200, 'text/xml; charset=utf-8', wsdl(contract, address, mutations));
  return { response, label: 'wsdl' };
}

function atEndpoint(request: InRequest, contract: Contract, pipeline: Pipeline): Routed {
  if (request.method === 'POST') return called(pipeline(request, (one) => readSoap(one, contract)));
  if (request.method !== 'GET') {
    const refused = page(
      405,
      'Method Not Allowed',
      `${request.method} is not allowed here; POST is SOAP, GET shows the page.`,
    );
    return { response: { ...refused, headers: [...refused.headers, ['Allow', 'GET, POST']] }, label: 'endpoint' };
  }
  return { response: textResponse(200, 'text/html; charset=utf-8', operationsPage(contract)), label: 'page' };
}

function below(request: InRequest, path: string, contract: Contract, pipeline: Pipeline): Routed {
  if (request.method !== 'GET' && request.method !== 'POST') {
    const message = `Request format is unrecognized: ${request.method} is none of the service's bindings.`;
    return { response: page(500, 'Internal Server Error', message), label: 'operation' };
  }
  const name = path.slice(contract.endpointPath.length + 1);
  return called(pipeline(request, (one) => readHttp(one, name, contract)));
}

function called({ response, reading, changes }: ReturnType<Pipeline>): Routed {
  const label = [reading.operation?.name ?? 'unknown operation', reading.binding, ...changes].join(' ');
  return { response, label };
}

/** A path without escapes; one that can't be decoded stays as it is (RFC 3986, section 6.2.2.2). */
function decoded(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The Host a client used, so that the WSDL's addresses work through tunnels and containers. */
function ownOrigin(request: InRequest, origin: string): string {
  const host = headerOf(request.headers, 'host');
  return host !== null && /^[A-Za-z0-9.:[\]_-]+$/.test(host) ? `http://${host}` : origin;
}

function page(status: number, title: string, message: string): OutResponse {
  const html = `<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${message.replace(/[&<>]/g, ' ')}</p></body></html>\n`;
  return textResponse(status, 'text/html; charset=utf-8', html);
}

/** The HTML page at the endpoint: every operation with its parameters and an example over HTTP GET. */
function operationsPage(contract: Contract): string {
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
