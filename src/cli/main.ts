#!/usr/bin/env node
import { randomInt } from 'node:crypto';
import { processEnvironment } from '../config/environment.ts';
import { withoutCommands } from '../report/terminal/palette.ts';
import { runCli } from './run-cli.ts';

const outputs = [process.stdout, process.stderr];
// A reader that ends early (`| head`) is no error of ours, and must change neither the reports nor the exit code.
for (const output of outputs) output.on('error', () => {});

const exitCode = await runCli(process.argv.slice(2), {
  out: (text) => void process.stdout.write(withoutCommands(text)),
  err: (text) => void process.stderr.write(withoutCommands(text)),
  workflowCommand: (text) => void process.stdout.write(text),
  env: processEnvironment(),
  folder: process.cwd(),
  terminal: process.stdout.isTTY === true,
  randomSeed: () => randomInt(2 ** 32),
  interrupted: () =>
    new Promise((resolve) => {
      process.once('SIGINT', () => resolve());
      process.once('SIGTERM', () => resolve());
    }),
});

// Ended here once all is written: vitest may have something open still, and sets an exit code of its own when it likes.
await Promise.all(outputs.map((output) => new Promise<void>((resolve) => output.write('', () => resolve()))));
process.exit(exitCode);
