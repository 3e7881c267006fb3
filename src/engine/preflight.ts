import type { Cell, Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import type { NetworkError, Outcome } from '../exchange/exchange.ts';
import { baseCall } from '../generate/calls.ts';
import type { RunOptions } from '../results/run-options.ts';
import { selectedCells } from '../results/selected-cells.ts';
import type { Client } from './client.ts';
import { callSource } from './plan-calls.ts';

/** What one valid call per cell showed before the run began. */
export type Preflight = { readonly kind: 'answers' } | { readonly kind: 'dead'; readonly trouble: NetworkError };

type Failure = Extract<Outcome, { kind: 'trouble' }>;

/** Trouble after which nothing can be judged; whoever answers, though badly, gets a judgement. */
const DEAD: ReadonlySet<NetworkError['kind']> = new Set([
  'refused',
  'unresolved',
  'tls',
  'timeout',
  'aborted',
  'closed',
]);

/** So many cells are asked before a target counts as dead: a few, all at once, so that it takes one time limit. */
const FIRST = 4;

/**
 * Sends one call to each selected cell; a target that answers none of the first few can't be reached at all. One that
 * takes connections and ends them may do so in some cells only, or at first: then all cells are asked, those few again.
 */
export async function preflight(client: Client, options: RunOptions): Promise<Preflight> {
  const cells = readCells(client.contract, options);
  const spread = spreadOver(cells);
  const rest = cells.filter((cell) => !spread.includes(cell));
  const first = await askAll(client, spread, options);
  const trouble = troubleOfAll(first);
  if (trouble === null) {
    await askAll(client, rest, options);
    return { kind: 'answers' };
  }
  if (!first.some((failure) => failure?.trouble.kind === 'closed')) return { kind: 'dead', trouble };
  const all = await askAll(client, [...rest, ...spread], options);
  return troubleOfAll(all) === null ? { kind: 'answers' } : { kind: 'dead', trouble };
}

/** What kept each of them from being answered, by the first; null where one was. */
function troubleOfAll(all: readonly (Failure | null)[]): NetworkError | null {
  const troubles = all.flatMap((failure) => (failure !== null && isDead(failure) ? [failure.trouble] : []));
  return troubles.length === all.length ? (troubles[0] ?? null) : null;
}

/** Whom every one of the first calls takes too long is as good as not there; half an answer is one that can be judged. */
function isDead({ trouble, begun }: Failure): boolean {
  return DEAD.has(trouble.kind) && (trouble.kind !== 'closed' || begun !== true);
}

/** The calls that show whether a target is there: few, and none that changes state. */
export function firstCalls(contract: Contract, options: RunOptions) {
  return spreadOver(readCells(contract, options)).map((cell) => ({ cell, call: firstCall(cell, contract, options) }));
}

function readCells(contract: Contract, options: RunOptions): readonly Cell[] {
  const reads = (operations: RunOptions['operations']): readonly Cell[] =>
    selectedCells(contract, { ...options, operations }).filter(({ operation }) => operation.effect === 'read');
  // Where only writes are selected, whether the target is there is asked by other reads.
  const selected = reads(options.operations);
  return selected.length > 0 ? selected : reads(null);
}

/** Spread over operations and bindings, so that one missing binding or one slow operation is not taken for all. */
function spreadOver(cells: readonly Cell[]): readonly Cell[] {
  const groups = bindingNames
    .map((name) => cells.filter(({ binding }) => binding === name))
    .filter(({ length }) => length > 0);
  const spread = Array.from({ length: FIRST }, (_, turn) => {
    const group = groups[turn % groups.length] ?? [];
    return group[Math.floor((turn * group.length) / FIRST)];
  });
  return [...new Set(spread.filter((cell) => cell !== undefined))];
}

async function askAll(client: Client, cells: readonly Cell[], options: RunOptions) {
  // Nothing is kept of an answer: those of all cells together may be large.
  const ask = async (cell: Cell) => {
    const { outcome } = await client.ask(cell, firstCall(cell, client.contract, options));
    return outcome.kind === 'trouble' ? outcome : null;
  };
  return Promise.all(cells.map(ask));
}

function firstCall(cell: Cell, contract: Contract, options: RunOptions) {
  const sample = options.samples.find(({ operation }) => operation === cell.operation.name);
  return sample ?? baseCall(callSource(cell, contract, options, { values: options.values, rows: [] }));
}
