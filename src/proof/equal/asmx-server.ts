import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../../base/error.ts';
import { processEnvironment } from '../../options/environment.ts';
import type { ReferenceServer } from '../../reference/server.ts';

const SCRIPT = fileURLToPath(new URL('../../../fixtures/asmx/run.sh', import.meta.url));

/** A service of the fixtures: its folder, and its page. */
const OWN = { folder: 'asmx/app', page: 'getData.asmx' };

/** The real ASMX server of the fixtures, behind a port of this process. @throws ConfigError where it can't start */
export async function startAsmx(namespace: string, { folder, page } = OWN): Promise<ReferenceServer> {
  const front = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    client.pipe(server).pipe(client);
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
  });
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  const env = { ...processEnvironment(), ASMX_NS: namespace };
  const mono = spawn(SCRIPT, [`${port}`, fileURLToPath(new URL(`../../../fixtures/${folder}`, import.meta.url))], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env,
  });
  const lines = createInterface({ input: mono.stdout });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => line.includes('Listening on port') && resolve());
    mono.once('error', reject);
    mono.once('exit', () =>
      reject(new ConfigError('the ASMX server does not start: fixtures/asmx/README.md has what it needs')),
    );
  });
  // It compiles the service at its first request, which may take as long as a run waits for an answer.
  await (await fetch(`http://127.0.0.1:${port}/${page}?wsdl`)).arrayBuffer();
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const close = async (): Promise<void> => {
    front.close();
    mono.kill('SIGKILL');
    await once(mono, 'exit');
  };
  return { url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, close };
}
