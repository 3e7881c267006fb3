import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** What this was measured on, and how busy it was. */
export function machineLine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown CPU';
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const busy = `load before ${loadavg()[0]?.toFixed(1)}`;
  return `${availableParallelism()} cores (${model}), ${memory}, node ${process.versions.node}, ${process.platform}, ${busy}`;
}
