import { styleText } from 'node:util';
import { beginning, MOST_LINE } from '../../base/words.ts';

/** The colours of the terminal output; without colour they return the text as it is. */
export type Palette = ReturnType<typeof palette>;

export function palette(color: boolean) {
  // Whether the output takes colours is decided before.
  const styled = (style: Parameters<typeof styleText>[0]) => (text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text;
  return {
    bold: styled('bold'),
    dim: styled('dim'),
    inverse: styled('inverse'),
    red: styled('red'),
    green: styled('green'),
    yellow: styled('yellow'),
    magenta: styled('magenta'),
    cyan: styled('cyan'),
  };
}

/** Commands to CI runners in a log: `::` first in a line, `##[` (GitHub), `##vso[`, `##teamcity[`, `section_start:`. */
const COMMAND = /:(?<=^\s*:)(?=:)|#(?=#\w*\[)|section_(?:start|end)(?=:)/gm;

const LONG_LINE = new RegExp(`.{${MOST_LINE},}`, 'g');

/** A text without commands to the runner of a CI job. All that a command prints goes through it. */
export function withoutCommands(text: string): string {
  return text.replaceAll(COMMAND, '$& ');
}

/** A text made harmless for a terminal and a CI log: no control characters, no escape sequences, no commands. */
export function harmless(text: string): string {
  const shown = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => (character === '\n' ? '\n' : '\uFFFD'));
  return withoutCommands(shown);
}

/** The same, ready to be printed: no line is longer than people read. */
export function printable(text: string): string {
  return harmless(text.replaceAll(LONG_LINE, (line) => beginning(line, MOST_LINE)));
}
