import type { CellSummary, RuleResult } from '../../results/outcome.ts';
import { plural } from '../../rules/words.ts';
import type { Palette } from './palette.ts';

/** Most lines of progress in a log that is not a terminal, and fewest cells between two. */
const LINES = 4;
const STEP = 10;

export interface Screen {
  readonly out: (text: string) => void;
  /** A terminal: progress may write over itself. */
  readonly live: boolean;
  /** How many characters a line of the terminal has; 80 if left out. */
  readonly columns?: (() => number) | undefined;
  /** No progress is shown. */
  readonly quiet?: boolean;
}

/** Progress of a command that goes from cell to cell: one line that is overwritten; elsewhere an occasional line. */
export function cellProgress(cells: number, { out, live, columns = () => 80, quiet }: Screen, paint: Palette) {
  let done = 0;
  const show = (text: string): void => {
    if (quiet !== true) out(live ? `\r\u001b[2K${text}` : `${text}\n`);
  };
  return {
    /** @param found - what has been found so far, as in `3 findings` */
    cell: ({ operation, binding }: Pick<CellSummary, 'operation' | 'binding'>, requests: number, found: string) => {
      done += 1;
      if (!live && done % Math.max(STEP, Math.ceil(cells / LINES)) !== 0) return;
      const [count, place] = [`${done}/${cells} cells`, `${operation} ${binding}`];
      const sent = `${requests} requests, ${found}`;
      const whole = `${count}, ${cells - done} left, ${sent}`;
      // A line that wraps can't be written over; the last column makes some terminals wrap.
      const fits = (text: string): boolean => !live || text.length < columns();
      if (fits(`${whole}  ${place}`)) return show(`${whole}  ${paint.dim(place)}`);
      const narrow = [whole, `${count}, ${sent}`, `${count}, ${found}`].find(fits) ?? count;
      show(narrow.slice(0, columns() - 1));
    },
    stage: (text: string) => show(live ? text.slice(0, columns() - 1) : text),
    end: () => {
      if (live) show('');
    },
  };
}

/** Milliseconds without an outcome after which progress says so. */
const SILENCE = 15_000;

const WAITING =
  'Waiting: the target is slow, or a difference is checked again a minute later, when caches have no earlier answer.';

/** Shows how far a run is, from its outcomes. */
export function createProgress(...shown: Parameters<typeof cellProgress>) {
  const { cell, stage, end } = cellProgress(...shown);
  const silence = setTimeout(() => stage(WAITING), SILENCE).unref();
  let requests = 0;
  let findings = 0;
  return {
    take: (outcome: RuleResult | CellSummary): void => {
      silence.refresh();
      if (outcome.kind === 'rule') {
        if (outcome.finding !== null) findings += 1;
        return;
      }
      requests += outcome.requests;
      cell(outcome, requests, plural(findings, 'finding'));
    },
    end: (): void => {
      clearTimeout(silence);
      end();
    },
  };
}
