import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SoapClient } from '../bench/clients/soap-clients.ts';

const source = (name: string): string => fileURLToPath(new URL(`../../../fixtures/servers/${name}`, import.meta.url));

/** A server of another stack that passes calls on to the one at `upstream`. */
export interface StackProgram extends Omit<SoapClient, 'open'> {
  readonly start: (upstream: string) => readonly [command: string, ...args: string[]];
}

export const php: StackProgram = {
  name: 'PHP',
  packages: 'php-cli, php-soap, php-xml',
  probe: ['php', '-r', 'new SoapServer(null, ["uri" => "a"]); new DOMDocument();'],
  start: () => ['php', '-S', '127.0.0.1:0', source('php.php')],
};

export const nodeSoap: StackProgram = {
  name: 'node-soap with all fixes',
  packages: 'none',
  probe: [process.execPath, '-v'],
  start: (upstream) => [process.execPath, source('node-soap.mjs'), upstream],
};

export const gsoap: StackProgram = {
  name: 'gSOAP',
  packages: 'gsoap, libgsoap-dev, g++',
  probe: ['sh', '-c', 'command -v wsdl2h && command -v soapcpp2 && command -v g++'],
  start: (upstream) => ['bash', source('gsoap.sh'), upstream],
};

/** Starts a program in a folder, and waits for the address that it prints. */
export async function startProgram(
  [program, ...args]: readonly [command: string, ...args: string[]],
  cwd: string,
  env: Readonly<Record<string, string>>,
) {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } });
  let said = '';
  const address = new Promise<string>((resolve) => {
    const hear = (text: Buffer): void => {
      said = `${said}${text}`.slice(-10_000);
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
  });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}: ${said}`)));
  return { url: await Promise.race([address, ended]), close: () => void child.kill() };
}
