import { loadContract } from '../../contract/load.ts';
import type { Cell } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import type { HttpRequest } from '../../wire/http/exchange.ts';
import { readHttpFile } from '../../wire/http/http-file.fixture.ts';

export const contract = loadContract('http://dealer.example/webservices/');

/** The cells, with the request of each in fixtures/exchanges. */
export const goldenRequests = contract.operations.flatMap((operation) =>
  bindingNames.map((binding) => ({ cell: { operation, binding } satisfies Cell, ...golden(operation.name, binding) })),
);

function golden(operation: string, binding: string): { readonly request: HttpRequest } {
  const { startLine, headers, body } = readHttpFile(`exchanges/${operation}/${binding}.request.http`);
  const [method = '', path = ''] = startLine.split(' ');
  return { request: { method, path, headers, body: body.length === 0 ? null : body } };
}

/** The golden request of a cell. */
export function goldenRequest(operation: string, binding: string): HttpRequest {
  return golden(operation, binding).request;
}
