import type { NetworkError } from '../exchange/exchange.ts';

/** How a cell fares: whether it is worth asking further. */
export interface CellHealth {
  /** @param bytes - of the body */
  readonly answered: (bytes: number) => void;
  readonly troubled: (kind: NetworkError['kind']) => void;
  /** So many exchanges in a row had no answer that it would be given up for that alone. */
  readonly inARow: () => boolean;
  /** Why it is asked no more, in half a sentence; null where it is. */
  readonly givenUp: () => string | null;
}

/** A cell that lets so many calls run into a limit is not asked further: its verdict stands and the run must end. */
const MOST_LIMITS = 3;
/** Nor is one that gives no answer so often in a row. */
const MOST_IN_A_ROW = 5;

/** Bytes of an answer that is large, and of all large answers of a cell together: they are kept until it is judged. */
const LARGE = 1024 * 1024;
const MOST_OF_LARGE = 16 * LARGE;

/** A cell that has not been asked yet. */
export function createCellHealth(): CellHealth {
  let limits = 0;
  let row = 0;
  let large = 0;
  const inARow = (): boolean => row >= MOST_IN_A_ROW && limits < MOST_LIMITS;
  return {
    answered: (bytes) => {
      row = 0;
      if (bytes >= LARGE) large += bytes;
    },
    troubled: (kind) => {
      row += 1;
      if (kind === 'timeout' || kind === 'too-large') limits += 1;
    },
    inARow,
    givenUp: () => {
      if (limits >= MOST_LIMITS) return `the cell was given up after ${MOST_LIMITS} calls that ran into a limit`;
      if (large >= MOST_OF_LARGE) return `the cell was given up after ${MOST_OF_LARGE / LARGE} MB of large answers`;
      return inARow() ? `the cell was given up after ${MOST_IN_A_ROW} exchanges without an answer in a row` : null;
    },
  };
}
