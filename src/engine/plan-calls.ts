import { isSoap } from '../bindings/binding.ts';
import { bindings } from '../bindings/bindings.ts';
import type { Call } from '../bindings/call.ts';
import { cellName } from '../contract/cell-name.ts';
import type { BindingName, Cell, Contract } from '../contract/model.ts';
import { bindingNames } from '../contract/operations.ts';
import {
  baseCall,
  countNews,
  drawCalls,
  edgeCalls,
  furtherCalls,
  isKnown,
  nearCalls,
  newsFirst,
  pairCalls,
  rowCalls,
  textCall,
  withoutRepeats,
} from '../generate/calls.ts';
import { headerPairCalls } from '../generate/header-pairs.ts';
import type { CallSource } from '../generate/pools.ts';
import { drawSpellings } from '../generate/spellings.ts';
import { drawClasses, drawLong, drawNumber, drawWord, drawWords } from '../generate/texts.ts';
import { derivedSeed, drawOrder, drawTexts } from '../generate/values.ts';
import type { JudgedCall } from '../judging/judge.ts';
import type { MakeRequest } from '../results/record/record-exchange.ts';
import { profileOf, type RunOptions, type RunPlan } from '../results/run-options.ts';
import { comparedWith } from '../rules/exchanges/bindings.ts';
import { echoing } from '../rules/exchanges/echo.ts';
import { dimensionsIn } from '../rules/exchanges/spelling.ts';
import type { Draw } from '../rules/probe.ts';
import { groupsOf, type Trait } from '../spelling/trait.ts';
import { xmlDimensions } from '../spelling/xml.ts';

/** A call that a cell will get, and what is expected of the answer. `traits`: how it is written, if unusual. */
export interface PlannedCall extends Pick<JudgedCall, 'call' | 'expectation'> {
  readonly traits?: readonly Trait[];
  /** The one other binding that gets the same call; left out if all do, or none. */
  readonly peer?: BindingName;
}

/** Rows that every profile sends. */
const LIKELY = 3;
/** Most writes per cell. */
export const MOST_WRITES = 3;

type PlanSource = Pick<RunPlan, 'options' | 'pools'>;

/**
 * The calls that all cells of an operation get, in order: samples, the base call, rows of values that belong
 * together, and for reads edge cases.
 */
export function sharedCalls(cell: Cell, contract: Contract, { options, pools }: PlanSource): readonly PlannedCall[] {
  const source = callSource(cell, contract, { options, pools });
  const { rows, edges } = profileOf(options);
  const samples = withoutRepeats(options.samples.filter(({ operation }) => operation === cell.operation.name));
  const sampled = samples.map((call): PlannedCall => ({ call, expectation: 'sample' }));
  const base = baseCall(source);
  // The first rows are the likeliest to be answered with data; others add more values.
  const likely = rowCalls(source).slice(0, Math.min(rows, LIKELY));
  const further = newsFirst(shuffledFor(cell, options, rowCalls(source)), [base, ...likely], rows - likely.length);
  const bases = [base, ...likely, ...further];
  const known = beside(samples, bases).map(
    (planned): PlannedCall => (isKnown(planned.call, source) ? { ...planned, expectation: 'known' } : planned),
  );
  if (cell.operation.effect === 'write') {
    const own = sampled.length > 0 ? sampled : known.slice(0, 1);
    const recorded = recordedIn(cell, options);
    const all = [...own.slice(0, 1), ...recorded, ...own.slice(1), ...textWrites(source, cell, options)];
    return all.slice(0, MOST_WRITES);
  }
  const { seed } = options;
  const echoed = echoing(cell, contract).map(({ name }) => name);
  const edged = edges
    ? [
        ...edgeCalls(source, seed),
        ...pairCalls(source, seed),
        ...headerPairCalls(source, seed),
        ...nearCalls(source, seed, samples[0] ?? base, echoed),
      ]
    : [];
  const earlier = [...samples, ...known.map(({ call }) => call)];
  // The base call with another header: its values are known if those of the base call are.
  const isOfKnownBase = ({ values }: Call): boolean =>
    JSON.stringify(values) === JSON.stringify(base.values) && isKnown(base, source);
  const others = beside(earlier, [...edged, ...recordedFor(cell, options, base)]).map(
    (planned): PlannedCall => (isOfKnownBase(planned.call) ? { ...planned, expectation: 'known' } : planned),
  );
  return [...sampled, ...known, ...others];
}

/** The recorded calls of a cell, as they were recorded. */
export function recordedIn(cell: Cell, { recorded }: Pick<RunOptions, 'recorded'>): readonly PlannedCall[] {
  const own = recorded?.calls.filter(({ call, binding }) => binding === cell.binding && isOf(cell, call)) ?? [];
  return own.map(({ call }) => ({ call, expectation: 'generated' }));
}

/**
 * The recorded reads of an operation, of any binding, so that all are compared. One without a header gets the one that
 * changes nothing if it needs one: the document does not show SOAP without it.
 */
function recordedFor(cell: Cell, { recorded }: RunOptions, { header: neutral }: Call): readonly Call[] {
  const own = recorded?.calls.filter(({ call }) => isOf(cell, call)) ?? [];
  return own.map(({ call }) => ({ ...call, header: neutral === null ? null : (call.header ?? neutral) }));
}

function isOf({ operation }: Cell, call: Call): boolean {
  return call.operation === operation.name;
}

/** One in this many random calls is sent in another spelling too; at most this many per cell. */
const SPELLED = 3;
const MOST_SPELLED = 100;

/** How many random calls of a cell are sent in another spelling too; none if each rule sends only one variant. */
export function spelledCalls(options: RunOptions): number {
  const { runs, everyProbe } = profileOf(options);
  return everyProbe ? Math.min(Math.floor(runs / SPELLED), MOST_SPELLED) : 0;
}

/**
 * All calls of a cell: those that the operation's other cells get too, some that one other cell gets, its own random
 * ones, and some of these again in a spelling drawn at random, to be compared.
 */
export function planCalls(
  cell: Cell,
  contract: Contract,
  plan: PlanSource,
  shared = sharedCalls(cell, contract, plan),
): readonly PlannedCall[] {
  if (cell.operation.effect === 'write') return shared;
  const source = callSource(cell, contract, plan);
  const seedOf = (name: string): number => derivedSeed(plan.options.seed, name);
  const { runs, edges } = profileOf(plan.options);
  const earlier = shared.map(({ call }) => call);
  const known = edges ? knownPart(source, cell, plan, earlier) : [];
  const paired = edges ? pairedDraws(source, cell, plan) : [];
  const own = drawCalls(source, seedOf(cellName(cell)), Math.max(0, runs - known.length - paired.length));
  const random = [...paired, ...own.map((call): PlannedCall => ({ call, expectation: 'generated' })), ...known];
  const count = spelledCalls(plan.options);
  const spellings = drawSpellings(dimensionsIn(cell, contract), seedOf(`${cellName(cell)}/spelling`), count);
  const spelled = random.slice(0, spellings.length).map(({ call }, at): PlannedCall => {
    return { call, expectation: 'generated', traits: spellings[at] ?? [] };
  });
  const peers = new Map(random.map((one) => [JSON.stringify(one.call), one] as const));
  const news = beside(
    earlier,
    random.map(({ call }) => call),
  );
  return [...shared, ...news.map((one) => peers.get(JSON.stringify(one.call)) ?? one), ...spelled];
}

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
function pairsOf({ operation }: Cell): typeof PAIRS {
  return PAIRS.filter(([binding, other]) => comparedWith({ operation, binding }, null).includes(other));
}

/** The calls of a cell, if the first `twice` go to a pair of bindings each, and the others to one. */
function ownOf(cell: Cell, calls: readonly Call[], twice: number): readonly PlannedCall[] {
  const pairs = pairsOf(cell);
  const singles = bindingNames.map((binding) => [binding]);
  return calls.flatMap((call, at): readonly PlannedCall[] => {
    const takers = (at < twice ? pairs[at % pairs.length] : singles[(at - twice) % singles.length]) ?? [];
    const peer = takers.find((binding) => binding !== cell.binding);
    if (!takers.some((binding) => binding === cell.binding)) return [];
    return [{ call, expectation: 'generated', ...(peer === undefined ? {} : { peer }) }];
  });
}

/** Random calls that a cell and one other get, so that their answers can be compared. */
function pairedDraws(source: CallSource, cell: Cell, { options }: PlanSource): readonly PlannedCall[] {
  const { runs } = profileOf(options);
  const count = (runs - mostKnown(runs)) * (bindingNames.length / 2);
  // Only SOAP varies the header.
  const kind = cell.operation.header === null ? '' : isSoap(cell.binding) ? '/soap' : '/http';
  const calls = drawCalls(source, derivedSeed(options.seed, `${cell.operation.name}/paired${kind}`), count);
  return ownOf(cell, calls, count);
}

/** How many of a cell's own calls have known values, at most. */
function mostKnown(runs: number): number {
  return Math.ceil((3 * runs) / 5);
}

/**
 * A cell's part of the calls with known values: the bindings of an operation together send all values, if they get
 * enough calls, before any is sent twice. What is left of these calls goes to the first values again, each in the other
 * binding of a pair.
 */
function knownPart(source: CallSource, cell: Cell, plan: PlanSource, earlier: readonly Call[]): readonly PlannedCall[] {
  const { options } = plan;
  const slots = mostKnown(profileOf(options).runs) * bindingNames.length;
  // Only SOAP varies the header; the calls that the bindings share out must be the same in all.
  const header = JSON.stringify(baseCall(source).header);
  const everywhere = earlier.filter(
    (call) => !isSoap(cell.binding) || options.samples.includes(call) || JSON.stringify(call.header) === header,
  );
  const shuffled = (calls: readonly Call[]): readonly Call[] =>
    shuffledFor(
      cell,
      options,
      beside(everywhere, calls).map(({ call }) => call),
    );
  // Values of a row came together in answers, so they are likelier to get data than single replaced values.
  const known = withoutRepeats([...shuffled(rowCalls(source)), ...shuffled(furtherCalls(source))]);
  const chosen = newsFirst(known, everywhere, slots);
  const twice = Math.min(slots - countNews(chosen, everywhere), Math.floor(slots / 2));
  return ownOf(cell, chosen.slice(0, slots - twice), twice);
}

/** Calls in an order that all bindings of an operation have. */
function shuffledFor({ operation }: Cell, { seed }: RunOptions, calls: readonly Call[]): readonly Call[] {
  return drawOrder(derivedSeed(seed, `${operation.name}/known`), calls);
}

/** Classes of characters that a shell, a template or a database would interpret, or that mean nothing within a text. */
const NOT_WRITTEN = ['expansions', 'words'];
/** Of texts that no answer repeats; this keeps a query within the 2,048 characters that servers accept. */
const BRIEF = ['markup', 'astral'];

/** Two writes with texts of most classes, other ones in each cell; in SOAP the second is written with many traits. */
function textWrites(source: CallSource, cell: Cell, options: RunOptions): readonly PlannedCall[] {
  const { classes } = drawnFor(cell, { options });
  const echoed = echoing(cell, source.contract).map(({ name }) => name);
  const call = (at: number): Call =>
    textCall(source, (name) =>
      classes(`${name}/${at}`)
        .filter(({ code }) => (echoed.includes(name) ? !NOT_WRITTEN.includes(code) : BRIEF.includes(code)))
        .map(({ text }) => text)
        .join(''),
    );
  const traits = traitsOfWrite(cell, options);
  const written = traits.length === 0 ? {} : { traits };
  return [
    { call: call(0), expectation: 'generated' },
    { call: call(1), expectation: 'generated', ...written },
  ];
}

/** Texts drawn for each parameter. */
const DRAWN = 2;
/** Characters of the longest text, in a query and in a body. No limit is shown; ASP.NET takes 2,048 in a query. */
const [LONG, LONG_IN_BODY] = [500, 8500];

/** The traits of the last call of a write. */
function traitsOfWrite(cell: Cell, options: RunOptions): readonly Trait[] {
  const [traits = []] = isSoap(cell.binding) ? groupsOf(xmlDimensions, drawnFor(cell, { options }).shuffled) : [];
  return traits;
}

/** What a cell's requests are drawn from; it does not depend on filters, shards or order. */
export function drawnFor(cell: Cell, { options }: Pick<RunPlan, 'options'>): Draw {
  const seedOf = (name: string): number => derivedSeed(options.seed, `${cellName(cell)}/${name}`);
  const length = cell.binding === 'http-get' ? LONG : LONG_IN_BODY;
  return {
    texts: (parameter) => drawTexts(seedOf(parameter), DRAWN),
    classes: (parameter) => drawClasses(seedOf(parameter)),
    wholes: (parameter) => [
      ...drawWords(seedOf(parameter)),
      { code: 'long', label: `${length} characters`, text: drawLong(seedOf(parameter), length) },
    ],
    word: (name) => drawWord(seedOf(name)),
    number: (name) => drawNumber(seedOf(name)),
    shuffled: (items, name) => drawOrder(seedOf(name), items),
  };
}

/** How the request of a call is made in a cell's binding. */
export function requestOf(call: Call, cell: Cell): MakeRequest {
  return (context) => bindings[cell.binding].encode(call, context);
}

function beside(samples: readonly Call[], calls: readonly Call[]): readonly PlannedCall[] {
  const all = withoutRepeats([...samples, ...calls]);
  return all.slice(samples.length).map((call) => ({ call, expectation: 'generated' }));
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
  const ofParameters = Object.fromEntries(
    operation.parameters.map(({ name }) => [name, [...(own[name] ?? []), ...(pools.values[name] ?? [])]]),
  );
  // The lists of the header take values of names that are not parameters here, such as Model.
  return { operation, contract, pools: { ...pools, values: { ...pools.values, ...ofParameters } } };
}
