import { plural } from '../../base/words.ts';
import { firstOf, shownLine } from '../shown-text.ts';
import type { Palette } from '../terminal/palette.ts';
import { type Change, type Entry, type Fact, isCommand, type Section, type Tone } from './section.ts';

/** Entries of a section that are shown. */
const MOST_ENTRIES = 15;
const MOST_TEXT = 400;
/** A cut command can't be run, so it may be long. */
const MOST_COMMAND = 8_000;

/** A section as a terminal shows it. @param rest - the file or format that has the entries that are left out */
export function sectionText({ title, tone, about, entries }: Section, rest: string, paint: Palette): string {
  const text = (entry: Entry): string => entryText(entry, tone, rest, paint);
  return [
    `${paint.bold(title)} ${paint.dim(`(${entries.length})`)}`,
    ...(about === null ? [] : [paint.dim(about)]),
    ...firstOf(entries, MOST_ENTRIES, text, (more) => `  ${more} more in ${rest}`),
  ].join('\n');
}

function entryText({ title, where, facts, changes }: Entry, tone: Tone, rest: string, paint: Palette): string {
  const [only] = changes;
  const [color, sign] = tones[tone];
  const mark = paint[color](sign);
  const place = safe(where);
  const at = where === '' ? '' : ` ${paint.dim(`in ${place}`)}`;
  if (title === '' && only !== undefined) return `  ${mark} ${changeText(only)}${at}`;
  return [
    title === '' ? `  ${mark} ${place}` : `  ${mark} ${safe(title)}${at}`,
    ...facts.map((fact) => `      ${factText(fact, rest)}`),
    ...changes.map((change) => `      ${changeText(change)}`),
  ].join('\n');
}

/** Not a command with characters that a terminal does not show: pasted, it would send something else. */
function factText([name, value]: Fact, rest: string): string {
  const label = name.padEnd(9);
  if (!isCommand(name)) return safe(`${label} ${value}`);
  const command = safe(value, MOST_COMMAND);
  return `${label} ${command === value ? value : `its line of ${plural(value.length, 'character')} is in ${rest}`}`;
}

function changeText({ what, old, new: now }: Change): string {
  return safe(`${what}: ${old} → ${now}`);
}

/** The colour and the sign of each tone. */
export const tones: Readonly<Record<Tone, readonly [color: 'red' | 'yellow' | 'green' | 'cyan', sign: string]>> = {
  worse: ['red', '✗'],
  open: ['yellow', '?'],
  better: ['green', '✓'],
  plain: ['cyan', '~'],
};

/** One line that no target can break out of. */
export function safe(text: string, most: number = MOST_TEXT): string {
  return shownLine(text, most);
}
