import { baseCall, isKnown } from '../../calls/calls.ts';
import type { CallSource, Pools } from '../../calls/pools.ts';
import type { Trait } from '../../calls/spelling/trait.ts';
import { derivedSeed, drawOrder } from '../../calls/values.ts';
import type { BindingName, Cell, Contract } from '../../contract/model.ts';
import type { JudgedCall } from '../../judge/judge.ts';
import type { RunOptions } from '../../options/model.ts';
import { saysMore } from '../../rules/data/lists.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { type Call, withoutRepeats } from '../../wire/soap/call.ts';
import { isOfType } from '../../wire/soap/canonical-value.ts';
import type { RequestTemplate } from '../../wire/soap/request-template.ts';
import type { RunPlan } from './run-plan.ts';

/** A call that a cell will get, and what is expected of the answer. `traits`: how it is written, if unusual. */
export interface PlannedCall extends Pick<JudgedCall, 'call' | 'expectation'> {
  readonly traits?: readonly Trait[];
  /** The one other binding that gets the same call; left out if all do, or none. */
  readonly peer?: BindingName;
  /** The request as it was recorded; left out if the call is written anew. */
  readonly recorded?: RequestTemplate;
}

export type PlanSource = Pick<RunPlan, 'options' | 'pools'>;

export function generated(call: Call): PlannedCall {
  return { call, expectation: 'generated' };
}

/** A call of which each value is the user's, or of an answer, is known; one with an invented value is not. */
export function planned(call: Call, source: CallSource): PlannedCall {
  return { call, expectation: isKnown(call, source) ? 'known' : 'generated' };
}

/** The calls that are not among earlier ones, each once. */
export function newCalls(earlier: readonly Call[], calls: readonly Call[]): readonly Call[] {
  return withoutRepeats([...earlier, ...calls]).slice(earlier.length);
}

/** Calls in an order that all bindings of an operation have. */
export function shuffledFor({ operation }: Cell, { seed }: RunOptions, calls: readonly Call[]): readonly Call[] {
  return drawOrder(derivedSeed(seed, `${operation.name}/known`), calls);
}

/** The call of a cell that is likeliest to be answered with data: the user's sample, or the base call. */
export function rightCall(cell: Cell, contract: Contract, plan: PlanSource): Call {
  const sample = plan.options.samples.find(({ operation }) => operation === cell.operation.name);
  return sample ?? baseCall(callSource(cell, contract, plan));
}

/** What a cell's calls are generated from: values for this operation come before those for the parameter's name. */
export function callSource(cell: Cell, contract: Contract, { options, pools }: PlanSource): CallSource {
  const { operation: called, binding } = cell;
  // GET and POST can't carry the header, so there it makes no difference between calls.
  const operation = isSoap(binding) ? called : { ...called, header: null };
  const own = options.valuesByOperation[operation.name] ?? {};
  const parameters = new Map(operation.parameters.map((one) => [one.name, one] as const));
  // A long of one operation may be too large for the int of another.
  const fits = (name: string, value: string): boolean => {
    const parameter = parameters.get(name);
    if (parameter === undefined) return true;
    return isOfType(value, parameter.type) && (parameter.enumeration?.includes(value) ?? true);
  };
  const ofParameters = Object.fromEntries(
    operation.parameters.map(({ name }) => {
      return [name, [...(own[name] ?? []), ...(pools.values[name] ?? []).filter((value) => fits(name, value))]];
    }),
  );
  const rows = pools.rows.filter((row) => Object.entries(row).every(([name, value]) => fits(name, value)));
  // The lists of the header take values of names that are not parameters here, such as Model.
  const source = { operation, contract, pools: { ...pools, rows, values: { ...pools.values, ...ofParameters } } };
  return { ...source, pools: { ...source.pools, rows: [...answeredInstead(source), ...rows] } };
}

/** The values of a call that got data, where the base call did not: what is near to nothing shows little. */
function answeredInstead(source: CallSource): Pools['rows'] {
  const { operation, contract, pools } = source;
  const answered = (pools.lists ?? []).flatMap(({ call: { operation: name, values }, records }) =>
    name === operation.name && records.some((record) => saysMore(record, source, contract)) ? [values] : [],
  );
  const base = JSON.stringify(baseCall(source).values);
  return answered.some((values) => JSON.stringify(values) === base) ? [] : answered.slice(0, 1);
}
