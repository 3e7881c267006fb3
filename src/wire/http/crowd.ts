import type { ExchangeOutcome } from './exchange.ts';

/** After so many requests in a row that the target took, one more may be under way. */
const IN_A_ROW = 50;

/** How many requests may be under way: one less than when the target did not take one, and in time more again. */
export function createCrowd(concurrency: number) {
  let most = concurrency;
  let inside = 0;
  let row = 0;
  return {
    /** True, and one more, if there is room. */
    enter: (): boolean => {
      if (inside >= most) return false;
      inside += 1;
      return true;
    },
    /** Whether the target took fewer than it was sent. */
    isSmall: (): boolean => most < concurrency,
    leave: (isTaken: boolean): void => {
      row = isTaken ? row + 1 : 0;
      if (!isTaken) most = Math.max(1, Math.min(most, inside - 1));
      else if (row % IN_A_ROW === 0) most = Math.min(concurrency, most + 1);
      inside -= 1;
    },
  };
}

/** Whether the target had room for a request. @param isUsed - its connection had an answer before */
export function wasTaken(outcome: ExchangeOutcome, isUsed: boolean): boolean {
  if (outcome.kind === 'response') return outcome.response.status !== 503;
  const { kind } = outcome.trouble;
  return isUsed || outcome.begun === true || (kind !== 'closed' && kind !== 'refused');
}
