import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CliIo, Environment } from '../base/cli-io.ts';
import { runCli } from './run-cli.ts';

/** The result of a command line. */
export interface Ended {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Where and how a command line runs. */
export interface Surroundings {
  readonly env?: Environment;
  readonly folder?: string;
  readonly terminal?: boolean;
  /** Of the terminal. */
  readonly columns?: number;
  /** Of the project in the folder: it is started by npx. */
  readonly byNpx?: boolean;
  /** Gets the output as it comes. */
  readonly onOut?: (text: string) => void;
  readonly interrupted?: Promise<void>;
}

/** A new folder that is deleted after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/**
 * Runs a command line in this process, in a new folder and with an empty environment unless told.
 * @param run - this source, or the compiled one: only that can start the worker of a run
 */
export async function cli(argv: readonly string[], around: Surroundings = {}, run = runCli): Promise<Ended> {
  const {
    env = {},
    folder = newFolder(),
    terminal = false,
    columns = 80,
    byNpx = false,
    onOut = () => {},
    interrupted = Promise.resolve(),
  } = around;
  let out = '';
  let err = '';
  const io: CliIo = {
    out: (text) => {
      out += text;
      onOut(text);
    },
    err: (text) => {
      err += text;
    },
    workflowCommand: (text) => {
      out += text;
    },
    env,
    folder,
    terminal,
    columns: () => columns,
    ...(byNpx ? { script: join(folder, 'node_modules/.bin/getdata-conformance') } : {}),
    randomSeed: () => 42,
    interrupted: () => interrupted,
  };
  const exitCode = await run(argv, io);
  return { exitCode, out, err };
}

/** Runs a command that listens until Ctrl-C: does something with its printed address, then ends it as Ctrl-C does. */
export async function cliWhile(
  argv: readonly string[],
  use: (url: string) => Promise<void>,
  around: Omit<Surroundings, 'onOut' | 'interrupted'> = {},
  run = runCli,
): Promise<Ended> {
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
  const ended = await cli(argv, { ...around, interrupted, onOut }, run);
  await using;
  return ended;
}
