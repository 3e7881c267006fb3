import { baseCall, drawCalls, furtherCalls, newsFirst, rowCalls } from '../../calls/calls.ts';
import type { CallSource } from '../../calls/pools.ts';
import { derivedSeed } from '../../calls/values.ts';
import type { BindingName, Cell } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import { profileOf } from '../../options/model.ts';
import { comparedWith } from '../../rules/parity/bindings.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { type Call, withoutRepeats } from '../../wire/soap/call.ts';
import { newCalls, type PlannedCall, type PlanSource, planned, shuffledFor } from './planned-call.ts';

/** Two bindings each, in an order that has every binding in turn. */
const PAIRS: readonly (readonly [BindingName, BindingName])[] = [
  ['soap11', 'soap12'],
  ['http-get', 'http-post'],
  ['soap11', 'http-get'],
  ['soap12', 'http-post'],
  ['soap11', 'http-post'],
  ['soap12', 'http-get'],
];

/** The pairs of bindings whose answers to a call of an operation can be compared. */
function bindingPairs({ operation }: Cell): typeof PAIRS {
  return PAIRS.filter(([binding, other]) => comparedWith({ operation, binding }, null).includes(other));
}

/** The calls of a cell, if the first `twice` go to a pair of bindings each, and the others to one. */
function ownOf(cell: Cell, source: CallSource, calls: readonly Call[], twice: number): readonly PlannedCall[] {
  const pairs = bindingPairs(cell);
  const singles = bindingNames.map((binding) => [binding]);
  return calls.flatMap((call, at): readonly PlannedCall[] => {
    const takers = (at < twice ? pairs[at % pairs.length] : singles[(at - twice) % singles.length]) ?? [];
    const peer = takers.find((binding) => binding !== cell.binding);
    if (!takers.some((binding) => binding === cell.binding)) return [];
    return [{ ...planned(call, source), ...(peer === undefined ? {} : { peer }) }];
  });
}

/** Random calls that a cell and one other get, so that their answers can be compared. */
export function pairedDraws(source: CallSource, cell: Cell, { options }: PlanSource): readonly PlannedCall[] {
  const { runs } = profileOf(options);
  const count = (runs - mostKnown(runs)) * (bindingNames.length / 2);
  // Only SOAP varies the header.
  const kind = cell.operation.header === null ? '' : isSoap(cell.binding) ? '/soap' : '/http';
  const calls = drawCalls(source, derivedSeed(options.seed, `${cell.operation.name}/paired${kind}`), count);
  return ownOf(cell, source, calls, count);
}

/** How many of a cell's own calls have known values, at most. */
function mostKnown(runs: number): number {
  return Math.ceil((9 * runs) / 10);
}

/**
 * A cell's part of the calls with known values: the bindings together send all values before any twice. Remaining calls
 * repeat the first values, each in the other binding of a pair.
 */
export function knownPart(source: CallSource, cell: Cell, plan: PlanSource, earlier: readonly Call[]) {
  const { options } = plan;
  const slots = mostKnown(profileOf(options).runs) * bindingNames.length;
  // Only SOAP varies the header; the calls that the bindings share out must be the same in all.
  const header = JSON.stringify(baseCall(source).header);
  const everywhere = earlier.filter(
    (call) => !isSoap(cell.binding) || options.samples.includes(call) || JSON.stringify(call.header) === header,
  );
  const shuffled = (calls: readonly Call[]): readonly Call[] => shuffledFor(cell, options, newCalls(everywhere, calls));
  // Values of a row came together in answers, so they are likelier to get data than single replaced values.
  const known = withoutRepeats([...shuffled(rowCalls(source)), ...shuffled(furtherCalls(source))]);
  const { chosen, fresh } = newsFirst(known, everywhere, slots);
  const twice = Math.min(slots - fresh, Math.floor(slots / 2));
  return ownOf(cell, source, chosen.slice(0, slots - twice), twice);
}
