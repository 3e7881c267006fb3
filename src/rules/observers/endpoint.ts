import { withHeader } from '../../wire/http/exchange.ts';
import { edited } from './edit-request.ts';
import { type ObservedRequest, type Observer, observersOf } from './observer.ts';

function atEndpoint(variant: string, method: string, below: string): ObservedRequest {
  return {
    variant,
    request: ({ basePath, contract }) => ({
      method,
      path: `${basePath}${contract.endpointPath}${below}`,
      headers: [],
      body: null,
    }),
  };
}

/** What the endpoint does outside the four bindings, and what comes with every answer. */
export const endpointObservers: readonly Observer[] = [
  ...observersOf('endpoint', {
    'observe.methods': [
      'The endpoint and an operation get other HTTP methods',
      ['errors.methods'],
      ({ operation }) => [
        ...['GET', 'HEAD', 'OPTIONS', 'PUT'].map((method) => atEndpoint(method, method, '')),
        ...['HEAD', 'OPTIONS', 'PUT'].map((method) => atEndpoint(`${method}.operation`, method, `/${operation.name}`)),
      ],
    ],
    'observe.wsdl': [
      'The service description is requested',
      ['service.wsdl', 'versioning.api'],
      () => [atEndpoint('wsdl', 'GET', '?wsdl')],
    ],
  }),
  {
    id: 'observe.response-headers',
    title: 'Which header lines come with an answer, also where compression is offered',
    gaps: ['limits.response-headers'],
    scope: 'parameters',
    sees: 'headers',
    expects: 'observed',
    plan: (cell, base) => [
      edited('plain', cell, base),
      edited('gzip', cell, base, (request) => withHeader(request, 'Accept-Encoding', 'gzip')),
    ],
  },
  ...observersOf('every', {
    'observe.stability': [
      'A call is sent again',
      ['operations.ordering'],
      (cell, base) => [edited('again', cell, base)],
    ],
  }),
];
