import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
