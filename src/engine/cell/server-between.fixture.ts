import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { loadCatalog } from '../../reference/catalog.ts';
import { createPipeline } from '../../reference/pipeline.ts';
import { createRouter } from '../../reference/route.ts';
import { contract } from '../../reference/variations/target.fixture.ts';
import { type InRequest, readTarget } from '../../reference/wire/message.ts';
import type { Header } from '../../wire/http/exchange.ts';

/** What a server sees in addition to a request. */
interface Beside {
  /** The connection has carried another request before. */
  readonly isReused: boolean;
  /** Requests of the same kind that are under way on other connections. */
  readonly others: readonly InRequest[];
}

/**
 * A reference server on a socket that treats each request as another one, as `taken` says; stopped after the test. It
 * answers once all that had arrived is read, so that requests run in parallel.
 */
export async function serverThatTakes(taken: (request: InRequest, beside: Beside) => InRequest): Promise<string> {
  const pipeline = createPipeline({ contract, catalog: loadCatalog(), checkCredentials: false, mutations: [] });
  const route = createRouter(contract, pipeline, () => 'http://127.0.0.1', []);
  const known = new WeakSet<Socket>();
  const underWay = new Set<InRequest>();
  const server = createServer(async (incoming, outgoing) => {
    const isReused = known.has(incoming.socket);
    known.add(incoming.socket);
    const body = await buffer(incoming);
    const headers = incoming.rawHeaders.flatMap((text, at, all): readonly Header[] =>
      at % 2 === 0 ? [[text, all[at + 1] ?? '']] : [],
    );
    const request = { method: incoming.method ?? '', ...readTarget(incoming.url ?? '', headers), body };
    underWay.add(request);
    await setImmediate();
    await setImmediate();
    const others = [...underWay].filter((one) => one !== request && kindOf(one) === kindOf(request));
    const { response } = route(taken(request, { isReused, others }));
    underWay.delete(request);
    outgoing.writeHead(response.status, response.headers.flat()).end(response.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Method and media type: the same for all requests of a binding. */
function kindOf({ method, headers }: InRequest): string {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return `${method} ${type.split(';', 1)[0]?.toLowerCase()}`;
}
