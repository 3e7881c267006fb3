import type { CellSummary, RuleResult } from '../../results/outcome.ts';
import type { Palette } from './palette.ts';

/** Cells between two lines of progress in a log that is no terminal. */
const STEP = 10;

/** Shows how far a run is. */
export interface Progress {
  readonly take: (outcome: RuleResult | CellSummary) => void;
  readonly end: () => void;
}

/** Live progress: one line that is overwritten on a terminal, elsewhere a line now and then. */
export function createProgress(cells: number, write: (text: string) => void, live: boolean, paint: Palette): Progress {
  let done = 0;
  let requests = 0;
  let findings = 0;
  const line = (where: string): string =>
    `${done}/${cells} cells, ${cells - done} left, ${requests} requests, ${findings} findings  ${paint.dim(where)}`;
  return {
    take: (outcome) => {
      if (outcome.kind === 'rule') {
        if (outcome.finding !== null) findings += 1;
        return;
      }
      done += 1;
      requests += outcome.requests;
      const where = `${outcome.operation} ${outcome.binding}`;
      if (live) write(`\r\u001b[2K${line(where)}`);
      else if (done % STEP === 0) write(`${line(where)}\n`);
    },
    end: () => {
      if (live) write('\r\u001b[2K');
    },
  };
}
