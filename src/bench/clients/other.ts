import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClientAsync } from 'soap';
import { wsdl } from '../../reference/wsdl/document.ts';
import type { RawRequest } from '../bodies.ts';
import type { Contestant } from '../rounds.ts';

const concurrency = 16;

/** node:http with an agent that keeps its connections; the body is read. */
export function nodeHttp(name: string, url: string, { path, headers, body }: RawRequest): Contestant {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const { hostname, port } = new URL(url);
  const options = {
    method: 'POST',
    hostname,
    port,
    path,
    agent,
    headers: { ...headers, 'Content-Length': body.length },
  };
  const call = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(options, (answer) => {
        answer.on('data', () => {});
        answer.once('end', resolve);
        answer.once('error', reject);
      });
      sent.once('error', reject);
      sent.end(body);
    });
  return { name, concurrency, call, close: () => agent.destroy() };
}

/** The platform's fetch; the body is read. */
export function platformFetch(name: string, url: string, { path, headers, body }: RawRequest): Contestant {
  const address = `${url}${path}`;
  const call = async (): Promise<void> => {
    const answer = await fetch(address, { method: 'POST', headers, body: new Uint8Array(body) });
    await answer.arrayBuffer();
  };
  return { name, concurrency, call, close: () => {} };
}

/** The soap package's client, made from the service's WSDL: an object for each answer. */
export async function nodeSoap(name: string, url: string, { contract, path }: RawRequest): Promise<Contestant> {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-bench-'));
  const file = join(folder, 'service.wsdl');
  writeFileSync(file, wsdl(contract, `${url}${path}`));
  const client = await createClientAsync(file);
  rmSync(folder, { recursive: true });
  return {
    name,
    concurrency,
    call: () => client.Get_Video_LinksAsync({ DealerID: 'DEALER_ID', APIKEY: 'API_KEY' }),
    close: () => {},
  };
}
