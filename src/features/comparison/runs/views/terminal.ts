import { momentText } from '../../../../base/days.ts';
import { plural } from '../../../../base/words.ts';
import { tones } from '../../../../views/sections/section.ts';
import { safe, sectionText } from '../../../../views/sections/terminal.ts';
import type { Palette } from '../../../../views/terminal/palette.ts';
import type { Diff } from '../diff.ts';
import { shownDiff } from './sections.ts';

/** The diff on a terminal: one sentence, what else differs, what changed, the sentence and the exit code. */
export function terminalDiff(diff: Diff, paint: Palette): string {
  const { notes, parts: sections, tone, grounds } = shownDiff(diff);
  const noteLines = notes.map(({ about, old, new: now, means }) => safe(`! ${about}: ${old} → ${now}; ${means}`));
  const parts = [
    paint.bold(safe(diff.summary)),
    [runLine('old', diff.old), runLine('new', diff.new)].join('\n'),
    ...(notes.length === 0 ? [] : [[paint.bold('Not alike'), ...noteLines].join('\n')]),
    ...sections.map((section) => sectionText(section, '--format json', paint)),
    grounds,
    outcomeLine(diff, paint[tones[tone].color], paint),
  ];
  return `${parts.join('\n\n')}\n`;
}

function runLine(which: string, { file, target, startedAt, suiteVersion, seed, verdict, incomplete }: Diff['old']) {
  const end = `${verdict}${incomplete ? ', incomplete' : ''}`;
  return safe(`${which}  ${file}: ${target}, ${momentText(startedAt)}, suite ${suiteVersion}, seed ${seed}: ${end}`);
}

function outcomeLine({ outcome, exitCode, failOn, failures }: Diff, color: (text: string) => string, paint: Palette) {
  const still = failures.still.filter(({ counts }) => counts).length;
  const rest = still === 0 ? '' : `, ${plural(still, 'failure')} as before`;
  return `${paint.bold(color(outcome))}${rest} (exit code ${exitCode}; findings that count are ${failOn})`;
}
