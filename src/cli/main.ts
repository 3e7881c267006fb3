#!/usr/bin/env node
import { randomInt } from 'node:crypto';
import { processEnvironment } from '../config/environment.ts';
import { runCli } from './run-cli.ts';

// A reader that ends early (`| head`) is no error of ours, and must change neither the reports nor the exit code.
process.stdout.on('error', () => {});

process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
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
