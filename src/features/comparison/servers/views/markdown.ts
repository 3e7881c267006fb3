import { recordedLines } from '../../../../options/recorded-traffic.ts';
import { bounded, MOST_SUMMARY } from '../../../../views/markdown/code.ts';
import { code, sectionBlocks } from '../../../../views/sections/markdown.ts';
import { tones } from '../../../../views/sections/section.ts';
import type { Comparison } from '../comparison.ts';
import { shownComparison } from './sections.ts';
import { outcomeText, sentText } from './words.ts';

/** The comparison as GitHub Flavored Markdown. Text from a server is code, so that none of it is markup. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { servers, warnings, exitCode, recorded } = comparison;
  const { heading, tone, parts } = shownComparison(comparison);
  const recording = recorded === undefined ? [] : recordedLines(recorded).map((text) => `- ${code(text)}`);
  const blocks = [
    `## ${tones[tone].mark} ${heading}`,
    `**${outcomeText(comparison)}** (exit code ${exitCode}).`,
    `- A: ${code(servers.a.target)}, ${sentText(servers.a, code)}\n` +
      `- B: ${code(servers.b.target)}, ${sentText(servers.b)}`,
    ...(recording.length === 0 ? [] : [recording.join('\n')]),
    ...parts.flatMap((section) => sectionBlocks(section, 'compare.json')),
    ...warnings.map((text) => `> ${code(text)}`),
  ];
  return bounded(blocks, MOST_SUMMARY);
}
