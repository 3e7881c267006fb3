import { request as httpRequest } from 'node:http';
import { loadContract } from '../contract/load.ts';
import type { BindingName, Contract, Operation } from '../contract/model.ts';

export const NAMESPACE = 'http://dealer.example/webservices/';
export const ENVELOPE = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
} as const;
export const BINDINGS = ['soap11', 'soap12', 'http-get', 'http-post'] as const;

export interface Question {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

interface Reply {
  readonly status: number;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export function contract(): Contract {
  return loadContract(NAMESPACE);
}

/** Sends one request unchanged and reads the reply. */
export function ask(url: string, question: Question): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { method = 'POST', path = '/getData.asmx', headers = {}, body } = question;
    const length =
      body === undefined || 'Transfer-Encoding' in headers ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const sent = httpRequest(`${url}${path}`, { method, headers: { ...length, ...headers }, agent: false }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', reject);
      reply.on('end', () => {
        const { statusCode = 0, statusMessage = '' } = reply;
        resolve({
          status: statusCode,
          reason: statusMessage,
          headers: reply.headers,
          text: Buffer.concat(chunks).toString(),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

type Values = Readonly<Record<string, string>>;

/** The values a spec gives as examples, with some of them replaced. */
export function examples(operation: Operation, values: Values = {}): Values {
  return Object.fromEntries(operation.parameters.map(({ name, example }) => [name, values[name] ?? example]));
}

/** The body of an envelope for an operation, as a client writes it. */
export function envelope(version: 'soap11' | 'soap12', operation: string, values: Values, header = ''): string {
  const parameters = Object.entries(values).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`);
  const block = header === '' ? '' : `<soap:Header>${header}</soap:Header>`;
  return `<?xml version="1.0" encoding="utf-8"?>\n<soap:Envelope xmlns:soap="${ENVELOPE[version]}">${block}<soap:Body><${operation} xmlns="${NAMESPACE}">${parameters.join('')}</${operation}></soap:Body></soap:Envelope>`;
}

/** A call as the document's table 'Bindings' describes it. */
export function question(binding: BindingName, operation: string, values: Values, header = ''): Question {
  const query = new URLSearchParams(values).toString();
  const path = `/getData.asmx/${operation}`;
  if (binding === 'http-get') return { method: 'GET', path: `${path}?${query}` };
  if (binding === 'http-post') {
    return { path, headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: query };
  }
  const headers: Record<string, string> =
    binding === 'soap11'
      ? { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${NAMESPACE}${operation}"` }
      : { 'Content-Type': 'application/soap+xml; charset=utf-8' };
  return { headers, body: envelope(binding, operation, values, header) };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(']]>', ']]&gt;');
}
