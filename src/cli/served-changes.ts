import { ConfigError } from '../base/error.ts';
import { suggestion } from '../base/nearest.ts';
import type { Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import type { TextFlags } from '../options/flags.ts';
import { numberFlag, ranges } from '../options/limits.ts';
import { knownName, nameFlag, withId } from '../options/names.ts';
import { selectedCells } from '../options/selected-cells.ts';
import type { CellFilter, Defect } from '../reference/defects/defect.ts';
import { defects, mutation } from '../reference/defects/defects.ts';
import type { Mutation } from '../reference/mutation.ts';
import { stacks } from '../reference/variations/stacks.ts';
import { randomVariation, variations } from '../reference/variations/variations.ts';

/** How the sandbox changes its answers: a defect is wrong by the document, a variation is right. */
export interface ServedChange {
  readonly kind: 'defect' | 'variation';
  /** As the user named it. */
  readonly text: string;
  readonly mutation: Mutation;
}

export interface ChangeFlags extends TextFlags<'as' | 'seed'> {
  readonly defect?: readonly string[];
  readonly variation?: readonly string[];
}

const RANDOM = 'random';
const ALL: CellFilter = { operation: null, binding: null };

/** The changes of `--as`, `--variation`, `--defect`, in order. @throws ConfigError for unknown names, unused seed */
export function servedChanges(flags: ChangeFlags, contract: Contract): readonly ServedChange[] {
  const named = flags.variation ?? [];
  const seed = numberFlag('--seed', flags.seed, ranges.seed);
  if (seed !== null && !named.includes(RANDOM)) throw new ConfigError('--seed needs --variation random');
  return [
    ...stackChanges(flags.as, contract),
    ...named.map((id) => ({ kind: 'variation' as const, ...variationOf(id, seed ?? 1, contract) })),
    ...readDefects(flags.defect ?? [], contract),
  ];
}

function stackChanges(name: string | undefined, contract: Contract): readonly ServedChange[] {
  const ids = stacks.map(({ id }) => id);
  const id = nameFlag('stack', '--as', name, ids);
  const stack = stacks.find((one) => one.id === id);
  if (stack === undefined) return [];
  const legal = stack.legal.map((change) => mutation(change, ALL, contract));
  return [
    ...legal.map((one) => ({ kind: 'variation' as const, text: `--as ${id} (${stack.title})`, mutation: one })),
    ...readDefects(stack.departures, contract),
  ];
}

function variationOf(id: string, seed: number, contract: Contract): Pick<ServedChange, 'text' | 'mutation'> {
  if (id === RANDOM) return { text: `random (seed ${seed})`, mutation: randomVariation(seed, contract) };
  const known = [...variations.map((one) => one.id), RANDOM];
  knownName('variation', id, known, '--variation');
  return { text: id, mutation: mutation(withId('variation', id, variations, '--variation'), ALL, contract) };
}

/** The defects of `--defect id@Operation/binding`, or less. @throws ConfigError if unknown, or nowhere to be seen */
export function readDefects(texts: readonly string[], contract: Contract): readonly ServedChange[] {
  return texts.map((text) => {
    const [id = '', cells] = text.split(/@(.*)/s);
    const defect = withId('defect', id, defects, '--defect');
    const filter = cellFilter(cells, contract);
    checkShows(defect, filter, text, contract);
    return { kind: 'defect', text, mutation: mutation(defect, filter, contract) };
  });
}

function cellFilter(text: string | undefined, contract: Contract): CellFilter {
  if (text === undefined) return ALL;
  const operations = contract.operations.map(({ name }) => name);
  const [first = '', second] = text.split(/\/(.*)/s);
  if (second !== undefined) {
    const operation = knownName('operation', first, operations, '--defect');
    return { operation, binding: knownName('binding', second, bindingNames, '--defect') };
  }
  const binding = bindingNames.find((name) => name === first);
  if (binding !== undefined) return { operation: null, binding };
  if (operations.includes(first)) return { operation: first, binding: null };
  const expected = suggestion(first, [...bindingNames, ...operations]);
  throw new ConfigError(`--defect: no operation or binding is named '${first}'; ${expected}`);
}

function checkShows(defect: Defect, { operation, binding }: CellFilter, text: string, contract: Contract): void {
  const operations = operation === null ? null : [operation];
  const cells = selectedCells(contract, { operations, bindings: binding === null ? null : [binding], cells: null });
  const shows = cells.some((cell) => defect.cells(cell, contract));
  if (!shows) throw new ConfigError(`--defect ${text} has no effect: ${defect.id} can't be seen in any of these cells`);
}
