import { plural } from '../../base/words.ts';
import type { NetworkError } from '../../wire/http/exchange.ts';
import { LARGE } from '../../wire/http/room.ts';

/** A cell that gives this many answers over the size limit is not called any more: the run must end. */
const MOST_TOO_LARGE = 3;
/** Nor is one that gives no answer this often in a row. */
const MOST_IN_A_ROW = 5;

const MEGABYTE = 1024 * 1024;
/** Megabytes of the large answers of a cell, and of all its answers: they are kept until its operation is judged. */
const MOST_OF_LARGE = 12;
const MOST_OF_ALL = 64;

/** No error: the stack of one would keep the answers of the cell in memory for the rest of the run. */
const GIVEN_UP = 'the cell was given up';

/** Why a cell that was blocked is given up. */
const BLOCKED = {
  target: `${GIVEN_UP}: twice after one of its calls, no call was answered for a while, perhaps by a firewall`,
  cell: `${GIVEN_UP}: it refuses calls that it answered before, perhaps by a firewall, and others are answered`,
  busy: `${GIVEN_UP}: it refuses calls that it answered before as too many, and others are answered`,
};

export type CellHealth = ReturnType<typeof createCellHealth>;

/** Whether to go on calling a cell. @param concurrency - one slow moment may cost all parallel calls and one retry */
export function createCellHealth(concurrency: number) {
  const mostTimeouts = concurrency + 2;
  let timeouts = 0;
  let tooLarge = 0;
  let row = 0;
  let large = 0;
  let all = 0;
  let blocked: keyof typeof BLOCKED | null = null;
  const controller = new AbortController();
  const isFull = (): boolean => large >= MOST_OF_LARGE || all >= MOST_OF_ALL;
  const isLimited = (): boolean => tooLarge >= MOST_TOO_LARGE || timeouts >= mostTimeouts;
  const inARow = (): boolean => row >= MOST_IN_A_ROW && !isLimited();
  return {
    /** @param bytes - of the body */
    answered: (bytes: number): void => {
      row = 0;
      all += bytes / MEGABYTE;
      if (bytes >= LARGE) large += bytes / MEGABYTE;
      if (isFull()) controller.abort(GIVEN_UP);
    },
    failed: (kind: NetworkError['kind']): void => {
      if (kind === 'timeout') timeouts += 1;
      else row += 1;
      if (kind === 'too-large') tooLarge += 1;
    },
    /** After a call of the cell no call is answered, or none of the cell: perhaps by a firewall. */
    blocked: (away: keyof typeof BLOCKED): void => {
      blocked = away;
    },
    /** Enough exchanges in a row had no answer to give it up for that reason. */
    inARow,
    /** Ends requests under way when no further answer fits into memory. */
    signal: controller.signal,
    /** Why it is not called any more, in half a sentence; null if it is. */
    givenUp: (): string | null => {
      if (blocked !== null) return BLOCKED[blocked];
      if (isLimited())
        return `the cell was given up after ${plural(tooLarge + timeouts, 'call')} that ran into a limit`;
      if (isFull()) return `the cell was given up after ${Math.floor(all)} MB of answers`;
      return inARow() ? `the cell was given up after ${MOST_IN_A_ROW} exchanges in a row without an answer` : null;
    },
  };
}
