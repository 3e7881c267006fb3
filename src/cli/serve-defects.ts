import { knownName } from '../config/names.ts';
import type { Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import type { CellFilter, Defect } from '../reference/defects/defect.ts';
import { defects, mutation } from '../reference/defects/defects.ts';
import type { Mutation } from '../reference/mutation.ts';
import { ConfigError } from '../schemas/error.ts';
import { suggestion } from '../schemas/nearest.ts';

/** A defect that is switched on, and how it was named. */
export interface ServedDefect {
  readonly text: string;
  readonly mutation: Mutation;
}

/**
 * The defects of `--defect id`, `id@Operation`, `id@binding` or `id@Operation/binding`.
 * @throws ConfigError for an unknown name, and for cells in which the defect can't show
 */
export function readDefects(texts: readonly string[], contract: Contract): readonly ServedDefect[] {
  return texts.map((text) => {
    const [id = '', cells] = text.split(/@(.*)/s);
    const known = defects.map((defect) => defect.id);
    const defect = defects.find((one) => one.id === knownName('defect', id, known, '--defect'));
    if (defect === undefined) throw new Error(`no defect ${id}`);
    const filter = cellFilter(cells, contract);
    checkShows(defect, filter, text, contract);
    return { text, mutation: mutation(defect, filter, contract) };
  });
}

function cellFilter(text: string | undefined, contract: Contract): CellFilter {
  if (text === undefined) return { operation: null, binding: null };
  const operations = contract.operations.map(({ name }) => name);
  const [first = '', second] = text.split(/\/(.*)/s);
  if (second !== undefined) {
    return {
      operation: knownName('operation', first, operations, '--defect'),
      binding: knownName('binding', second, bindingNames, '--defect'),
    };
  }
  const binding = bindingNames.find((name) => name === first);
  if (binding !== undefined) return { operation: null, binding };
  if (operations.includes(first)) return { operation: first, binding: null };
  const expected = suggestion(first, [...bindingNames, ...operations]);
  throw new ConfigError(`--defect names the unknown operation or binding '${first}'; ${expected}`);
}

function checkShows(defect: Defect, { operation, binding }: CellFilter, text: string, contract: Contract): void {
  const shows = contract.operations
    .filter(({ name }) => operation === null || name === operation)
    .some((one) =>
      bindingNames
        .filter((name) => binding === null || name === binding)
        .some((name) => defect.cells({ operation: one, binding: name }, contract)),
    );
  if (!shows) throw new ConfigError(`--defect ${text} has no effect: ${defect.id} can't show in any of these cells`);
}
