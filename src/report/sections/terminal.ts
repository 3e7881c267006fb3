import { firstOf, shownLine } from '../shown-text.ts';
import type { Palette } from '../terminal/palette.ts';
import { type Change, type Entry, isCommand, type Section, type Tone } from './section.ts';

/** Entries of a section that are shown. */
const MOST_ENTRIES = 15;
const MOST_TEXT = 400;
/** A cut command can't be run, so it may be long. */
const MOST_COMMAND = 8_000;

/** A section as a terminal shows it. @param rest - the file or format that has the entries that are left out */
export function sectionText({ title, tone, about, entries }: Section, rest: string, paint: Palette): string {
  const text = (entry: Entry): string => entryText(entry, tone, paint);
  return [
    `${paint.bold(title)} ${paint.dim(`(${entries.length})`)}`,
    ...(about === null ? [] : [paint.dim(about)]),
    ...firstOf(entries, MOST_ENTRIES, text, (more) => `  ${more} more in ${rest}`),
  ].join('\n');
}

function entryText({ title, where, facts, changes }: Entry, tone: Tone, paint: Palette): string {
  const [only] = changes;
  const [color, sign] = tones[tone];
  const mark = paint[color](sign);
  const place = safe(where);
  const at = where === '' ? '' : ` ${paint.dim(`in ${place}`)}`;
  if (title === '' && only !== undefined) return `  ${mark} ${changeText(only)}${at}`;
  return [
    title === '' ? `  ${mark} ${place}` : `  ${mark} ${safe(title)}${at}`,
    ...facts.map(
      ([name, value]) => `      ${safe(`${name.padEnd(9)} ${value}`, isCommand(name) ? MOST_COMMAND : MOST_TEXT)}`,
    ),
    ...changes.map((change) => `      ${changeText(change)}`),
  ].join('\n');
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
