import { cli, type Surroundings } from './cli.fixture.ts';

/** Runs `serve` on a free port, does something with its address and ends it as Ctrl-C does. */
export async function served(flags: readonly string[], use: (url: string) => Promise<void>, around: Surroundings = {}) {
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
  const ended = await cli(['serve', '--port', '0', ...flags], { ...around, interrupted, onOut });
  await using;
  return ended;
}
