import { isNote } from '../../../../results/warnings.ts';
import { safe, sectionText } from '../../../../views/sections/terminal.ts';
import type { Palette } from '../../../../views/terminal/palette.ts';
import { matrixText } from '../../../../views/terminal/table.ts';
import type { Comparison } from '../comparison.ts';
import type { CellState } from '../difference.ts';
import { shown } from './sections.ts';
import { outcomeText, stateWords } from './words.ts';

const MOST_TEXT = 2000;

/** All that a comparison prints at its end; the last line is its outcome and the exit code. */
export function comparisonText(comparison: Comparison, files: readonly string[], paint: Palette, quiet: boolean) {
  const { cells, warnings, seed, outcome, exitCode } = comparison;
  const { parts: sections, latency } = shown(comparison);
  const first = warnings.filter((text) => !isNote(text));
  const colors: Readonly<Record<CellState, (text: string) => string>> = {
    same: paint.green,
    different: paint.red,
    'nothing-compared': paint.yellow,
    skipped: paint.dim,
    'not-reached': paint.yellow,
  };
  const parts = quiet
    ? []
    : [
        matrixText(cells, ({ state }) => colors[state](stateWords[state])),
        ...sections.map((section) => sectionText(section, 'compare.json', paint)),
        ...(latency === null ? [] : [`${latency}. (Times do not count.)`]),
        ...(first.length === 0
          ? []
          : [[paint.bold('Warnings'), ...first.map((text) => safe(`! ${text}`, MOST_TEXT))].join('\n')]),
        [
          ...warnings.filter(isNote).map((text) => safe(`- ${text}`, MOST_TEXT)),
          `Seed ${seed}: add --seed ${seed} to send the same calls again.`,
        ].join('\n'),
      ];
  const color = { same: paint.green, different: paint.red, inconclusive: paint.yellow }[outcome];
  const last = `${safe(outcomeText(comparison), MOST_TEXT)}\n${paint.bold(color(outcome))} (exit code ${exitCode})`;
  return [...parts, safe(`Written: ${files.join(', ')}`, MOST_TEXT), last].join('\n\n');
}
