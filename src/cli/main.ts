#!/usr/bin/env node
import type { CliIo } from '../base/cli-io.ts';
import { stopSignals } from '../base/stop-signal.ts';
import { tooLittle } from './too-little.ts';

const outputs = [process.stdout, process.stderr];
// A reader that ends early (`| head`) is not our error, and must change neither the reports nor the exit code.
for (const output of outputs) output.on('error', () => {});

/** Loads what it runs, so that a machine with too little memory, too few files or an old Node gets a sentence. */
async function run(): Promise<number> {
  const refused = tooLittle();
  if (refused !== null) {
    process.stderr.write(`error: ${refused}\n`);
    return 2;
  }
  // Not in a test, which runs a command in its own process.
  if (process.argv[2] === 'run') (await import('../engine/vitest/memory-flags.ts')).spareMemory();
  const { processEnvironment } = await import('../options/environment.ts');
  const { withoutCommands } = await import('../views/terminal/palette.ts');
  const isSeen = outputs.some(({ isTTY }) => isTTY === true);
  const screen = isSeen ? await import('../views/terminal/file-links.ts') : null;
  const { failed, runCli } = await import('./run-cli.ts');
  const shown = (text: string, { isTTY, columns }: NodeJS.WriteStream): string =>
    screen !== null && isTTY === true
      ? screen.onScreen(text, columns || 80, processEnvironment(), process.cwd())
      : withoutCommands(text);
  const io: CliIo = {
    out: (text) => void process.stdout.write(shown(text, process.stdout)),
    err: (text) => void process.stderr.write(shown(text, process.stderr)),
    workflowCommand: (text) => void process.stdout.write(text),
    env: processEnvironment(),
    folder: process.cwd(),
    terminal: process.stdout.isTTY === true,
    columns: () => process.stdout.columns || 80,
    ...(process.argv[1] === undefined ? {} : { script: process.argv[1] }),
    get input() {
      return process.stdin;
    },
    randomSeed: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
    interrupted: () =>
      new Promise((resolve) => {
        for (const name of stopSignals) process.once(name, () => resolve());
      }),
  };
  // Node would end with 1, which says that the target does not conform.
  process.on('uncaughtException', (error) => {
    const code = failed(error, io);
    process.stderr.write('', () => process.exit(code));
  });
  // Nothing is left to wait for, but the command has not ended: Node would say nothing, and vitest may have set a code.
  process.once('beforeExit', () => {
    process.exitCode = failed(new Error('it waits for what can never come'), io);
  });
  return runCli(process.argv.slice(2), io);
}

const exitCode = await run();

// Exit here once all is written: vitest may still have something open, and may set its own exit code at any time.
await Promise.all(outputs.map((output) => new Promise<void>((resolve) => output.write('', () => resolve()))));
process.exit(exitCode);
