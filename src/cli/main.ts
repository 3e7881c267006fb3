#!/usr/bin/env node
import { randomInt, randomUUID } from 'node:crypto';
import { processEnvironment, variable } from '../config/environment.ts';
import { runCli } from './run-cli.ts';
import { guardedWriter } from './workflow-guard.ts';

// A reader that ends early (`| head`) is no error of ours, and must change neither the reports nor the exit code.
process.stdout.on('error', () => {});

const env = processEnvironment();
const out = (text: string) => void process.stdout.write(text);
const err = (text: string) => void process.stderr.write(text);
const inWorkflow = variable(env, 'GITHUB_ACTIONS') !== null;

process.exitCode = await runCli(process.argv.slice(2), {
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
