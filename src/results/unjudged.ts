import { cellName } from '../contract/cell-name.ts';
import type { Results, Unjudged } from './results.ts';

/** Rules that one sentence names. */
const MOST_RULES = 3;

/**
 * What could not be judged, one sentence for each operation and reason: `Get_Inventory: never seen … (soap11, soap12)`.
 * Of a cell that fails, its findings say enough; what is only observed lacks nothing.
 */
export function unjudgedReasons({
  inconclusive: all,
  cells,
}: Pick<Results, 'inconclusive' | 'cells'>): readonly string[] {
  const failed = new Set(cells.filter(({ verdict }) => verdict === 'fail').map(cellName));
  const observed = new Set(
    cells.flatMap(({ rules }) => rules.flatMap((one) => (one.level === 'observed' ? one.rule : []))),
  );
  const groups = new Map<string, Unjudged[]>();
  for (const one of all) {
    // The first warning says all of credentials.
    if (failed.has(cellName(one)) || observed.has(one.rule) || one.reasonCode === 'credentials') continue;
    const key = `${one.operation}: ${one.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map(sentence);
}

function sentence(alike: readonly Unjudged[]): string {
  const bindings = [...new Set(alike.map(({ binding }) => binding))].join(', ');
  const rules = [...new Set(alike.map(({ rule }) => rule))].filter((rule) => rule !== 'record.coverage');
  const more = rules.length - MOST_RULES;
  const named = `${rules.slice(0, MOST_RULES).join(', ')}${more > 0 ? ` and ${more} more rules` : ''}`;
  const [first] = alike;
  return `${first?.operation}: ${named === '' ? '' : `${named}: `}${first?.reason} (${bindings})`;
}

/** How to supply what was missing. */
export const SUPPLY =
  "To supply values: give parameters that the target has data for, under 'values' (by parameter) or 'samples' (whole calls) of getdata.config.json; `getdata-conformance init` writes one. A field that the target never fills is declared there under 'unused', with a reason.";
