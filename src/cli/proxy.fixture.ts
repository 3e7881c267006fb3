import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cli, newFolder } from './cli.fixture.ts';

/** Runs `proxy` on a free port, does something with its address and ends it as Ctrl-C does. */
export async function proxied(target: string, use: (url: string) => Promise<void>, flags: readonly string[] = []) {
  const folder = newFolder();
  let interrupt = (): void => {};
  const interrupted = new Promise<void>((resolve) => {
    interrupt = resolve;
  });
  let using: Promise<void> | null = null;
  const onOut = (text: string): void => {
    const url = /listens on (\S+)/.exec(text)?.[1];
    if (url === undefined || using !== null) return;
    using = use(url).finally(interrupt);
  };
  const ended = await cli(['proxy', target, '--port', '0', ...flags], { folder, interrupted, onOut });
  await using;
  const read = (name: string): string => readFileSync(join(folder, 'reports', name), 'utf8');
  return { ...ended, folder, read };
}
