import type { Results } from './results.ts';

/**
 * What could not be judged, grouped by reason, one sentence each: `Get_Inventory: never seen … (soap11, soap12)`.
 * Of a cell that fails, its findings say enough.
 */
export function unjudgedReasons({
  inconclusive: all,
  cells,
}: Pick<Results, 'inconclusive' | 'cells'>): readonly string[] {
  const failed = new Set(
    cells.filter(({ verdict }) => verdict === 'fail').map((cell) => `${cell.operation}/${cell.binding}`),
  );
  const groups = new Map<string, Set<string>>();
  for (const { operation, binding, rule, reason } of all) {
    if (failed.has(`${operation}/${binding}`)) continue;
    const key = `${operation}: ${rule === 'record.coverage' ? '' : `${rule}: `}${reason}`;
    groups.set(key, (groups.get(key) ?? new Set()).add(binding));
  }
  return [...groups].map(([reason, bindings]) => `${reason} (${[...bindings].join(', ')})`);
}

/** How to supply what was missing. */
export const SUPPLY =
  "To supply values: give parameters that the target has data for, under 'values' (by parameter) or 'samples' (whole calls) of getdata.config.json; `getdata-conformance init` writes one.";
