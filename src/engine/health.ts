import type { NetworkError } from '../exchange/exchange.ts';
import { LARGE } from '../exchange/room.ts';

/** How a cell fares: whether it is worth asking further. */
export interface CellHealth {
  /** @param bytes - of the body */
  readonly answered: (bytes: number) => void;
  readonly failed: (kind: NetworkError['kind']) => void;
  /** So many exchanges in a row had no answer that it would be given up for that alone. */
  readonly inARow: () => boolean;
  /** Why it is asked no more, in half a sentence; null where it is. */
  readonly givenUp: () => string | null;
  /** Ends what is under way where no further answer can be held. */
  readonly signal: AbortSignal;
}

/** A cell that gives so many answers over the size limit is not called further: the run must end. */
const MOST_TOO_LARGE = 3;
/** Nor is one that gives no answer so often in a row. */
const MOST_IN_A_ROW = 5;

const MEGABYTE = 1024 * 1024;
/** Megabytes of the large answers of a cell, and of all its answers: they are kept until its operation is judged. */
const MOST_OF_LARGE = 12;
const MOST_OF_ALL = 64;

/**
 * A cell that has not been called yet.
 * @param concurrency - calls under way together: one slow moment may cost all of them and the one that is tried again
 */
export function createCellHealth(concurrency: number): CellHealth {
  const mostTimeouts = concurrency + 2;
  let timeouts = 0;
  let tooLarge = 0;
  let row = 0;
  let large = 0;
  let all = 0;
  const controller = new AbortController();
  const isFull = (): boolean => large >= MOST_OF_LARGE || all >= MOST_OF_ALL;
  const isLimited = (): boolean => tooLarge >= MOST_TOO_LARGE || timeouts >= mostTimeouts;
  const inARow = (): boolean => row >= MOST_IN_A_ROW && !isLimited();
  return {
    answered: (bytes) => {
      row = 0;
      all += bytes / MEGABYTE;
      if (bytes >= LARGE) large += bytes / MEGABYTE;
      if (isFull()) controller.abort();
    },
    failed: (kind) => {
      if (kind === 'timeout') timeouts += 1;
      else row += 1;
      if (kind === 'too-large') tooLarge += 1;
    },
    inARow,
    signal: controller.signal,
    givenUp: () => {
      if (isLimited()) return `the cell was given up after ${tooLarge + timeouts} calls that ran into a limit`;
      if (isFull()) return `the cell was given up after ${Math.floor(all)} MB of answers`;
      return inARow() ? `the cell was given up after ${MOST_IN_A_ROW} exchanges without an answer in a row` : null;
    },
  };
}
