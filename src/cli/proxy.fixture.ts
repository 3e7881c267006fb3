import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpRequest } from '../wire/http/exchange.ts';
import { cliWhile, newFolder } from './cli.fixture.ts';
import type { runCli } from './run-cli.ts';

/** Runs `proxy` on a free port, does something with its address and ends it as Ctrl-C does. */
export async function proxied(
  target: string,
  use: (url: string) => Promise<void>,
  flags: readonly string[] = [],
  folder = newFolder(),
  run?: typeof runCli,
) {
  const ended = await cliWhile(['proxy', target, '--port', '0', ...flags], use, { folder }, run);
  const read = (name: string): string => readFileSync(join(folder, 'reports', name), 'utf8');
  return { ...ended, folder, read };
}

/** A request as bytes. @param more - header lines */
export function bytesOf({ method, path, headers, body }: HttpRequest, more: readonly string[] = []): string {
  const length = body === null ? [] : [`Content-Length: ${body.byteLength}`];
  const lines = headers.filter(([name]) => !/^(?:host|content-length)$/i.test(name)).map((line) => line.join(': '));
  const head = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', ...lines, ...length, ...more];
  return `${head.join('\r\n')}\r\n\r\n${Buffer.from(body ?? []).toString('latin1')}`;
}
