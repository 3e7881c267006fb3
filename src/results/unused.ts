import type { BindingName } from '../contract/model.ts';
import { isDeclared } from '../rules/fields.ts';
import type { CellSummary } from './outcome.ts';
import type { ResultOptions } from './results.ts';

/** The fields declared as never filled, each with its reason: `Video.Submodels of Get_Video_Links: no such data`. */
export function unusedLines({ unused = [] }: Pick<ResultOptions, 'unused'>): readonly string[] {
  return unused.map(({ operation, field, reason }) => `${field}${of(operation)}: ${reason}`);
}

/** One sentence for each declared field that was seen after all. */
export function staleUnused(
  { unused = [] }: Pick<ResultOptions, 'unused'>,
  summaries: readonly Pick<CellSummary, 'operation' | 'binding' | 'fields'>[],
): readonly string[] {
  return unused.flatMap((declared) => {
    const seenIn = summaries.filter(({ operation, fields }) =>
      fields.some(({ path, seen }) => seen && isDeclared(declared, operation, path)),
    );
    const bindings = new Set(seenIn.map(({ binding }): BindingName => binding));
    if (bindings.size === 0) return [];
    const { operation, field } = declared;
    const how = `but was seen (${[...bindings].join(', ')})`;
    return `The field ${field}${of(operation)} is declared unused, ${how}: remove it from 'unused' of the config file.`;
  });
}

function of(operation: string | undefined): string {
  return operation === undefined ? '' : ` of ${operation}`;
}
