import { groupBy } from '../base/group-by.ts';
import { pathOf } from '../rules/same-answer.ts';
import type { Finding } from './outcome.ts';
import type { CellResult } from './results.ts';

/** By operation, the fields that changed between equal reads in so many of its cells. */
export function changingFields(cells: readonly Pick<CellResult, 'operation' | 'changing'>[], least = 1) {
  const fields = new Map<string, Set<string>>();
  for (const [operation, own] of groupBy(cells, (cell) => cell.operation)) {
    const seen = own.flatMap(({ changing = [] }) => changing);
    const often = seen.filter((field) => seen.filter((one) => one === field).length >= least);
    if (often.length > 0) fields.set(operation, new Set(often));
  }
  return fields;
}

/** One sentence for each operation with such fields. @param findings - of the run: some may be about these fields */
export function changingWarnings(
  cells: Parameters<typeof changingFields>[0],
  findings: readonly Pick<Finding, 'operation' | 'location'>[],
): readonly string[] {
  return [...changingFields(cells)].map(([operation, fields]) => {
    const names = [...fields].join(', ');
    const [noun, they, were] = fields.size === 1 ? ['field', 'it', 'was'] : ['fields', 'they', 'were'];
    const isFound = findings.some((one) => one.operation === operation && fields.has(pathOf(one.location ?? '')));
    const beside = isFound ? ', apart from what was found' : '';
    return `In ${operation} the ${noun} ${names} changed between equal reads; ${they} ${were} not compared${beside}.`;
  });
}
