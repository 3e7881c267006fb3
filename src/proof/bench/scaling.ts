import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { profiles } from '../../options/model.ts';
import { MAIN, started } from './child.ts';
import { atMost, below, type Line, shown } from './line.ts';
import { cpuOfEnded, type Memory, watchMemory } from './process-cost.ts';
import { median } from './rounds.ts';

/** Commands that answer at once, and how many times as long as an empty process of node they may take. */
const COMMANDS = [
  { name: '--help', most: 1.6 },
  { name: 'list rules', most: 2.2 },
  { name: 'explain http.content-type', most: 2.2 },
];
/** Starts of each in a round, in turns. */
const STARTS = 4;

/** How long users wait for an answer of the command line, and for a first run. */
export async function start(rounds: number): Promise<readonly Line[]> {
  const empty = startsOf(['-e', '0']);
  const commands = COMMANDS.map((one) => ({ ...one, ...startsOf([MAIN, ...one.name.split(' ')]) }));
  for (let n = 0; n < rounds * STARTS; n += 1) for (const { next } of [empty, ...commands]) await next();
  const quick = await timed(rounds, ['run', '--embedded', '--profile', 'quick', '--seed', '3']);
  return [
    ...commands.map(({ name, most, took, cpu }) => {
      const ratios = took.map((one, n) => one / (empty.took[n] ?? Number.NaN));
      const note = `(${Math.round(1000 * median(took))} ms; CPU ${(cpu() / empty.cpu()).toFixed(2)})`;
      return atMost(`${name}, to an empty process`, ratios, most, note);
    }),
    below('run --profile quick, embedded server', seconds(quick), 3, 's', breakdown(quick)),
  ];
}

/** Starts of node: the seconds that each took, and those of CPU together. */
function startsOf(args: readonly string[]) {
  const took: number[] = [];
  let cpu = 0;
  const next = async (): Promise<void> => {
    const [from, before] = [performance.now(), cpuOfEnded()];
    await promisify(execFile)(process.execPath, args);
    took.push(secondsSince(from));
    cpu += cpuOfEnded() - before;
  };
  return { took, next, cpu: () => cpu };
}

/** Most MB that all processes of a run hold together. */
export const MOST_MEMORY = 230;

/** The profiles standard and thorough, and what standard costs at 4, 10 and 16 times its random calls: time and memory. */
export async function scaling(rounds: number): Promise<readonly Line[]> {
  const run = ['run', '--embedded', '--seed', '3'];
  const standard = await timed(rounds, [...run, '--profile', 'standard']);
  const thorough = await timed(1, [...run, '--profile', 'thorough']);
  const at = (times: number): Promise<Timed> => timedRun([...run, '--runs', String(profiles.standard.runs * times)]);
  const [four, sixteen] = [await at(4), await at(16)];
  const tens = await timed(rounds, [...run, '--runs', String(profiles.standard.runs * 10)]);
  const one = middle(standard);
  const [memory, ten] = [held(standard), held(tens)];
  const growth = ten.map((most, n) => 100 * (most / (memory[n] ?? Number.NaN) - 1));
  return [
    below('standard, embedded server', seconds(standard), 6, 's', breakdown(standard)),
    below('thorough, embedded server', seconds(thorough), 40, 's', breakdown(thorough)),
    atMost('standard: peak MB, all processes', memory, MOST_MEMORY),
    atMost('10 times the runs: growth of memory in %', growth, 3, `(${Math.round(median(ten))} MB)`),
    ...(await byWsdl(Math.min(rounds, 3))),
    ...linear(one, four, sixteen),
  ];
}

function held(runs: readonly Timed[]): readonly number[] {
  return runs.map(({ memory }) => memory.together);
}

/** Runs of a server by the WSDL that it serves, and in turns by the document. */
async function byWsdl(rounds: number): Promise<readonly Line[]> {
  const server = await started(MAIN, ['serve', '--port', '0', '--quiet'], /listens on (\S+)/);
  const [url, how] = [`${server.found}/getData.asmx`, ['--allow-inconclusive', '--seed', '3']];
  const described: Timed[] = [];
  const documented: Timed[] = [];
  try {
    for (let n = 0; n < rounds; n += 1) {
      described.push(await timedRun(['run', url, '--wsdl', `${url}?wsdl`, '--reads', '*', ...how]));
      documented.push(await timedRun(['run', url, ...how]));
    }
  } finally {
    await server.stop();
  }
  const costs = described.map(costOfRequest);
  const others = documented.map(costOfRequest);
  const ratios = costs.map((one, n) => one / (others[n] ?? Number.NaN));
  const note = `(${median(costs).toFixed(0)} and ${median(others).toFixed(0)} µs)`;
  return [
    atMost('by a WSDL: peak MB, without the server', held(described), MOST_MEMORY),
    atMost('by a WSDL: CPU for a request, to that by the document', ratios, MOST_GROWTH, note),
  ];
}

/** Microseconds of CPU. */
const costOfRequest = ({ cpu, requests }: Timed): number => (1e6 * cpu) / requests;

async function timed(rounds: number, args: readonly string[]): Promise<readonly Timed[]> {
  const runs: Timed[] = [];
  for (let n = 0; n < rounds; n += 1) runs.push(await timedRun(args));
  return runs;
}

function seconds(runs: readonly Timed[]): readonly number[] {
  return runs.map((run) => run.seconds);
}

function middle(runs: readonly Timed[]): Timed {
  const typical = runs.find((run) => run.seconds === median(seconds(runs)));
  if (typical === undefined) throw new Error('no round was measured');
  return typical;
}

/** A further request may cost at most a quarter more than before: on a busy machine timing is no more precise. */
const MOST_GROWTH = 1.25;

function linear(one: Timed, four: Timed, sixteen: Timed): readonly Line[] {
  const [early, late] = [further(one, four), further(four, sixteen)];
  const each = [one, four, sixteen].map((run) => `${run.seconds.toFixed(1)} s for ${run.requests}`).join(', ');
  const note = `(${early.toFixed(2)} and ${late.toFixed(2)} ms)`;
  return [
    shown('runs 1x, 4x, 16x: seconds and requests', each),
    below('cost of a further request, late to early', [late / early], MOST_GROWTH, 'times', note),
  ];
}

/** Milliseconds. */
function further(less: Timed, more: Timed): number {
  return (1000 * (more.seconds - less.seconds)) / (more.requests - less.requests);
}

function breakdown(runs: readonly Timed[]): string {
  const { phases, requests } = middle(runs);
  return `(${requests} requests; ${phases.map(([name, time]) => `${name} ${time.toFixed(2)}`).join(', ')} s)`;
}

export interface Timed {
  readonly seconds: number;
  readonly phases: readonly (readonly [name: string, seconds: number])[];
  /** Requests of a run; 0 if it was not one. */
  readonly requests: number;
  readonly memory: Memory;
  /** Seconds, of all its processes. */
  readonly cpu: number;
}

/** The last line of each phase. */
const ENDS: readonly (readonly [name: string, line: RegExp])[] = [
  ['start', /^getdata-conformance .* against /],
  ['pre-flight', /^Learned from the target/],
  ['cells', /^(\d+)\/\1 cells, /],
];

/** Runs the compiled command line in an empty folder. @throws Error unless it exits with one of these codes */
export async function timedRun(args: readonly string[], codes: readonly unknown[] = [0]): Promise<Timed> {
  const folder = mkdtempSync(join(tmpdir(), 'getdata-bench-'));
  const [from, before] = [performance.now(), cpuOfEnded()];
  const child = spawn(process.execPath, [MAIN, ...args, '--verbose'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
  if (!codes.includes(code)) throw new Error(`${args.join(' ')} ended with ${code}`);
  return { seconds, phases: phasesOf(at, seconds), requests, memory: held, cpu: cpuOfEnded() - before };
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
  return phases.length === 0 ? [] : [...phases, ['reports', whole - before]];
}

function secondsSince(from: number): number {
  return (performance.now() - from) / 1000;
}
