import type { Results } from '../../results/results.ts';
import { SUPPLY, unjudgedReasons } from '../../results/unjudged.ts';
import { unusedLines } from '../../results/unused.ts';
import { findingsText } from './findings.ts';
import { isKnownOnly, knownFailuresText } from './known-failures.ts';
import { matrix } from './matrix.ts';
import { type Palette, printable } from './palette.ts';
import { verdictLine } from './verdict-line.ts';

/** What a run prints at its end; the last line is the verdict and the exit code. */
export function summaryText(results: Results, files: readonly string[], paint: Palette, quiet: boolean): string {
  const { warnings, seed } = results;
  const findings = results.findings.filter(({ known }) => !known);
  const parts = quiet
    ? []
    : [
        ...(results.cells.length === 0 ? [] : [matrix(results.cells, paint, isKnownOnly(results))]),
        ...(findings.length === 0 ? [] : [paint.bold('Findings, grouped by cause'), findingsText(findings, paint)]),
        ...knownFailuresText(results, paint),
        ...(warnings.length === 0 ? [] : [paint.bold('Warnings'), ...warnings.map((text) => printable(`! ${text}`))]),
        ...unjudgedText(results, paint),
        ...unusedText(results, paint),
        `Seed ${seed}: add --seed ${seed} to send the same calls again.`,
      ];
  return [...parts, `Written: ${files.length === 0 ? 'nothing' : files.join(', ')}`, verdictLine(results, paint)].join(
    '\n\n',
  );
}

/** What could not be judged, grouped by reason, and how to supply what is missing. */
function unjudgedText(results: Results, paint: Palette): readonly string[] {
  const lines = unjudgedReasons(results).map((reason) => printable(`? ${reason}`));
  return lines.length === 0 ? [] : [paint.bold('Could not be judged'), lines.join('\n'), SUPPLY];
}

function unusedText({ options }: Results, paint: Palette): readonly string[] {
  const lines = unusedLines(options).map((line) => printable(`- ${line}`));
  return lines.length === 0 ? [] : [paint.bold('Declared unused'), lines.join('\n')];
}
