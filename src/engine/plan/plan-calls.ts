import { baseCall, blankCalls, drawCalls, edgeCalls, newsFirst, rowCalls } from '../../calls/calls.ts';
import { switchesOf } from '../../calls/filtering.ts';
import { headerPairCalls, switchedCalls } from '../../calls/header-pairs.ts';
import { nearCalls } from '../../calls/near-calls.ts';
import { numberCalls } from '../../calls/near-numbers.ts';
import { textOrders, withTokens } from '../../calls/orders.ts';
import { booleanForms } from '../../calls/spelling/soap.ts';
import { drawSpellings } from '../../calls/spellings.ts';
import { derivedSeed } from '../../calls/values.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { bindingNames, placeOf } from '../../contract/operations.ts';
import { MOST_WRITES, profileOf, type RunOptions } from '../../options/model.ts';
import { echoing } from '../../rules/request/echoed-text.ts';
import { dimensionsIn } from '../../rules/request/trait-registry.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { type Call, callKey, withoutRepeats } from '../../wire/soap/call.ts';
import { drawnFor } from './drawn-for.ts';
import { knownPart, pairedDraws } from './paired-calls.ts';
import {
  callSource,
  generated,
  newCalls,
  type PlannedCall,
  type PlanSource,
  planned,
  shuffledFor,
} from './planned-call.ts';

/** Rows that every profile sends. */
const LIKELY = 3;

/** Numbers near the known one that every profile sends, where a parameter is a long. */
const FEW_NUMBERS = 2;

/** The calls that all cells of an operation get: samples, base call, rows of values, and for reads edge cases. */
export function sharedCalls(cell: Cell, contract: Contract, { options, pools }: PlanSource): readonly PlannedCall[] {
  const source = callSource(cell, contract, { options, pools });
  const { rows, edges } = profileOf(options);
  const samples = withoutRepeats(options.samples.filter(({ operation }) => operation === cell.operation.name));
  const sampled = samples.map((call): PlannedCall => ({ call, expectation: 'sample' }));
  const base = baseCall(source);
  // The first rows are the likeliest to be answered with data; others add more values.
  const all = rowCalls(source);
  const likely = all.slice(0, Math.min(rows, LIKELY));
  const { chosen: further } = newsFirst(shuffledFor(cell, options, all), [base, ...likely], rows - likely.length);
  const bases = [base, ...likely, ...further];
  const known = newCalls(samples, bases).map((call) => planned(call, source));
  if (cell.operation.effect === 'write') {
    const repeated = echoing(cell, contract).filter(({ type, decides }) => type === 'string' && !decides);
    const own = (sampled.length > 0 ? sampled : known.slice(0, 1)).map(
      (one): PlannedCall => ({ ...one, call: withTokens(one.call, repeated, options.seed) }),
    );
    const drawn = textOrders(source, { ...options, cell, repeated, draw: drawnFor(cell, { options }) });
    const texts = drawn.map(({ call, ...how }): PlannedCall => ({ ...generated(call), ...how }));
    return [...own.slice(0, 1), ...recordedIn(cell, options), ...own.slice(1), ...texts].slice(0, MOST_WRITES);
  }
  const { seed } = options;
  const echoed = echoing(cell, contract).map(({ name }) => name);
  const edged = edges
    ? [
        ...edgeCalls(source, seed, echoed),
        ...blankCalls(source, seed),
        ...headerPairCalls(source, seed),
        ...nearCalls(source, seed, samples[0] ?? base, echoed, bases),
        ...numberCalls(source, seed, [...samples, ...bases], ['int', 'long']),
      ]
    : numberCalls(source, seed, [...samples, ...bases], ['long']).slice(0, FEW_NUMBERS);
  const earlier = [...samples, ...known.map(({ call }) => call)];
  const others = newCalls(earlier, [...edged, ...recordedFor(cell, options, base)]);
  return [...sampled, ...known, ...others.map((call) => planned(call, source))];
}

export function recordedIn(cell: Cell, { recorded }: Pick<RunOptions, 'recorded'>): readonly PlannedCall[] {
  const own = recorded?.calls.filter(({ call, binding }) => binding === cell.binding && isOf(cell, call)) ?? [];
  return own.map(({ call, request }) => ({ ...generated(call), ...(request && { recorded: request }) }));
}

/** The recorded reads of an operation, of any binding; SOAP gets the neutral header if it needs one and has none. */
function recordedFor(cell: Cell, { recorded }: RunOptions, { header: neutral }: Call): readonly Call[] {
  const own = recorded?.calls.filter(({ call }) => isOf(cell, call)) ?? [];
  return own.map(({ call }) => ({ ...call, header: neutral === null ? null : (call.header ?? neutral) }));
}

function isOf({ operation }: Cell, call: Call): boolean {
  return call.operation === operation.name;
}

/** One in this many random calls is sent in another spelling too; at most this many per cell. */
const SPELLED = 12;
const MOST_SPELLED = 100;

/** How many random calls of a cell are sent in another spelling too; none if each rule sends only one variant. */
export function spelledCalls(options: RunOptions): number {
  const { runs, everyProbe } = profileOf(options);
  return everyProbe ? Math.min(Math.floor(runs / SPELLED), MOST_SPELLED) : 0;
}

/** All calls of a cell: shared ones, some for one other cell, random ones, and some again in a drawn spelling. */
export function planCalls(
  cell: Cell,
  contract: Contract,
  plan: PlanSource,
  shared = sharedCalls(cell, contract, plan),
): readonly PlannedCall[] {
  if (cell.operation.effect === 'write') return shared;
  const source = callSource(cell, contract, plan);
  const seedOf = (name: string): number => derivedSeed(plan.options.seed, name);
  const { runs: most, edges } = profileOf(plan.options);
  // One cell in three of a quick run gets one less: the seed says which.
  const turn = placeOf(cell, contract) + bindingNames.indexOf(cell.binding) + plan.options.seed;
  const runs = edges || plan.options.runs !== null || turn % 3 !== 0 ? most : most - 1;
  const earlier = shared.map(({ call }) => call);
  const known = edges ? knownPart(source, cell, plan, earlier) : [];
  const paired = edges ? pairedDraws(source, cell, plan) : [];
  const own = drawCalls(source, seedOf(cellName(cell)), Math.max(0, runs - known.length - paired.length));
  const random = [...paired, ...own.map((call) => planned(call, source)), ...known];
  const count = spelledCalls(plan.options);
  const spellings = drawSpellings(dimensionsIn(cell, contract), seedOf(`${cellName(cell)}/spelling`), count);
  const spelled = random.slice(0, spellings.length).map(({ call }, at): PlannedCall => {
    return { ...generated(call), traits: spellings[at] ?? [] };
  });
  // White space round booleans, and digits for them, where they were seen to decide the answer.
  const deciding = switchesOf(contract).flatMap((name) =>
    edges && isSoap(cell.binding) ? switchedCalls(source, name) : [],
  );
  const switched = booleanForms.flatMap((trait) =>
    deciding.map((call): PlannedCall => ({ ...generated(call), traits: [trait] })),
  );
  const news = new Map(random.map((one) => [callKey(one.call), one] as const));
  for (const call of earlier) news.delete(callKey(call));
  return [...shared, ...news.values(), ...spelled, ...switched];
}
