import type { Profiler } from 'node:inspector';

/** What a run does, by where the code is that does it; the first that matches. */
const PHASES: readonly (readonly [phase: string, file: RegExp])[] = [
  ['server', /\/dist\/reference\//],
  ['spell', /\/dist\/(calls\/spelling|rules\/request\/(combine|trait|text-probes|spelling))/],
  ['plan', /\/dist\/(calls|engine\/plan)\//],
  ['send', /\/dist\/(wire\/http|engine\/send)\/|\/undici\//],
  ['encode', /\/dist\/wire\/soap\//],
  ['relate', /\/dist\/(rules\/(data|parity|request|same-answer)|engine\/(cell|observe))/],
  ['record', /\/dist\/(results|engine\/cell\/records|features|views)/],
  ['judge', /\/dist\/(judge|xml|rules|contract)\//],
  ['vitest', /\/dist\/engine\/vitest\/|\/(vitest|@vitest|vite|rolldown|tinyrainbow)\//],
  ['start', /node:internal\/(modules|bootstrap)/],
];

/**
 * The time of a profile by phase: that of the innermost function which belongs to one; garbage collection by itself, and
 * the rest of node. @returns microseconds; what waits for work is left out
 */
export function timeByPhase({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): ReadonlyMap<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node] as const));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)));
  const phaseOf = (id: number): string => {
    const named = byId.get(id)?.callFrame.functionName;
    if (named === '(garbage collector)') return 'garbage';
    for (let node = byId.get(id); node !== undefined; node = parents.get(node.id)) {
      const { url } = node.callFrame;
      const phase = PHASES.find(([, file]) => file.test(url));
      if (phase !== undefined) return phase[0];
    }
    return named === '(idle)' ? '' : 'node';
  };
  const phases = new Map(nodes.map(({ id }) => [id, phaseOf(id)] as const));
  const times = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const phase = phases.get(id) ?? '';
    if (phase !== '') times.set(phase, (times.get(phase) ?? 0) + (timeDeltas[at] ?? 0));
  }
  return times;
}
