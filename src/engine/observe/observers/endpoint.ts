import type { EncodeContext } from '../../../bindings/binding.ts';
import type { HttpRequest } from '../../../exchange/exchange.ts';
import { edited, plain, setHeader } from '../edit-request.ts';
import type { ObservedRequest, Observer } from '../observer.ts';

function atEndpoint(variant: string, method: string, below: string): ObservedRequest {
  return {
    variant,
    request: ({ basePath, contract }: EncodeContext): HttpRequest => ({
      method,
      path: `${basePath}${contract.endpointPath}${below}`,
      headers: [],
      body: null,
    }),
  };
}

/** What the endpoint does besides the four bindings, and what comes with every answer. */
export const endpointObservers: readonly Observer[] = [
  {
    id: 'observe.methods',
    title: 'The endpoint and an operation get other HTTP methods',
    gaps: ['errors.methods'],
    scope: 'endpoint',
    sees: 'answer',
    plan: ({ operation }) => [
      ...['GET', 'HEAD', 'OPTIONS', 'PUT'].map((method) => atEndpoint(method, method, '')),
      ...['HEAD', 'OPTIONS', 'PUT'].map((method) => atEndpoint(`${method}.operation`, method, `/${operation.name}`)),
    ],
  },
  {
    id: 'observe.wsdl',
    title: 'The service description is requested',
    gaps: ['service.wsdl', 'versioning.api'],
    scope: 'endpoint',
    sees: 'answer',
    plan: () => [atEndpoint('wsdl', 'GET', '?wsdl')],
  },
  {
    id: 'observe.response-headers',
    title: 'Which header lines come with an answer, also where compression is offered',
    gaps: ['limits.response-headers'],
    scope: 'parameters',
    sees: 'headers',
    plan: (cell, base) => [
      plain('plain', cell, base),
      edited('gzip', cell, base, (request) => setHeader(request, 'Accept-Encoding', 'gzip')),
    ],
  },
  {
    id: 'observe.stability',
    title: 'A call is sent again',
    gaps: ['operations.ordering'],
    scope: 'every',
    sees: 'answer',
    plan: (cell, base) => [plain('again', cell, base)],
  },
];
