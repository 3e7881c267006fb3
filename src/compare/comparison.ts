import type { TargetIdentity } from '../results/observation.ts';
import type { RecordedTraffic } from '../results/recorded-traffic.ts';
import type { ResultOptions, Results } from '../results/results.ts';
import type { Compared } from './compare-servers.ts';
import { type Both, both, type Kind } from './difference.ts';

/** compare.json: the result of comparing two servers (specs/schemas/compare.schema.json), for all views. */
export interface Comparison
  extends Omit<Compared, 'identity'>,
    Pick<Results, 'namespace' | 'seed' | 'profile' | 'startedAt' | 'durationMs'> {
  readonly schemaVersion: 1;
  readonly suite: { readonly name: 'getdata-conformance'; readonly version: string; readonly contractDigest: string };
  /** `a`: the old one, which is trusted; `b`: the new one. */
  readonly servers: Both<{ readonly target: string; readonly requests: number; readonly identity: TargetIdentity }>;
  /** Its options, without secrets: only the names of credentials and headers. */
  readonly options: { readonly only: readonly Kind[] } & Pick<
    ResultOptions,
    'operations' | 'bindings' | 'runs' | 'includeWrites' | 'allowInconclusive' | 'credentials' | 'headers'
  >;
  /** The recording whose calls replaced generated ones; left out if there was none. */
  readonly recorded?: RecordedTraffic;
  readonly outcome: 'same' | 'different' | 'inconclusive';
  readonly exitCode: 0 | 1 | 3 | 4;
  readonly warnings: readonly string[];
}

type Known = Pick<
  Comparison,
  'suite' | 'namespace' | 'seed' | 'profile' | 'options' | 'startedAt' | 'durationMs' | 'warnings' | 'recorded'
> & { readonly servers: Both<{ readonly target: string; readonly requests: number }> };

/** Folds the result of a comparison. A difference counts even if the comparison was cut short. */
export function foldComparison(compared: Compared, known: Known): Comparison {
  const { identity, ...brought } = compared;
  const outcome = outcomeOf(compared, known.options.allowInconclusive);
  return {
    schemaVersion: 1,
    ...known,
    servers: both((side) => ({ ...known.servers[side], identity: identity[side] })),
    outcome,
    exitCode: compared.lost === null ? ({ same: 0, different: 1, inconclusive: 3 } as const)[outcome] : 4,
    ...brought,
  };
}

/** The same only if something was compared in every cell, and all of it was equal. */
function outcomeOf({ differences, cells, incomplete }: Compared, allowInconclusive: boolean): Comparison['outcome'] {
  if (differences.length > 0) return 'different';
  const open = cells.some(({ state }) => state === 'nothing-compared');
  const none = !cells.some(({ state }) => state === 'same');
  return incomplete || none || (open && !allowInconclusive) ? 'inconclusive' : 'same';
}
