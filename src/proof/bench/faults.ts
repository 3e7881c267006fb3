import { MAIN, started } from './child.ts';
import { atMost, type Line } from './line.ts';
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

/** Times that a run of a faulty server may take as long as that of a healthy one, and as many requests. */
const MOST_TIMES = 1.5;
const MOST_REQUESTS = 1.3;

/** How much longer a run takes that finds a fault: in each round, which has its seed, a healthy server, then one with each fault. */
export async function faults(rounds: number): Promise<readonly Line[]> {
  const healthy: Timed[] = [];
  const faulty = FAULTS.map((): Timed[] => []);
  for (let n = 0; n < rounds; n += 1) {
    healthy.push(await runOf(null, n));
    for (const [at, fault] of FAULTS.entries()) faulty[at]?.push(await runOf(fault, n));
  }
  return FAULTS.flatMap((fault, at) => {
    const runs = faulty[at] ?? [];
    const ratios = (of: (run: Timed) => number) => runs.map((run, n) => of(run) / of(healthy[n] ?? run));
    const line = (what: string, of: (run: Timed) => number, most: number): Line => {
      const [here, there] = [runs, healthy].map((some) => median(some.map(of)).toFixed(1));
      return atMost(`${fault}: ${what}`, ratios(of), most, `(${here} against ${there})`);
    };
    return [
      line('seconds', ({ seconds }) => seconds, MOST_TIMES),
      line('requests', ({ requests }) => requests, MOST_REQUESTS),
    ];
  });
}

/**
 * A run at profile standard of a server over a socket: the embedded server has no caches, and no run waits for any
 * there.
 */
async function runOf(fault: string | null, seed: number): Promise<Timed> {
  const defects = fault === null ? [] : ['--defect', fault];
  const server = await started(MAIN, ['serve', '--port', '0', '--quiet', ...defects], /listens on (\S+)/);
  try {
    return await timedRun(['run', server.found, '--profile', 'standard', '--seed', `${seed}`], [0, 1]);
  } finally {
    await server.stop();
  }
}
