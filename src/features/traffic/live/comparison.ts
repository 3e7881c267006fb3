import type { ShadowState } from '../../../results/shadow-state.ts';

/** Where the live page gets the comparison with another server from. */
export interface LiveComparison {
  readonly latest: () => ShadowState | null;
  /** @returns ends it */
  readonly subscribe: (listener: (state: ShadowState) => void) => () => void;
}
