import { cliWhile, type Ended, type Surroundings } from './cli.fixture.ts';

/** Runs `serve` on a free port, does something with its address and ends it as Ctrl-C does. */
export function served(
  flags: readonly string[],
  use: (url: string) => Promise<void>,
  around: Surroundings = {},
): Promise<Ended> {
  return cliWhile(['serve', '--port', '0', ...flags], use, around);
}
