import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../base/cli-io.ts';
import { loadContract } from '../contract/load.ts';
import type { CellFilter } from '../reference/defects/defect.ts';
import { defectNamed, mutation } from '../reference/defects/defects.ts';
import type { Mutation } from '../reference/mutation.ts';
import { type ReferenceServer, startReferenceServer } from '../reference/server.ts';
import type { Results } from '../results/results.ts';
import { cli } from './cli.fixture.ts';

/** The compiled command line; `npm test` builds it first. */
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const compiledCli = new URL('../../dist/cli/run-cli.js', import.meta.url).href;

/** The command line as it was compiled: only that can start the worker of a run. */
export async function compiledRunCli(): Promise<typeof import('./run-cli.ts').runCli> {
  const { runCli }: typeof import('./run-cli.ts') = await import(compiledCli);
  return runCli;
}

/** The result of a command. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** Its own empty folder, in which it ran. */
  readonly folder: string;
}

/** Runs the command line as a user does: another process, in an empty folder. `started` gets the process. */
export function command(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  started?: (child: ChildProcess) => void,
): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-command-'));
  const { CI: _ci, GITHUB_ACTIONS: _actions, GITHUB_STEP_SUMMARY: _summary, ...inherited } = process.env;
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  started?.(child);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err, folder })));
}

/**
 * Runs the compiled command in this process, in an empty folder unless one is given: for tests of the results of a few
 * cells, in half the time as vitest is already loaded. For the process (signals, memory, exit) use `command`.
 */
export async function commandHere(
  args: readonly string[],
  env: Environment = {},
  folder = mkdtempSync(join(tmpdir(), 'getdata-command-')),
): Promise<Ended> {
  const ended = await cli(args, { env, folder }, await compiledRunCli());
  // vitest sets it if a test of the run fails.
  process.exitCode = undefined;
  return { code: ended.exitCode, out: ended.out, err: ended.err, folder };
}

/** Does something once, when a run has printed its progress. */
export function underWay(what: (child: ChildProcess) => void, sign = '20/80 cells'): (child: ChildProcess) => void {
  let said = '';
  return (child) => {
    const hear = (text: string): void => {
      said += text;
      if (!said.includes(sign)) return;
      child.stdout?.off('data', hear);
      what(child);
    };
    child.stdout?.on('data', hear);
  };
}

/** The results.json that a run left. */
export function resultsOf({ folder }: Ended): Results {
  return JSON.parse(readFileSync(join(folder, 'reports/results.json'), 'utf8'));
}

const contract = loadContract('http://dealer.example/webservices/');

/** The reference server with one defect, in every cell or in some. */
export function faultyServer(
  id: string,
  filter: CellFilter = { operation: null, binding: null },
): Promise<ReferenceServer> {
  const defect = defectNamed(id);
  if (defect === undefined) throw new Error(`there is no defect '${id}'`);
  return startReferenceServer({ contract, defects: [mutation(defect, filter, contract)] });
}

/** The reference server without defects, on a port. */
export function healthyServer(port: number, namespace = contract.namespace): Promise<ReferenceServer> {
  return startReferenceServer({ contract: loadContract(namespace), port });
}

/** The reference server, answering every request with the request itself: all secrets come back. */
export function echoingServer(): Promise<ReferenceServer> {
  const echo: Mutation = {
    applies: () => true,
    response: (response, { request }) => {
      const lines = request.headers.map(([name, value]) => `${name}: ${value}`);
      const body = new TextEncoder().encode(
        [request.path, ...lines, new TextDecoder().decode(request.body)].join('\n'),
      );
      const headers = [
        ['Content-Type', 'text/plain'],
        ['Content-Length', `${body.byteLength}`],
      ] as const;
      return { ...response, status: 200, headers, body };
    },
  };
  return startReferenceServer({ contract, defects: [echo] });
}
