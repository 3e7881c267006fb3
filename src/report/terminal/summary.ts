import type { Results } from '../../results/results.ts';
import { SUPPLY, unjudgedReasons } from '../../results/unjudged.ts';
import { findingsText } from './findings.ts';
import { isKnownOnly, knownFailuresText } from './known-failures.ts';
import { matrix } from './matrix.ts';
import { type Palette, printable } from './palette.ts';
import { verdictLine } from './verdict-line.ts';

/** What a run prints at its end; the last line is the verdict and the exit code. */
export function summaryText(results: Results, files: readonly string[], paint: Palette, quiet: boolean): string {
  const { warnings, seed } = results;
  // What keeps a run from being judged is said before all else.
  const first = results.inconclusive.some(({ reasonCode }) => reasonCode === 'credentials') ? warnings : [];
  const findings = results.findings.filter(({ known }) => !known);
  const parts = quiet
    ? []
    : [
        ...warningsText(first, paint),
        ...(results.cells.length === 0 ? [] : [matrix(results.cells, paint, isKnownOnly(results))]),
        ...(findings.length === 0 ? [] : [paint.bold('Findings, grouped by cause'), findingsText(findings, paint)]),
        ...knownFailuresText(results, paint),
        ...warningsText(first.length === 0 ? warnings : [], paint),
        ...unjudgedText(results, paint),
        `Seed ${seed}: add --seed ${seed} to send the same calls again.`,
      ];
  return [...parts, `Written: ${files.length === 0 ? 'nothing' : files.join(', ')}`, verdictLine(results, paint)].join(
    '\n\n',
  );
}

function warningsText(warnings: readonly string[], paint: Palette): readonly string[] {
  return warnings.length === 0 ? [] : [paint.bold('Warnings'), ...warnings.map((text) => printable(`! ${text}`))];
}

/** What could not be judged, grouped by reason, and how to supply what is missing. */
function unjudgedText(results: Results, paint: Palette): readonly string[] {
  const lines = unjudgedReasons(results).map((reason) => printable(`? ${reason}`));
  return lines.length === 0 ? [] : [paint.bold('Could not be judged'), lines.join('\n'), SUPPLY];
}
