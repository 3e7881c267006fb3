import { profiles } from '../results/run-options.ts';
import { below, type Line, shown } from './line.ts';
import { median } from './rounds.ts';
import { type Timed, timedRun } from './timed-run.ts';

/** How long users wait for an answer of the command line, and for a first run. */
export async function start(rounds: number): Promise<readonly Line[]> {
  const help = await timed(rounds, ['--help']);
  const list = await timed(rounds, ['list', 'rules']);
  const explain = await timed(rounds, ['explain', 'http.content-type']);
  const quick = await timed(rounds, ['run', '--embedded', '--profile', 'quick', '--seed', '3']);
  const milliseconds = (runs: readonly Timed[]): readonly number[] => runs.map(({ seconds }) => seconds * 1000);
  return [
    below('--help', milliseconds(help), 80, 'ms'),
    below('list rules', milliseconds(list), 120, 'ms'),
    below('explain http.content-type', milliseconds(explain), 120, 'ms'),
    below('run --profile quick, embedded server', seconds(quick), 3, 's', breakdown(quick)),
  ];
}

/** The profiles standard and thorough, and what standard costs at 4, 10 and 16 times its random calls: time and memory. */
export async function scaling(rounds: number): Promise<readonly Line[]> {
  const run = ['run', '--embedded', '--seed', '3'];
  const standard = await timed(rounds, [...run, '--profile', 'standard']);
  const thorough = await timed(1, [...run, '--profile', 'thorough']);
  const at = (times: number): Promise<Timed> => timedRun([...run, '--runs', String(profiles.standard.runs * times)]);
  const [four, ten, sixteen] = [await at(4), await at(10), await at(16)];
  const one = middle(standard);
  const memory = standard.map((run) => run.memory.together);
  const growth = 100 * (ten.memory.together / median(memory) - 1);
  return [
    below('standard, embedded server', seconds(standard), 6, 's', breakdown(standard)),
    below('thorough, embedded server', seconds(thorough), 40, 's', breakdown(thorough)),
    below('standard: peak memory, all processes together', memory, 240, 'MB'),
    below('10 times the runs: growth of memory', [growth], 3, '%', `(${Math.round(ten.memory.together)} MB)`),
    ...linear(one, four, sixteen),
  ];
}

async function timed(rounds: number, args: readonly string[]): Promise<readonly Timed[]> {
  const runs: Timed[] = [];
  for (let n = 0; n < rounds; n += 1) runs.push(await timedRun(args));
  return runs;
}

function seconds(runs: readonly Timed[]): readonly number[] {
  return runs.map((run) => run.seconds);
}

/** The run that took the median time. */
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
    below('cost of a further request, 4x to 16x against 1x to 4x', [late / early], MOST_GROWTH, 'times', note),
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
