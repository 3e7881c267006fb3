import type { Finding } from '../../results/outcome.ts';
import { sampleResults } from '../../results/results.fixture.ts';
import type { Results } from '../../results/results.ts';

/** A run of two cells on a day of January 2026. */
export function runOn(day: number, findings: readonly Finding[] = [], changes: Partial<Results> = {}): Results {
  return sampleResults(findings, { startedAt: `2026-01-${String(day).padStart(2, '0')}T03:04:05.678Z`, ...changes });
}
