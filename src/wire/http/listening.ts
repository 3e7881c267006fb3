import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Opens a server, `who`, at host and port (0: any free one). @throws Error in a sentence if it can't listen there */
export async function openServer(server: Server, who: string, host: string, port: number) {
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) => reject(new Error(`${who} can't listen on ${host}:${port}: ${message}`)));
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    /** Ends every connection too. */
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
