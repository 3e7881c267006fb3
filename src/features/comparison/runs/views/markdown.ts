import { momentText } from '../../../../base/days.ts';
import { bounded, MOST_SUMMARY } from '../../../../views/markdown/code.ts';
import { code, sectionBlocks } from '../../../../views/sections/markdown.ts';
import { tones } from '../../../../views/sections/section.ts';
import type { Diff } from '../diff.ts';
import { shownDiff } from './sections.ts';

/** The diff as GitHub Flavored Markdown. Text from a target or a user is code, so that none of it is markup. */
export function markdownDiff(diff: Diff): string {
  const { outcome, exitCode, failOn, summary } = diff;
  const { heading, tone, notes, parts: sections, grounds } = shownDiff(diff);
  const notesText = notes
    .map(({ about, old, new: now, means }) => `- ${about}: ${code(old)} → ${code(now)}; ${means}`)
    .join('\n');
  const parts = [
    `## ${tones[tone].mark} ${heading}`,
    `**${summary}**`,
    [runLine('old', diff.old), runLine('new', diff.new)].join('\n'),
    ...(notes.length === 0 ? [] : ['### Not alike', notesText]),
    ...sections.flatMap((section) => sectionBlocks(section, 'the JSON')),
    grounds,
    `Outcome at level ${failOn}: **${outcome}** (exit code ${exitCode}).`,
  ];
  return bounded(parts, MOST_SUMMARY);
}

function runLine(which: string, { file, target, startedAt, suiteVersion, seed, verdict }: Diff['old']): string {
  const run = `${code(file)} of ${code(target)}, ${code(momentText(startedAt))}`;
  return `- ${which}: ${run}, suite ${code(suiteVersion)}, seed ${seed}: ${verdict}`;
}
