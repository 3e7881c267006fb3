import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { whyMissing } from '../bench/clients/soap-clients.ts';
import { startAsmx } from '../equal/asmx-server.ts';

/** The path of a file of fixtures/services. */
export const serviceFile = (path: string): string =>
  fileURLToPath(new URL(`../../../fixtures/services/${path}`, import.meta.url));

const programs = {
  mono: { packages: 'mono-mcs, mono-xsp4', probe: ['sh', '-c', 'command -v mcs && command -v xsp4'] },
  php: { packages: 'php-cli, php-soap', probe: ['php', '-r', 'new SoapServer(null, ["uri" => "a"]);'] },
  gsoap: {
    packages: 'gsoap, libgsoap-dev, g++',
    probe: ['sh', '-c', 'command -v wsdl2h && command -v soapcpp2 && command -v g++'],
  },
} as const;

const OF_SHOP = 'GetProduct,ListProducts,Search,Convert,Tags,IsOpen';

/** The services of fixtures/services: the stack that serves each, the WSDL that describes it, and what changes no state. */
const services = {
  shop: { stack: 'mono', wsdl: (): string => serviceFile('shop/shop.wsdl'), reads: OF_SHOP },
  'shop.php': { stack: 'php', wsdl: (): string => serviceFile('shop/shop.wsdl'), reads: OF_SHOP },
  desk: { stack: 'mono', wsdl: (url: string): string => `${url}?wsdl`, reads: '*' },
  stock: { stack: 'gsoap', wsdl: (): string => serviceFile('stock/stock.wsdl'), reads: '*' },
  ledger: { stack: 'php', wsdl: (): string => serviceFile('ledger/ledger.wsdl'), reads: '*' },
} as const;

export type ServiceName = keyof typeof services;

export const serviceNames = Object.keys(services) as readonly ServiceName[];

/** Starts services, each once, until `close`. */
export function openServices() {
  const children: ChildProcess[] = [];
  const others: { readonly close: () => Promise<void> }[] = [];
  const fronts: Server[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'getdata-services-'));
  const known = new Map<ServiceName, Promise<string>>();

  /** The address that a program prints. */
  function program([name, ...args]: readonly [string, ...string[]], cwd: string, env: NodeJS.ProcessEnv = {}) {
    const child = spawn(name, args, { cwd, env: { ...process.env, ...env } });
    children.push(child);
    return new Promise<string>((resolve, reject) => {
      const hear = (said: Buffer): void => {
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(`${said}`) ?? [];
        if (url !== undefined) resolve(url);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
    });
  }

  async function php(page: string, env?: NodeJS.ProcessEnv): Promise<string> {
    const [place = '', file = ''] = page.split('/');
    return `${await program(['php', '-S', '127.0.0.1:0', file], serviceFile(place), env)}/${file}`;
  }

  async function asmx(name: string, page: string): Promise<string> {
    const server = await startAsmx(`http://${name}.example/`, { folder: `services/${name}`, page });
    others.push(server);
    return `${server.url}/${page}`;
  }

  const starts: Readonly<Record<ServiceName, () => Promise<string>>> = {
    shop: () => asmx('shop', 'Shop.asmx'),
    'shop.php': () => php('shop/shop.php'),
    desk: () => asmx('desk', 'Desk.asmx'),
    stock: () => program(['bash', serviceFile('stock/stock.sh')], folder),
    ledger: () => php('ledger/ledger.php'),
  };

  /** A server that passes requests on, and their answers back as `edit` has them. */
  async function fronted(url: string, edit: (body: string) => string): Promise<string> {
    const server = createServer(async (incoming, answer) => {
      const type = incoming.headers['content-type'] ?? '';
      const body = incoming.method === 'POST' ? await text(incoming) : null;
      const action = `${incoming.headers.soapaction ?? ''}`;
      const headers = {
        ...(type === '' ? {} : { 'content-type': type }),
        ...(action === '' ? {} : { soapaction: action }),
      };
      const method = incoming.method ?? 'GET';
      const back = await fetch(new URL(incoming.url ?? '', url), { method, headers, body });
      answer.writeHead(back.status, { 'content-type': back.headers.get('content-type') ?? 'text/xml' });
      answer.end(edit(await back.text()));
    });
    fronts.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}${new URL(url).pathname.replace(/^\/$/, '')}`;
  }

  return {
    fronted,
    php,
    /** The address of a service, and its WSDL; skips the test where its stack is missing. */
    async service(name: ServiceName, skip: (reason: string) => void) {
      const { stack, wsdl, reads } = services[name];
      const missing = whyMissing({ name: stack, ...programs[stack] });
      if (missing !== null && process.env.CI === undefined) skip(missing);
      const address = known.get(name) ?? starts[name]();
      known.set(name, address);
      const url = await address;
      return { url, wsdl: wsdl(url), reads };
    },
    async close(): Promise<void> {
      for (const child of children) child.kill();
      for (const server of fronts) server.close().closeAllConnections();
      await Promise.all(others.map((one) => one.close()));
      rmSync(folder, { recursive: true });
    },
  };
}
