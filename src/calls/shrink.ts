import fc, { type Arbitrary } from 'fast-check';
import type { Call } from '../wire/soap/call.ts';
import { baseCall } from './calls.ts';
import type { CallSource } from './pools.ts';
import { shrinkableValue } from './values.ts';

/** Whether a call still shows what is to be shown. */
type Fails = (call: Call) => Promise<boolean>;

/** The smallest call that still fails: base values first, then smaller ones. At most `budget` further calls. */
export async function shrinkCall(source: CallSource, failing: Call, fails: Fails, budget: number): Promise<Call> {
  let left = budget;
  const counted: Fails = async (call) => {
    if (left === 0) return false;
    left -= 1;
    return fails(call);
  };
  const near = await towardsBase(baseCall(source), failing, counted);
  // Beyond the budget fast-check would try all smaller calls, without end.
  const arbitrary = fc.limitShrink(shrinkableCall(source, near), left);
  const property = fc.asyncProperty(arbitrary, async (call) => !(await counted(call)));
  left += 1; // fast-check tries the example itself first
  const { counterexample } = await fc.check(property, { numRuns: 1, seed: 0, examples: [[near]] });
  return counterexample?.[0] ?? near;
}

/** The fewest of these with which something still fails: each is left out in turn. */
export async function fewest<T>(all: readonly T[], fails: (some: readonly T[]) => Promise<boolean>) {
  let left = all;
  for (const one of all) {
    const others = left.filter((other) => other !== one);
    if (others.length > 0 && (await fails(others))) left = others;
  }
  return left;
}

/** A short piece of a text that still fails: its end is cut, then its beginning, by halves. At most `budget` tries. */
export async function shortestPiece(text: string, fails: (piece: string) => Promise<boolean>, budget: number) {
  let left = budget;
  let piece = [...text];
  for (const without of [(most: number) => piece.slice(0, -most), (most: number) => piece.slice(most)]) {
    for (let cut = piece.length >> 1; cut > 0 && left > 0; cut >>= 1) {
      for (; left > 0 && cut < piece.length; left -= 1) {
        const shorter = without(cut);
        if (!(await fails(shorter.join('')))) break;
        piece = shorter;
      }
    }
  }
}

async function towardsBase(base: Call, failing: Call, fails: Fails): Promise<Call> {
  let smallest = failing;
  for (const [name, value] of Object.entries(base.values)) {
    if (smallest.values[name] === value) continue;
    const tried = { ...smallest, values: { ...smallest.values, [name]: value } };
    if (await fails(tried)) smallest = tried;
  }
  for (const [name, value] of Object.entries(base.header ?? {})) {
    if (smallest.header === null || JSON.stringify(smallest.header[name]) === JSON.stringify(value)) continue;
    const tried: Call = { ...smallest, header: { ...smallest.header, [name]: value } };
    if (await fails(tried)) smallest = tried;
  }
  return smallest;
}

/** The call with its own values; those that differ from the base call's can shrink. */
function shrinkableCall(source: CallSource, call: Call): Arbitrary<Call> {
  const base = baseCall(source);
  const values = Object.entries(call.values).map(([name, value]) => {
    const type = source.operation.parameters.find((parameter) => parameter.name === name)?.type ?? 'string';
    return [name, value === base.values[name] ? fc.constant(value) : shrinkableValue(type)] as const;
  });
  return fc.record({
    operation: fc.constant(call.operation),
    values: fc.record(Object.fromEntries(values)),
    header: fc.constant(call.header),
  });
}
