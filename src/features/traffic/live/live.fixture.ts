import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { defaultNamespace, loadContract } from '../../../contract/load.ts';
import { createTrafficLog, type trafficLimits } from '../log.ts';
import type { LiveComparison } from './comparison.ts';
import { openLivePage } from './page.ts';

export const contract = loadContract(defaultNamespace());

/** A log and its live page, served. `cut` ends every connection and the server, `start` restarts it on its port. */
export async function servedPage(
  host = '127.0.0.1',
  limits: Partial<typeof trafficLimits> = {},
  comparison: LiveComparison | null = null,
) {
  let url = '';
  const log = createTrafficLog({ contract, origin: () => url, limits });
  const callers = { host, hosts: [], origins: [] };
  const page = openLivePage({ contract, log, about: 'Requests of a <test>', callers, session: 's1', comparison });
  const open = () => createServer((request, response) => page(request, response) || response.writeHead(204).end());
  let server = open();
  const start = (port: number): Promise<void> => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  await start(0);
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  onTestFinished(cut);
  const restart = (): Promise<void> => {
    server = open();
    return start(port);
  };
  return { log, url, port, cut, restart };
}
