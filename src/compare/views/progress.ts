import type { Palette } from '../../report/terminal/palette.ts';
import type { ComparedCell } from '../difference.ts';

/** Cells between two lines of progress in a log that is no terminal. */
const STEP = 10;

/** Tells how far a comparison is. */
export interface CompareProgress {
  readonly take: (cell: ComparedCell, differences: number, requests: number) => void;
  /** Something that takes its time and has no cells. */
  readonly stage: (what: string) => void;
  readonly end: () => void;
}

/** Live progress: one line that is written over on a terminal, a line now and then elsewhere. */
export function compareProgress(
  cells: number,
  write: (text: string) => void,
  live: boolean,
  paint: Palette,
): CompareProgress {
  let done = 0;
  return {
    take: ({ operation, binding }, differences, requests) => {
      done += 1;
      const text = `${done}/${cells} cells, ${cells - done} left, ${requests} requests, ${differences} differences  ${paint.dim(`${operation} ${binding}`)}`;
      if (live) write(`\r\u001b[2K${text}`);
      else if (done % STEP === 0) write(`${text}\n`);
    },
    stage: (what) => write(live ? `\r\u001b[2K${what}` : `${what}\n`),
    end: () => {
      if (live) write('\r\u001b[2K');
    },
  };
}
