import type { ShadowCounts, ShadowState } from '../../../results/shadow-state.ts';
import type { Exchange } from '../../../wire/http/exchange.ts';
import type { Both } from '../pairs.ts';
import type { Comparison } from '../servers/comparison.ts';
import type { Targeted } from '../servers/run-comparison.ts';

/** What a shadow compares: the old server, A, as clients call it, with the new one, B, which gets their reads too. */
export interface ShadowSetup {
  readonly options: Both<Targeted>;
  /** The header lines that A gets with each request that lacks them are those of its options. */
  readonly withSecrets: boolean;
}

/** A read of a client and what A answered. */
export type ShadowedRead = Pick<Exchange, 'request' | 'outcome' | 'durationMs'>;

/** What the process of a shadow is told, and what it says. */
export type ShadowOrder =
  | { readonly kind: 'start'; readonly setup: ShadowSetup }
  | { readonly kind: 'reads'; readonly reads: readonly ShadowedRead[] }
  | { readonly kind: 'end'; readonly leftOut: ShadowCounts['leftOut'] };

export type ShadowMessage =
  | { readonly kind: 'done'; readonly reads: number }
  | { readonly kind: 'state'; readonly state: ShadowState }
  | { readonly kind: 'ended'; readonly comparison: Comparison }
  | { readonly kind: 'failed'; readonly text: string };
