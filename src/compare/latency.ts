import type { Exchange } from '../exchange/exchange.ts';
import type { Latency } from './difference.ts';

/** The median and the 95th percentile (nearest rank) of the answers' times in milliseconds; null where none was answered. */
export function latencyOf(exchanges: readonly Exchange[]): Latency {
  const answered = exchanges.filter(({ outcome }) => outcome.kind === 'response');
  const sorted = answered.map(({ durationMs }) => durationMs).toSorted((a, b) => a - b);
  const at = (share: number): number | null => {
    const value = sorted[Math.ceil(share * sorted.length) - 1];
    return value === undefined ? null : Math.round(value * 10) / 10;
  };
  return { p50: at(0.5), p95: at(0.95) };
}
