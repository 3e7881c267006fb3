import xterm from '@xterm/headless';
import { expect } from 'vitest';
import { withoutCommands } from './palette.ts';
import { wrapped } from './wrap.ts';

/** What a terminal shows: each line as it was printed, joined where the terminal broke it. */
interface Screen {
  readonly lines: readonly { readonly text: string; readonly isBroken: boolean }[];
  /** The texts that are not in the usual colour and weight, each as a whole. */
  readonly painted: readonly string[];
  /** What was changed besides the lines: title, bell, colour that is left at the end. */
  readonly effects: readonly string[];
  /** What stands above a line of one repeated character, in its columns. */
  readonly above: (mark: string) => string | null;
}

/** Shows what a command prints on an emulated terminal, wrapped as `main.ts` does it. */
export async function screenOf(printed: string, columns: number): Promise<Screen> {
  const text = withoutCommands(wrapped(printed, columns));
  const terminal = new xterm.Terminal({ cols: columns, rows: 50, scrollback: 100_000, allowProposedApi: true });
  const effects: string[] = [];
  terminal.onTitleChange((title) => effects.push(`title ${title}`));
  terminal.onBell(() => effects.push('bell'));
  await new Promise<void>((resolve) => terminal.write(`${text.replaceAll('\n', '\r\n')}\r\n.`, resolve));
  const { active } = terminal.buffer;
  const lines: { text: string; isBroken: boolean }[] = [];
  const painted: string[] = [];
  let run = '';
  const cells: (readonly string[])[] = [];
  for (let row = 0; row < active.length; row += 1) {
    const line = active.getLine(row);
    if (line === undefined) continue;
    const last = lines.at(-1);
    if (line.isWrapped && last !== undefined)
      lines.splice(-1, 1, { text: last.text + line.translateToString(true), isBroken: true });
    else lines.push({ text: line.translateToString(true), isBroken: false });
    cells.push(Array.from({ length: columns }, (_, column) => line.getCell(column)?.getChars() ?? ''));
    for (let column = 0; column < columns; column += 1) {
      const cell = line.getCell(column);
      if (cell === undefined) continue;
      if (!cell.isFgDefault() || cell.isBold() !== 0 || cell.isDim() !== 0) run += cell.getChars();
      else if (run !== '') {
        painted.push(run);
        run = '';
      }
    }
  }
  while (lines.at(-1)?.text === '') lines.pop();
  const end = lines.pop();
  if (end?.text !== '.' || run !== '') effects.push('the colour at the end');
  terminal.dispose();
  const above = (mark: string): string | null => {
    const row = cells.findIndex(
      (one) => one.includes(mark) && one.every((cell) => cell.trim() === '' || cell === mark),
    );
    const marked = (_: string, column: number): boolean => cells[row]?.[column] === mark;
    return row < 1 ? null : (cells[row - 1]?.filter(marked).join('') ?? null);
  };
  return { lines, painted, effects, above };
}

/** Lines that a terminal may break: commands and messages, which are copied, and words longer than a line. */
const COPIED =
  /^\s*(?:[<>…]|(?:again|all|before|curl|request|response) )|^ {10}|curl -i|getdata-conformance |main\.js |\bnp[mx] /;

/**
 * That a screen is what was meant: no remains of escape sequences, nothing changed besides lines and colours, no table and
 * no word of prose that is broken. @returns the screen
 */
export async function cleanScreen(printed: string, columns: number): Promise<Screen> {
  const screen = await screenOf(printed, columns);
  expect(screen.effects).toEqual([]);
  const torn = screen.lines.filter(({ text, isBroken }) => {
    // A label and a word at most.
    const isOneWord = !/\S\s+\S+\s+\S/.test(text.slice(0, columns));
    return isBroken && (/[│─]/.test(text) || !(COPIED.test(text) || isOneWord));
  });
  expect(torn).toEqual([]);
  return screen;
}

/** Remains of an escape sequence on a screen: what a colour becomes if it is taken for a target's text. */
export const REMAINS = /\uFFFD\[|\[\d+(?:;\d+)*m/;
