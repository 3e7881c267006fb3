import type { Call } from '../bindings/call.ts';
import type { Cell, Contract } from '../contract/model.ts';
import { baseCall, type CallSource, edgeCalls, rowCalls, withoutRepeats } from '../generate/calls.ts';
import { drawCalls } from '../generate/draw.ts';
import type { Pools } from '../generate/pools.ts';
import { derivedSeed } from '../generate/seed.ts';
import { cellName } from './cells.ts';
import { profileOf, type RunOptions, type RunPlan } from './settings.ts';

/** A call a cell will be asked, and what is expected of the answer. */
export interface PlannedCall {
  readonly call: Call;
  readonly expectation: 'sample' | 'generated';
}

/** A write is sent this often per cell and no more. */
const WRITES = 3;

/** The calls of a cell, in order: samples, the base call, rows of values that belong together, edge cases, random ones. */
export function planCalls(
  cell: Cell,
  contract: Contract,
  { options, pools }: Pick<RunPlan, 'options' | 'pools'>,
): readonly PlannedCall[] {
  const source = callSource(cell, contract, options, pools);
  const { runs, rows, edges } = profileOf(options);
  const samples = withoutRepeats(options.samples.filter(({ operation }) => operation === cell.operation.name));
  const sampled = samples.map((call): PlannedCall => ({ call, expectation: 'sample' }));
  const known = [baseCall(source), ...rowCalls(source).slice(0, rows)];
  if (cell.operation.effect === 'write') {
    return [...sampled, ...beside(samples, known)].slice(0, WRITES);
  }
  const random = drawCalls(source, derivedSeed(options.seed, cellName(cell)), runs);
  return [...sampled, ...beside(samples, [...known, ...(edges ? edgeCalls(source) : []), ...random])];
}

function beside(samples: readonly Call[], calls: readonly Call[]): readonly PlannedCall[] {
  const all = withoutRepeats([...samples, ...calls]);
  return all.slice(samples.length).map((call) => ({ call, expectation: 'generated' }));
}

/** What a cell's calls are generated from: values for the operation alone come before those for the parameter's name. */
export function callSource({ operation }: Cell, contract: Contract, options: RunOptions, pools: Pools): CallSource {
  const own = options.valuesByOperation[operation.name] ?? {};
  const values = Object.fromEntries(
    operation.parameters.map(({ name }) => [name, [...(own[name] ?? []), ...(pools.values[name] ?? [])]]),
  );
  return { operation, contract, pools: { ...pools, values } };
}
