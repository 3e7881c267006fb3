import { attempt } from '../base/error.ts';
import type { Contract } from '../contract/model.ts';
import { type Header, headerValue } from '../wire/http/exchange.ts';
import { documentation } from './documentation.ts';
import type { Mutation } from './mutation.ts';
import type { Pipeline } from './pipeline.ts';
import { readHttp } from './wire/http-request.ts';
import { type InRequest, type OutResponse, type Routed, textResponse } from './wire/message.ts';
import { readSoap } from './wire/soap-request.ts';

/** Routes as ASMX does. @param origin - where a request has no usable Host @returns refuses calls if told why */
export function createRouter(
  contract: Contract,
  pipeline: Pipeline,
  origin: () => string,
  mutations: readonly Mutation[],
  live: string | null = null,
) {
  const { endpointPath } = contract;
  return (request: InRequest, why: string | null = null): Routed => {
    const { method } = request;
    const [written = ''] = request.path.split('?', 1);
    const path = decoded(written);
    if (path === endpointPath && method === 'POST')
      return called(pipeline(request, (one) => readSoap(one, contract), why));
    if (path === endpointPath && method === 'GET') {
      const query = request.path.slice(written.length + 1);
      return documentation(query, contract, `${ownOrigin(request, origin())}${endpointPath}`, mutations, live);
    }
    if (path === endpointPath) {
      const message = `${method} is not allowed here; POST is SOAP, GET shows the page.`;
      return routed('endpoint', page(405, 'Method Not Allowed', message), ['Allow', 'GET, POST']);
    }
    if (path === '/' && method === 'GET') {
      const found = textResponse(302, 'text/plain; charset=utf-8', '');
      // Relative, so that it also works below a proxy's path.
      return routed('/', found, ['Location', endpointPath.slice(1)]);
    }
    if (!path.startsWith(`${endpointPath}/`))
      return routed('no page', page(404, 'Not Found', `There is nothing here; the service is at ${endpointPath}.`));
    if (method !== 'GET' && method !== 'POST') {
      const message = `Request format is unrecognized: ${method} is not one of the service's bindings.`;
      return routed('operation', page(500, 'Internal Server Error', message));
    }
    const name = path.slice(endpointPath.length + 1);
    return called(pipeline(request, (one) => readHttp(one, name, contract), why));
  };
}

function routed(label: string, response: OutResponse, ...more: readonly Header[]): Routed {
  return { response: { ...response, headers: [...response.headers, ...more] }, label };
}

function called({ response, reading, changes }: ReturnType<Pipeline>): Routed {
  return { response, label: `${reading.operation?.name ?? 'unknown operation'} ${reading.binding}`, changes };
}

/** A path unescaped; unchanged if it can't be decoded (RFC 3986, section 6.2.2.2). */
function decoded(path: string): string {
  return path.includes('%') ? attempt(() => decodeURIComponent(path), path) : path;
}

/** The scheme and host a client used, so that the WSDL's addresses work through tunnels, containers and TLS proxies. */
function ownOrigin({ headers }: InRequest, origin: string): string {
  const [forwarded, host, scheme] = ['x-forwarded-host', 'host', 'x-forwarded-proto'].map(
    // With chained proxies, each adds its own after a comma.
    (name) => headerValue(headers, name)?.split(',')[0]?.trim() ?? '',
  );
  const used = [forwarded, host].find((one = '') => /^[A-Za-z0-9.:[\]_-]+$/.test(one) && URL.canParse(`http://${one}`));
  return used === undefined ? origin : `${scheme === 'https' ? 'https' : 'http'}://${used}`;
}

function page(status: number, title: string, message: string): OutResponse {
  const body = `<h1>${title}</h1><p>${message.replace(/[&<>]/g, ' ')}</p>`;
  const html = `<html><head><title>${title}</title></head><body>${body}</body></html>\n`;
  return textResponse(status, 'text/html; charset=utf-8', html);
}
