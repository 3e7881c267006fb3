import { firstOf, shownLine } from '../../report/shown-text.ts';
import type { Palette } from '../../report/terminal/palette.ts';
import { plural } from '../../results/verdict.ts';
import type { Change, Diff } from '../model.ts';
import { type Entry, isCommand, type Section, type Shown, shown, type Tone } from './sections.ts';

/** Entries of a section that are shown; the rest is in the JSON. */
const MOST_ENTRIES = 15;
const MOST_TEXT = 400;
/** A cut command can't be run, so it may be long. */
const MOST_COMMAND = 8_000;

/**
 * The diff as a terminal shows it: one sentence, what else differs, what changed, the sentence again with the exit
 * code.
 */
export function terminalDiff(diff: Diff, paint: Palette): string {
  const { notes, parts: sections, tone, grounds } = shown(diff);
  const parts = [
    paint.bold(safe(diff.summary)),
    [runLine('old', diff.old), runLine('new', diff.new)].join('\n'),
    ...(notes.length === 0 ? [] : [[paint.bold('Not alike'), ...notes.map(noteText)].join('\n')]),
    ...sections.map((section) => sectionText(section, paint)),
    grounds,
    outcomeLine(diff, tone, paint),
  ];
  return `${parts.join('\n\n')}\n`;
}

function runLine(
  which: string,
  { file, target, startedAt, suiteVersion, seed, verdict, incomplete }: Diff['old'],
): string {
  const end = `${verdict}${incomplete ? ', incomplete' : ''}`;
  return safe(`${which}  ${file}: ${target}, ${startedAt}, suite ${suiteVersion}, seed ${seed}: ${end}`);
}

function noteText({ about, old, new: now, means }: Shown['notes'][number]): string {
  return safe(`! ${about}: ${old} → ${now}; ${means}`);
}

function sectionText({ title, tone, about, entries }: Section, paint: Palette): string {
  const text = (entry: Entry): string => entryText(entry, tone, paint);
  return [
    `${paint.bold(title)} ${paint.dim(`(${entries.length})`)}`,
    ...(about === null ? [] : [paint.dim(about)]),
    ...firstOf(entries, MOST_ENTRIES, text, (more) => `  ${more} more in --format json`),
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

const tones: Readonly<Record<Tone, readonly [color: 'red' | 'yellow' | 'green' | 'cyan', sign: string]>> = {
  worse: ['red', '✗'],
  open: ['yellow', '?'],
  better: ['green', '✓'],
  plain: ['cyan', '~'],
};

function outcomeLine({ outcome, exitCode, failOn, failures }: Diff, tone: Tone, paint: Palette): string {
  const [color] = tones[tone];
  const still = failures.still.filter(({ counts }) => counts).length;
  const rest = still === 0 ? '' : `, ${plural(still, 'failure')} as before`;
  return `${paint.bold(paint[color](outcome))}${rest} (exit code ${exitCode}; findings that count are ${failOn})`;
}

/** One line that no target can break out of. */
function safe(text: string, most: number = MOST_TEXT): string {
  return shownLine(text, most);
}
