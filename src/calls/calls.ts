import fc, { type Arbitrary } from 'fast-check';
import type { Parameter } from '../contract/model.ts';
import { type Call, free, isText, withoutRepeats, withValue } from '../wire/soap/call.ts';
import { FILTERING } from './filtering.ts';
import { anyHeader, headerValues, neutralHeader } from './header.ts';
import { type CallSource, type Pools, poolOf } from './pools.ts';
import { drawClasses, drawLong, drawMixed, drawWord } from './texts.ts';
import { derivedSeed, drawOrder, edgeValues, valuesOf } from './values.ts';
import { drawNameOfNothing, drawWhole } from './words.ts';

type PoolRow = Pools['rows'][number];

/** How many of the operation's parameters a row has. */
function fullness(source: CallSource): (row: PoolRow) => number {
  const names = free(source).map(({ name }) => name);
  return (row) => names.reduce((count, name) => (row[name] === undefined ? count : count + 1), 0);
}

/** The call most likely to get data: the fullest row, completed with first values of pools, or examples. */
export function baseCall(source: CallSource): Call {
  const known = fullness(source);
  const richest = source.pools.rows.reduce<PoolRow>((best, row) => (known(row) > known(best) ? row : best), {});
  const values = free(source).map(({ name, example }) => {
    return [name, richest[name] ?? poolOf(source.pools, name)[0] ?? example] as const;
  });
  return { operation: source.operation.name, values: Object.fromEntries(values), header: neutralHeader(source) };
}

/** The base call with the values of each row in place of its own, for the parameters that the operation has. */
export function rowCalls(source: CallSource): readonly Call[] {
  const base = baseCall(source);
  const names = new Set(free(source).map(({ name }) => name));
  const calls = source.pools.rows.map((row) => ({
    ...base,
    values: { ...base.values, ...Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name))) },
  }));
  return withoutRepeats([base, ...calls]).slice(1);
}

/** The same, first the rows that have most of the operation's parameters: values of one answer get data together. */
export function fullestFirst(source: CallSource): CallSource {
  const known = fullness(source);
  const rows = source.pools.rows.toSorted((one, other) => known(other) - known(one));
  return { ...source, pools: { ...source.pools, rows } };
}

/** The calls of the rows that have most of the operation's parameters. */
export function fullestCalls(source: CallSource): readonly Call[] {
  const known = fullness(source);
  const { rows } = source.pools;
  const most = Math.max(...rows.map(known));
  return rowCalls({ ...source, pools: { ...source.pools, rows: rows.filter((row) => known(row) === most) } });
}

/** True if the user or an answer of the target gave every value: none is the contract's example. */
export function isKnown({ values }: Call, source: CallSource): boolean {
  const { rows } = source.pools;
  return free(source).every(
    ({ name }) =>
      poolOf(source.pools, name).includes(values[name] ?? '') || rows.some((row) => row[name] === values[name]),
  );
}

/** Characters beyond those of any usual field. */
const BEGIN = 260;

/** Texts that one parameter gets at an edge, and those that several get in one call: no server has data for them. */
function oddTexts(name: string, seed: number, isEchoed: boolean) {
  const own = derivedSeed(seed, `edges/${name}`);
  const classes = drawClasses(own).filter(({ code }) => code !== 'markup');
  const others = classes.filter(({ alone }) => alone === true);
  const together = classes.filter(({ alone }) => alone !== true);
  const [all = '', expansions = ''] = [together, others].map((some) => some.map(({ text }) => text).join(''));
  const mixed = drawMixed(own);
  // A server that cuts the keys of a cache takes a text for another that begins like it.
  const begin = drawLong(own, BEGIN);
  const [nothing, numeral, key] = [drawNameOfNothing(own), drawWhole(own, 'numeral'), drawWhole(own, 'key')];
  // request.text-fidelity sends more where answers repeat them, other ones in each cell.
  if (isEchoed)
    return { alone: ['', `${begin}${all}`], joint: [`${begin}${mixed}`, `${begin}${numeral}`, nothing, numeral, key] };
  // What is read as nothing may get the data for the other values.
  return { alone: ['', mixed, `${begin}${all}`, nothing], joint: [expansions, key] };
}

/**
 * The base call with one parameter at one edge of its type, or with odd texts in all that answers repeat, or in all
 * others; or with one header field at one of its values.
 */
export function edgeCalls(source: CallSource, seed: number, echoed: readonly string[] = []): readonly Call[] {
  const base = baseCall(source);
  const edges = free(source).map((parameter) => {
    const { name, type } = parameter;
    const isEchoed = echoed.includes(name);
    const values = parameter.enumeration ?? parameter.samples ?? edgeValues[type];
    const texts = isText(parameter) ? oddTexts(name, seed, isEchoed) : { alone: values, joint: [] };
    return { parameter, isEchoed, ...texts };
  });
  const joint = [true, false].flatMap((isEchoed) => {
    const some = edges.filter((one) => one.isEchoed === isEchoed && one.joint.length > 0);
    return (some[0]?.joint ?? []).map((_, at) =>
      some.reduce((call, { parameter, joint: texts }) => withValue(call, parameter, texts[at] ?? ''), base),
    );
  });
  const alone = edges.flatMap((one) => one.alone.map((value) => withValue(base, one.parameter, value)));
  const values = [...alone, ...joint];
  if (base.header === null) return values;
  const headers = source.contract.header.fields.flatMap((field) =>
    headerValues(field, base, source.pools, seed).map(
      (value): Call => ({ ...base, header: { ...base.header, ...FILTERING, [field.name]: value } }),
    ),
  );
  return [...values, ...headers];
}

/** So many numbers are tried after the only one that is known: keys are often counted up. */
const NEXT_KEYS = 6;

/** The known values of a parameter; of a number that no answer leads to, those after it. */
function knownOrNext({ name, type }: Parameter, { values }: Call, pools: Pools): readonly string[] {
  const known = poolOf(pools, name);
  const own = values[name] ?? '';
  if (type === 'string' || known.some((value) => value !== own) || !/^\d{1,9}$/.test(own)) return known;
  return Array.from({ length: NEXT_KEYS }, (_, at) => `${Number(own) + at + 1}`);
}

/** The base call with each known value of each parameter, and all rows. */
export function furtherCalls(source: CallSource): readonly Call[] {
  const base = baseCall(source);
  const swept = free(source).flatMap((parameter) =>
    knownOrNext(parameter, base, source.pools).map((value) => withValue(base, parameter, value)),
  );
  return withoutRepeats([...rowCalls(source), ...swept]);
}

/** These calls, each time that with most values that neither earlier ones nor `sent` have; `fresh`: how many. */
export function newsFirst(calls: readonly Call[], sent: readonly Call[], most: number) {
  const valuesIn = ({ values }: Call): readonly string[] =>
    Object.entries(values).map(([name, value]) => `${name}=${value}`);
  const had = new Set(sent.flatMap(valuesIn));
  const left = calls.map((call) => ({ call, values: valuesIn(call) }));
  const chosen: Call[] = [];
  let fresh = 0;
  while (chosen.length < most && left.length > 0) {
    const news = left.map(({ values }) => values.filter((value) => !had.has(value)).length);
    const mostNews = Math.max(...news);
    const [next] = left.splice(news.indexOf(mostNews), 1);
    if (mostNews > 0) fresh += 1;
    for (const value of next?.values ?? []) had.add(value);
    if (next !== undefined) chosen.push(next.call);
  }
  return { chosen, fresh };
}

/** The base call with such texts, but for null, in all string parameters but those that decide what a write does. */
export function textCall(source: CallSource, textOf: (parameter: string) => string | null): Call {
  const texts = free(source).filter((parameter) => isText(parameter) && !parameter.decides);
  return texts.reduce((call, one) => {
    const text = textOf(one.name);
    return text === null ? call : withValue(call, one, text);
  }, baseCall(source));
}

/** White space alone. */
const BLANKS = [' ', '\t', '\n', '\r', ' \r\n'];

/**
 * White space alone in one text, a carriage return in the others: ASP.NET writes them as they come, so families of
 * bindings are not compared.
 */
export function blankCalls(source: CallSource, seed: number): readonly Call[] {
  const texts = free(source).filter(isText);
  const [blank, ...others] = drawOrder(derivedSeed(seed, 'blank'), texts);
  const [space = ''] = drawOrder(derivedSeed(seed, source.operation.name), BLANKS);
  const split = (name: string): string => `${drawWord(derivedSeed(seed, name))}\r${drawWord(seed)}`;
  return others.length === 0 ? [] : [textCall(source, (name) => (name === blank?.name ? space : split(name)))];
}

/** Rows, first of the pools, that the harvest used: answers to them are most likely to hold data. */
export const LIKELY_ROWS = 40;

/** Any call of the operation: derived from the XSD types of its request element, guided by the pools. */
function anyCall(source: CallSource): Arbitrary<Call> {
  const parameters = free(source);
  const likely = { ...source.pools, rows: source.pools.rows.slice(0, LIKELY_ROWS) };
  const rows = rowCalls({ ...source, pools: likely }).map(({ values }) => values);
  const any = fc.record(Object.fromEntries(parameters.map((p) => [p.name, parameterValue(p, source.pools)])));
  const values =
    rows.length === 0
      ? any
      : fc.oneof({ weight: 3, arbitrary: any }, { weight: 2, arbitrary: fc.constantFrom(...rows) });
  return fc.record({
    operation: fc.constant(source.operation.name),
    values,
    header: source.operation.header === null ? fc.constant(null) : anyHeader(source),
  });
}

function parameterValue({ name, type, example, ...parameter }: Parameter, pools: Pools): Arbitrary<string> {
  const known = [...new Set([...poolOf(pools, name), example])];
  const some = parameter.enumeration ?? parameter.samples;
  const any = some === undefined ? valuesOf(type) : fc.constantFrom(...some);
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 2, arbitrary: any });
}

/** `runs` calls drawn at random; the same seed draws the same calls. */
export function drawCalls(source: CallSource, seed: number, runs: number): readonly Call[] {
  return runs === 0 ? [] : fc.sample(anyCall(source), { seed, numRuns: runs });
}
