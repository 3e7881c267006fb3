import type { CellSummary, RuleResult } from '../../results/outcome.ts';
import type { Palette } from './palette.ts';

/** Cells between two lines of progress in a log that is no terminal. */
const STEP = 10;

/**
 * Live progress of a command that goes from cell to cell: one line that is overwritten on a terminal, elsewhere a line
 * now and then.
 */
export function cellProgress(cells: number, write: (text: string) => void, live: boolean, paint: Palette) {
  let done = 0;
  const show = (text: string): void => write(live ? `\r\u001b[2K${text}` : `${text}\n`);
  return {
    /** @param found - what was found so far, as in `3 findings` */
    cell: ({ operation, binding }: Pick<CellSummary, 'operation' | 'binding'>, requests: number, found: string) => {
      done += 1;
      const counts = `${done}/${cells} cells, ${cells - done} left, ${requests} requests, ${found}`;
      if (live || done % STEP === 0) show(`${counts}  ${paint.dim(`${operation} ${binding}`)}`);
    },
    /** Shows something that takes its time and has no cells. */
    stage: show,
    end: () => {
      if (live) show('');
    },
  };
}

/** Shows how far a run is, from its outcomes. */
export function createProgress(...shown: Parameters<typeof cellProgress>) {
  const { cell, end } = cellProgress(...shown);
  let requests = 0;
  let findings = 0;
  return {
    take: (outcome: RuleResult | CellSummary): void => {
      if (outcome.kind === 'rule') {
        if (outcome.finding !== null) findings += 1;
        return;
      }
      requests += outcome.requests;
      cell(outcome, requests, `${findings} findings`);
    },
    end,
  };
}
