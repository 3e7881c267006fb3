import { MAIN, started } from './child.ts';
import { below, type Line } from './line.ts';
import { median } from './rounds.ts';
import { type Timed, timedRun } from './scaling.ts';

/** One fault of each kind: order, value, head, markup, header block, understanding, number, binding, data, filter. */
const FAULTS = [
  'fields-swapped',
  'boolean-capital',
  'media-type-plain',
  'cdata-dropped',
  'header-type-refused',
  'must-understand-ignored',
  'signed-numbers-refused',
  'value-differs-in-one-binding',
  'listed-values-differ',
  'absent-header-filters',
];

/** Times that a run of a faulty server may take as long as that of a healthy one. */
const MOST_TIMES = 1.5;

/** How much longer a run takes that finds a fault: in each round a healthy server, then one with each fault. */
export async function faults(rounds: number): Promise<readonly Line[]> {
  const healthy: Timed[] = [];
  const faulty = FAULTS.map((): Timed[] => []);
  for (let n = 0; n < rounds; n += 1) {
    healthy.push(await runOf(null));
    for (const [at, fault] of FAULTS.entries()) faulty[at]?.push(await runOf(fault));
  }
  return FAULTS.map((fault, at) => {
    const runs = faulty[at] ?? [];
    const ratios = (of: (run: Timed) => number) => runs.map((run, n) => of(run) / of(healthy[n] ?? run));
    const middle = (some: readonly Timed[]): string => median(some.map(({ seconds }) => seconds)).toFixed(1);
    const requests = median(ratios((run) => run.requests)).toFixed(2);
    const note = `(${middle(runs)} s against ${middle(healthy)} s; requests ${requests} times)`;
    return below(
      fault,
      ratios(({ seconds }) => seconds),
      MOST_TIMES,
      'times',
      note,
    );
  });
}

/**
 * A run at profile standard of a server over a socket: the embedded server has no caches, and no run waits for any
 * there.
 */
async function runOf(fault: string | null): Promise<Timed> {
  const defects = fault === null ? [] : ['--defect', fault];
  const server = await started(MAIN, ['serve', '--port', '0', '--quiet', ...defects], /listens on (\S+)/);
  try {
    return await timedRun(['run', server.found, '--profile', 'standard', '--seed', '3'], [0, 1]);
  } finally {
    await server.stop();
  }
}
