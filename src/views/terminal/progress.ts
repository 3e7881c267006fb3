import { plural } from '../../base/words.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Cell } from '../../contract/model.ts';
import type { CellSummary, RuleResult } from '../../results/outcome.ts';
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

/** A longer estimate than the one before counts only from so many times that, and so many milliseconds: no jumps. */
const LONGER = 1.5;
const LONGER_MS = 5_000;

/** Milliseconds in words, rounded up: `40 s`, `4 min`. */
const timeText = (ms: number): string =>
  ms < 90_000 ? `${Math.ceil(ms / 10_000) * 10} s` : `${Math.ceil(ms / 60_000)} min`;

/**
 * Progress of a command that goes from cell to cell: one line, overwritten; elsewhere an occasional line. The time
 * left is that of the requests which the cells so far needed, at their pace. @param called - the cells that send any
 */
export function cellProgress(
  cells: number,
  { out, live, columns = () => 80, quiet }: Screen,
  paint: Palette,
  called = cells,
) {
  const start = performance.now();
  let done = 0;
  let sending = 0;
  let before = 0;
  /** Milliseconds, as last said; 0 before the first. */
  let left = 0;
  const show = (text: string): void => {
    if (quiet !== true) out(live ? `\r\u001b[2K${text}` : `${text}\n`);
  };
  return {
    /** @param found - what has been found so far, as in `3 findings` */
    cell: ({ operation, binding }: Pick<CellSummary, 'operation' | 'binding'>, requests: number, found: string) => {
      done += 1;
      if (requests > before) sending += 1;
      before = requests;
      if (!live && done % Math.max(STEP, Math.ceil(cells / LINES)) !== 0) return;
      const [count, place] = [`${done}/${plural(cells, 'cell')}`, `${operation} ${binding}`];
      const sent = `${plural(requests, 'request')}, ${found}`;
      const estimate = sending === 0 ? 0 : ((performance.now() - start) / sending) * (called - sending);
      if (left === 0 || estimate < left || estimate > LONGER * left + LONGER_MS) left = estimate;
      const time = left <= 0 || done === cells ? '' : `, about ${timeText(left)} left`;
      const whole = `${count}${time}, ${sent}`;
      // A line that wraps can't be written over; the last column makes some terminals wrap.
      const fits = (text: string): boolean => !live || text.length < columns();
      if (fits(`${whole}  ${place}`)) return show(`${whole}  ${paint.dim(place)}`);
      const narrow = [whole, `${count}${time}, ${found}`, `${count}, ${found}`].find(fits) ?? count;
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

/**
 * Shows how far a run is, from its outcomes. @param called - the cells that are not skipped @param found - how many
 * findings are left of those so far @param awayMs - how long the target may be away before the run ends
 */
export function createProgress(
  cells: readonly Cell[],
  called: readonly Cell[],
  found: () => number,
  awayMs: number,
  ...shown: [screen: Screen, paint: Palette]
) {
  const { cell, stage, end } = cellProgress(cells.length, ...shown, called.length);
  let requests = 0;
  const done = new Set<string>();
  /** Since the last outcome. */
  let isTold = false;
  /** Cells run one after the other. */
  const waits = (what: string): void => {
    const running = called.map(cellName).find((name) => !done.has(name)) ?? 'the last cell';
    stage(`Waiting in ${running}: ${what}.`);
    isTold = true;
  };
  const silence = setTimeout(() => {
    const most = Math.round(awayMs / 1000);
    if (!isTold)
      waits(
        'the target answers slowly, or not at all; ' +
          `the run ends if calls that it answered before stay unanswered for ${most} s or more`,
      );
  }, SILENCE).unref();
  return {
    waits,
    take: (outcome: RuleResult | CellSummary): void => {
      silence.refresh();
      isTold = false;
      if (outcome.kind === 'rule') return;
      done.add(cellName(outcome));
      requests += outcome.requests;
      cell(outcome, requests, plural(found(), 'finding'));
    },
    end: (): void => {
      clearTimeout(silence);
      end();
    },
  };
}
