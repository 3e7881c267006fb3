import { below, type Line } from './line.ts';
import { median } from './rounds.ts';
import { type Timed, timedRun } from './timed-run.ts';

/** How long a user waits for help and for a first run. */
export async function start({ rounds }: { readonly rounds: number }): Promise<readonly Line[]> {
  const help: Timed[] = [];
  const quick: Timed[] = [];
  for (let n = 0; n < rounds; n += 1) {
    help.push(await timedRun(['--help']));
    quick.push(await timedRun(['run', '--profile', 'quick', '--seed', '3']));
  }
  const seconds = median(quick.map((one) => one.seconds));
  const typical = quick.find((one) => one.seconds === seconds);
  return [
    below('--help', median(help.map((one) => one.seconds)) * 1000, 150, 'ms', 'wall'),
    below('run --profile quick, embedded server', seconds, 5, 's', typical === undefined ? '' : breakdown(typical)),
  ];
}

/** Requests and phases of a run, in brackets. */
export function breakdown({ phases, requests }: Timed): string {
  return `(${requests} requests; ${phases.map(([name, seconds]) => `${name} ${seconds.toFixed(2)}`).join(', ')} s)`;
}
