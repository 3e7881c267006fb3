import { profiles } from '../results/run-options.ts';
import { below, type Line, shown } from './line.ts';
import { median } from './rounds.ts';
import { type Timed, timedRun } from './timed-run.ts';

const MB = 'MB';

/** The profile standard, and what it costs at 4, 10 and 16 times its random calls: time and memory. */
export async function scaling(): Promise<readonly Line[]> {
  const { runs } = profiles.standard;
  const at = async (times: number): Promise<Timed> =>
    timedRun(['run', '--embedded', '--profile', 'standard', '--seed', '3', '--runs', String(runs * times)]);
  const [one, four, ten, sixteen] = [await at(1), await at(4), await at(10), await at(16)];
  const growth = (100 * (ten.memory.largest - one.memory.largest)) / one.memory.largest;
  const together = (100 * (ten.memory.together - one.memory.together)) / one.memory.together;
  return [
    below('standard, embedded server', one.seconds, 30, 's', breakdown(one)),
    below('standard: peak memory, largest process', one.memory.largest, 250, MB),
    shown('standard: peak memory, all processes together', `${Math.round(one.memory.together)} ${MB}`),
    below(
      '10 times the runs: growth of the largest process',
      growth,
      10,
      '%',
      `(${Math.round(ten.memory.largest)} ${MB})`,
    ),
    shown(
      '10 times the runs: growth of all together',
      `${together.toFixed(0)} %  (${Math.round(ten.memory.together)} ${MB})`,
    ),
    ...linear(one, four, sixteen),
  ];
}

/** A further request may cost at most a quarter more than before: on a busy machine timing is no more precise. */
const MOST_GROWTH = 1.25;

function linear(one: Timed, four: Timed, sixteen: Timed): readonly Line[] {
  const [early, late] = [further(one, four), further(four, sixteen)];
  const seconds = [one, four, sixteen].map((timed) => `${timed.seconds.toFixed(1)} s for ${timed.requests}`).join(', ');
  return [
    shown('runs 1x, 4x, 16x: seconds and requests', seconds),
    below(
      'cost of a further request, 4x to 16x against 1x to 4x',
      late / early,
      MOST_GROWTH,
      'times',
      milliseconds(early, late),
    ),
  ];
}

function further(less: Timed, more: Timed): number {
  return (more.seconds - less.seconds) / (more.requests - less.requests);
}

function milliseconds(early: number, late: number): string {
  return `(${(early * 1000).toFixed(2)} and ${(late * 1000).toFixed(2)} ms)`;
}

/** How long a user waits for help and for a first run. */
export async function start(rounds: number): Promise<readonly Line[]> {
  const help: Timed[] = [];
  const quick: Timed[] = [];
  for (let n = 0; n < rounds; n += 1) {
    help.push(await timedRun(['--help']));
    quick.push(await timedRun(['run', '--embedded', '--profile', 'quick', '--seed', '3']));
  }
  const seconds = median(quick.map((one) => one.seconds));
  const typical = quick.find((one) => one.seconds === seconds);
  return [
    below('--help', median(help.map((one) => one.seconds)) * 1000, 150, 'ms', 'wall'),
    below('run --profile quick, embedded server', seconds, 5, 's', typical === undefined ? '' : breakdown(typical)),
  ];
}

function breakdown({ phases, requests }: Timed): string {
  return `(${requests} requests; ${phases.map(([name, seconds]) => `${name} ${seconds.toFixed(2)}`).join(', ')} s)`;
}
