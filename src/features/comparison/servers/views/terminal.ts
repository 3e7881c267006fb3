import { notesIn, warningsIn } from '../../../../results/coded-warnings.ts';
import { type Tone, tones } from '../../../../views/sections/section.ts';
import { safe, sectionText } from '../../../../views/sections/terminal.ts';
import type { Palette } from '../../../../views/terminal/palette.ts';
import { matrixText } from '../../../../views/terminal/table.ts';
import type { Comparison } from '../comparison.ts';
import { isExplained, shownComparison } from './sections.ts';
import { isOfSeed, outcomeText, shadowTexts, shownState, skippedTexts, tabledCells, verdictText } from './words.ts';

const MOST_TEXT = 2000;

/** All that a comparison prints at its end; the last line is its outcome and the exit code. */
export function comparisonText(comparison: Comparison, files: readonly string[], paint: Palette, quiet: boolean) {
  const { seed, exitCode, warningCodes } = comparison;
  const { tone, parts: sections } = shownComparison(comparison);
  const first = warningsIn(comparison);
  const colored = (text: string, of: Tone | null): string => (of === null ? paint.dim : paint[tones[of].color])(text);
  const shown = sections.map((section) => sectionText(section, 'compare.json', paint));
  const list = (texts: readonly string[]): string => texts.map((text) => safe(text, MOST_TEXT)).join('\n');
  const warnings = first.length === 0 ? [] : [`${paint.bold('Warnings')}\n${list(first.map((text) => `! ${text}`))}`];
  const parts = [
    matrixText(tabledCells(comparison), (cell) => {
      const { text, tone: ofCell } = shownState(cell, comparison);
      return colored(text, ofCell);
    }),
    ...(isExplained(warningCodes) ? [...warnings, ...shown] : [...shown, ...warnings]),
    list([
      ...[...skippedTexts(comparison), ...notesIn(comparison)].map((text) => `- ${text}`),
      ...(isOfSeed(comparison) ? [`Seed ${seed}: add --seed ${seed} to send the same calls again.`] : []),
      ...shadowTexts(comparison),
    ]),
  ];
  const end = `${paint.bold(colored(verdictText(comparison), tone))} (exit code ${exitCode})`;
  const last = `${safe(outcomeText(comparison), MOST_TEXT)}\n${end}`;
  return [...(quiet ? [] : parts), safe(`Written: ${files.join(', ')}`, MOST_TEXT), last].join('\n\n');
}
