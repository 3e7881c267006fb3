import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { defaultNamespace, loadContract } from '../../../contract/load.ts';
import { patience } from '../../../patience.fixture.ts';
import { type RawServer, startRawServer } from '../../../wire/http/raw-server.fixture.ts';
import type { PassedOn } from './pass-on.ts';
import { type ProxyOptions, startProxy } from './server.ts';

/** A proxy in front of a target, closed when the test has finished, and the exchanges that it forwarded. */
export async function proxyTo(target: URL, options: Partial<ProxyOptions> = {}) {
  const passed: PassedOn[] = [];
  const waiting: (() => void)[] = [];
  const proxy = await startProxy({
    contract: loadContract(defaultNamespace()),
    target,
    host: '127.0.0.1',
    callers: { host: '127.0.0.1', hosts: ['m', 'me'], origins: [] },
    port: 0,
    route: { tls: {}, proxy: null },
    headers: [],
    timeoutMs: patience(30_000),
    maxBodyBytes: 1_000_000,
    page: () => false,
    refused: () => {},
    seen: (one) => {
      passed.push(one);
      for (const wake of waiting.splice(0)) wake();
    },
    ...options,
  });
  onTestFinished(proxy.close);
  return {
    ...proxy,
    passed,
    /** The n-th exchange, from 1, when it has ended. */
    async nth(n: number): Promise<PassedOn> {
      for (;;) {
        const found = passed[n - 1];
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
}

/** A proxy in front of a server that answers byte for byte. */
export async function proxyToBytes(
  answer: Parameters<typeof startRawServer>[0] | string,
  options: Partial<ProxyOptions> = {},
): Promise<Awaited<ReturnType<typeof proxyTo>> & { readonly server: RawServer }> {
  const server = await startRawServer(typeof answer === 'string' ? (socket) => socket.write(answer, 'latin1') : answer);
  onTestFinished(server.close);
  return { ...(await proxyTo(server.url, options)), server };
}

/** Sends bytes on a new connection; returns what came back when it ended, or when `enough` did. */
export function exchangeBytes(baseUrl: string, bytes: string, enough: RegExp | null = null): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    let came = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      came += chunk;
      if (enough?.test(came) === true) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(came));
  });
}
