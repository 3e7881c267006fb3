import { grouped } from '../../base/group-by.ts';
import { plural } from '../../base/words.ts';
import type { Span } from '../html/layout.ts';
import { firstOf, shownLine } from '../shown-text.ts';
import type { Palette } from '../terminal/palette.ts';
import {
  type Change,
  type ComparedLine,
  cutAt,
  type Entry,
  type Fact,
  isCommand,
  type Section,
  type Tone,
  tones,
} from './section.ts';

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
    ...firstOf(entries, MOST_ENTRIES, text, (more) => `  ${more} more in ${rest}${kindsOf(entries.slice(-more))}`),
  ].join('\n');
}

/** Of what kinds entries are: ': 2 form, 3 spelling', or '' if they have none. */
function kindsOf(entries: readonly Entry[]): string {
  const kinds = grouped(entries, ({ kind = '' }) => kind).filter(([{ kind }]) => kind !== undefined);
  return kinds.length === 0 ? '' : `: ${kinds.map((all) => `${all.length} ${all[0].kind}`).join(', ')}`;
}

function entryText(one: Entry, ofSection: Tone, rest: string, paint: Palette): string {
  const { title, where, facts, changes, tone = ofSection, kind, lines = [] } = one;
  const [only] = changes;
  const { color, sign } = tones[tone];
  const mark = paint[color](sign);
  const place = safe(where);
  const at = where === '' ? '' : ` ${paint.dim(`in ${place}`)}`;
  if (title === '' && only !== undefined) return `  ${mark} ${changeText(only)}${at}`;
  const name = kind === undefined ? '' : `${paint[color](kind)}  `;
  return [
    title === '' ? `  ${mark} ${place}` : `  ${mark} ${name}${paint.bold(safe(title))}${at}`,
    ...facts.flatMap((fact) => [
      `      ${factText(fact, rest, paint)}`,
      // Below both sides, what their bodies have there.
      ...(fact[0] === 'B' ? lines.map((line) => lineText(line, paint)) : []),
    ]),
    ...changes.map((change) => `      ${changeText(change)}`),
  ].join('\n');
}

/** Not a command with characters that a terminal does not show: pasted, it would send something else. */
function factText([name, value, marks = []]: Fact, rest: string, paint: Palette): string {
  const label = name.padEnd(9);
  if (!isCommand(name)) return `${label} ${markedText(value, marks, paint)}`;
  const command = safe(value, MOST_COMMAND);
  return `${label} ${command === value ? value : `its line of ${plural(value.length, 'character')} is in ${rest}`}`;
}

/** A line of an excerpt, as diff shows it. */
function lineText({ of, text, marks }: ComparedLine, paint: Palette): string {
  const [sign, color] = of === 'a' ? ['-', paint.red] : of === 'b' ? ['+', paint.green] : [' ', paint.dim];
  return `${' '.repeat(16)}${color(`${sign} ${markedText(text, marks, paint)}`)}`;
}

/** A text with parts of it in reverse. */
function markedText(text: string, marks: readonly Span[], paint: Palette): string {
  const parts = cutAt(marks, text).map((part) => safe(part));
  return parts.map((part, at) => (at % 2 === 1 ? paint.inverse(part) : part)).join('');
}

function changeText({ what, old, new: now }: Change): string {
  return safe(`${what}: ${old} → ${now}`);
}

/** One line that no target can break out of. */
export function safe(text: string, most: number = MOST_TEXT): string {
  return shownLine(text, most);
}
