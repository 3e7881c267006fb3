import { type AddressInfo, createServer } from 'node:net';
import type { Exchange } from '../../wire/http/exchange.ts';
import { openTarget } from '../../wire/http/target.ts';
import type { Answer } from './golden.ts';

/** Sends answers whose framing may be wrong to a run's own HTTP client, over a local socket. */
export type Wire = Awaited<ReturnType<typeof openWire>>;

export const CONCURRENCY = 16;

/** Opens a server that sends the bytes of an answer and closes the connection. */
export async function openWire() {
  const answers: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      const [, id = ''] = /^GET \/(\d+) /.exec(chunk.toString('latin1')) ?? [];
      socket.end(answers[Number(id)] ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = openTarget({
    baseUrl: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ...{ timeoutMs: 10_000, maxBodyBytes: 1 << 22, concurrency: CONCURRENCY, ratePerSecond: null, headers: [] },
  });
  return {
    exchange: async ({ statusLine, lines, body }: Answer): Promise<Exchange> => {
      const head = [statusLine, ...lines, '', ''].join('\r\n');
      const id = answers.push(Buffer.concat([Buffer.from(head, 'latin1'), body])) - 1;
      const exchange = await target.send({ method: 'GET', path: `/${id}`, headers: [], body: null });
      delete answers[id];
      return exchange;
    },
    close: async () => {
      await target.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
