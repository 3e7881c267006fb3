import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MAIN } from './child.ts';
import { type Memory, watchMemory } from './process-cost.ts';

/** What a command took, by the clock. */
export interface Timed {
  readonly seconds: number;
  readonly phases: readonly (readonly [name: string, seconds: number])[];
  /** Requests of a run; 0 if it was not one. */
  readonly requests: number;
  readonly memory: Memory;
}

/** The last line of each phase. */
const ENDS: readonly (readonly [name: string, line: RegExp])[] = [
  ['start', /^getdata-conformance .* against /],
  ['pre-flight', /^Learned from the target/],
  ['cells', /^\d+\/\d+ cells, 0 left/],
];

/**
 * Runs the compiled command line as a user does, in an empty folder.
 * @throws Error unless it exits with 0
 */
export async function timedRun(args: readonly string[]): Promise<Timed> {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-bench-'));
  const from = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const memory = watchMemory(child.pid ?? 0);
  const at = new Map<string, number>();
  let requests = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    for (const [name, end] of ENDS) if (end.test(line)) at.set(name, secondsSince(from));
    requests = Number(/(\d+) requests in /.exec(line)?.[1] ?? requests);
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  const seconds = secondsSince(from);
  const held = memory();
  rmSync(folder, { recursive: true, force: true });
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { seconds, phases: phasesOf(at, seconds), requests, memory: held };
}

function phasesOf(at: ReadonlyMap<string, number>, whole: number): Timed['phases'] {
  let before = 0;
  const phases = ENDS.flatMap(([name]) => {
    const end = at.get(name);
    if (end === undefined) return [];
    const took = end - before;
    before = end;
    return [[name, took] as const];
  });
  return phases.length === 0 ? [] : [...phases, ['reports and end', whole - before]];
}

function secondsSince(from: number): number {
  return (performance.now() - from) / 1000;
}
