import type { Masked } from '../rules/same-answer.ts';
import type { CellResult } from './results.ts';

/** By operation, the fields that changed between equal reads in any of its cells, and so were not compared. */
export function changingFields(
  cells: readonly Pick<CellResult, 'operation' | 'changing'>[],
): ReadonlyMap<string, Masked> {
  const fields = new Map<string, Set<string>>();
  for (const { operation, changing = [] } of cells) {
    if (changing.length > 0) fields.set(operation, new Set([...(fields.get(operation) ?? []), ...changing]));
  }
  return fields;
}

/** One sentence for each operation with such fields. */
export function changingWarnings(cells: Parameters<typeof changingFields>[0]): readonly string[] {
  return [...changingFields(cells)].map(([operation, fields]) => {
    const names = [...fields].join(', ');
    const [noun, they, were] = fields.size === 1 ? ['field', 'it', 'was'] : ['fields', 'they', 'were'];
    return `In ${operation} the ${noun} ${names} changed between equal reads; ${they} ${were} not compared.`;
  });
}
