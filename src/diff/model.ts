import type { InCell } from '../results/outcome.ts';
import type { Results } from '../results/results.ts';
import type { CameAndWent, fields, headerValues, observations, requirements } from './coverage.ts';
import type { failures } from './failures.ts';
import type { latency } from './latency.ts';
import type { notes } from './notes.ts';
import type { evidence, FailOn } from './transitions.ts';
import type { wire } from './wire.ts';

/** What changed between two runs (specs/schemas/diff.schema.json), one entry per cause over its cells. */
export interface Diff {
  readonly schemaVersion: 1;
  /** `regressed`: new failures that count. `evidence-lost`: none, but something is no longer judged. */
  readonly outcome: 'unchanged' | 'changed' | 'regressed' | 'evidence-lost';
  readonly exitCode: 0 | 1 | 3;
  readonly failOn: FailOn;
  readonly summary: string;
  readonly old: RunFacts;
  readonly new: RunFacts;
  readonly notes: ReturnType<typeof notes>;
  readonly failures: ReturnType<typeof failures>;
  readonly evidence: ReturnType<typeof evidence>;
  readonly cells: CameAndWent<InCell>;
  readonly fields: ReturnType<typeof fields>;
  readonly wire: ReturnType<typeof wire>;
  readonly observations: ReturnType<typeof observations>;
  readonly requirements: ReturnType<typeof requirements>;
  readonly headerValues: ReturnType<typeof headerValues>;
  readonly warnings: CameAndWent<string>;
  readonly latency: ReturnType<typeof latency>;
}

export type Told = Omit<Diff, 'summary' | 'outcome' | 'exitCode'>;

export interface RunFacts
  extends Pick<
    Results,
    'target' | 'namespace' | 'startedAt' | 'seed' | 'profile' | 'ruleSet' | 'requests' | 'verdict' | 'incomplete'
  > {
  readonly file: string;
  readonly suiteVersion: string;
}
