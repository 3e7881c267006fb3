#!/usr/bin/env node
import { randomInt, randomUUID } from 'node:crypto';
import { processEnvironment, variable } from '../config/environment.ts';
import { runCli } from './run-cli.ts';
import { guardedWriter } from './workflow-guard.ts';

const outputs = [process.stdout, process.stderr];
// A reader that ends early (`| head`) is no error of ours, and must change neither the reports nor the exit code.
for (const output of outputs) output.on('error', () => {});

const env = processEnvironment();
const out = (text: string) => void process.stdout.write(text);
const err = (text: string) => void process.stderr.write(text);
const inWorkflow = variable(env, 'GITHUB_ACTIONS') !== null;

const exitCode = await runCli(process.argv.slice(2), {
  out: inWorkflow ? guardedWriter(out, randomUUID()) : out,
  err: inWorkflow ? guardedWriter(err, randomUUID()) : err,
  workflowCommand: out,
  env,
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
