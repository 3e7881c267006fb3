import type { Results, RunVerdict } from '../results.ts';
import { findingsText } from './findings.ts';
import { matrix } from './matrix.ts';
import { type Palette, printable } from './palette.ts';

/** All that a run prints at its end, in product.md's order; the last line is the verdict and the exit code. */
export function summaryText(results: Results, files: readonly string[], paint: Palette, quiet: boolean): string {
  const { findings, warnings, seed } = results;
  const parts = quiet
    ? []
    : [
        matrix(results.cells, paint),
        ...(findings.length === 0 ? [] : [paint.bold('Findings, grouped by cause'), findingsText(findings, paint)]),
        ...(warnings.length === 0 ? [] : [paint.bold('Warnings'), ...warnings.map((text) => printable(`! ${text}`))]),
        ...unjudgedText(results, paint),
        `Seed ${seed}: add --seed ${seed} to send the same calls again.`,
      ];
  return [...parts, `Written: ${files.join(', ')}`, verdictLine(results, paint)].join('\n\n');
}

/** What could not be judged, grouped by reason, and how to supply what is missing. */
function unjudgedText({ inconclusive: all, cells }: Results, paint: Palette): readonly string[] {
  // Of a cell that fails, its findings say enough.
  const failed = new Set(
    cells.filter(({ verdict }) => verdict === 'fail').map((cell) => `${cell.operation}/${cell.binding}`),
  );
  const inconclusive = all.filter(({ operation, binding }) => !failed.has(`${operation}/${binding}`));
  if (inconclusive.length === 0) return [];
  const groups = new Map<string, string[]>();
  for (const { operation, binding, rule, reason } of inconclusive) {
    const key = `${operation}: ${rule === 'record.coverage' ? '' : `${rule}: `}${reason}`;
    groups.set(key, [...new Set([...(groups.get(key) ?? []), binding])]);
  }
  const lines = [...groups].map(([reason, bindings]) => `? ${reason} (${bindings.join(', ')})`);
  const help =
    "To supply values: give parameters that the target has data for, under 'values' (by parameter) or 'samples' (whole calls) of getdata.config.json; `getdata-conformance init` writes one.";
  return [paint.bold('Could not be judged'), lines.map(printable).join('\n'), help];
}

function verdictLine({ verdict, exitCode, totals, requests, durationMs, incomplete }: Results, paint: Palette): string {
  const color: Readonly<Record<RunVerdict, (text: string) => string>> = {
    conformant: paint.green,
    'non-conformant': paint.red,
    inconclusive: paint.yellow,
    error: paint.magenta,
  };
  const { cells, findings } = totals;
  const judged = cells.pass + cells.fail;
  const all = Object.values(cells).reduce((sum, count) => sum + count, 0);
  const facts = [
    `${judged} of ${all} cells judged`,
    `${findings.required} required and ${findings.recommended} recommended findings`,
    `${requests} requests in ${(durationMs / 1000).toFixed(1)} s`,
    ...(incomplete ? ['incomplete'] : []),
  ].join(', ');
  return `${facts}\n${paint.bold(color[verdict](verdict))} (exit code ${exitCode})`;
}
