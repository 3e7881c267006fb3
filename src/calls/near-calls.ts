import type { Parameter } from '../contract/model.ts';
import { type Call, free, isText, withValue } from '../wire/soap/call.ts';
import { fullestFirst, rowCalls } from './calls.ts';
import { marksBeside, nearTexts, rarelyNear, twinTexts, withLigature } from './near-texts.ts';
import { type CallSource, poolOf } from './pools.ts';
import { isPlainText } from './read-texts.ts';
import { drawWord } from './texts.ts';
import { derivedSeed, drawOrder } from './values.ts';

/** Of one text with two letters that a collation takes for one, the values beside it may get no data. */
const MOST_JOINED = 2;

/**
 * Calls with each text close to what gets data, which a server that looks it up otherwise than it is written still
 * finds, and rows with marks that the call lacks. @param right - the call that gets data @param echoed - parameters
 * that answers repeat @param sent - calls with known values that all bindings get
 */
export function nearCalls(
  source: CallSource,
  seed: number,
  right: Call,
  echoed: readonly string[],
  sent: readonly Call[],
): readonly Call[] {
  const parameters = free(source);
  const marked: Call[] = [...sent];
  const rows = rowCalls(fullestFirst(source));
  const texts = parameters.filter(isText);
  const first = derivedSeed(seed, `near/${source.operation.name}`) >>> 0;
  const ofParameters = texts.flatMap((parameter, place) => {
    const { name } = parameter;
    const valueIn = ({ values }: Call): string => values[name] ?? '';
    const value = valueIn(right);
    const near = (call: Call, others: readonly string[]): readonly Call[] =>
      others.filter((text) => isPlainText(text.trim())).map((text) => withValue(call, parameter, text));
    const own = derivedSeed(seed, `near/${name}`);
    const [next] = drawOrder(
      own,
      poolOf(source.pools, name).filter((known) => known !== value),
    );
    const { read, looked } = rarelyNear(value, own);
    // A server looks all texts of a call up in one way: each way is tried with one of them.
    const ways = looked.filter((_, at) => (first + at) % texts.length === place).flat();
    // request.text-fidelity judges how what an answer repeats is read.
    const rare = echoed.includes(name) ? ways : [...ways, ...read];
    const joined = [right, ...marked, ...rows].filter((call) => withLigature(valueIn(call)) !== valueIn(call));
    const ligatures = [...new Map(joined.map((call) => [valueIn(call), call])).values()].slice(0, MOST_JOINED);
    // A row that is sent for another parameter costs nothing.
    const beside = marksBeside(value, [...marked, ...rows], valueIn);
    marked.push(...beside);
    return [
      ...near(right, [...nearTexts(value, own, next), ...rare]),
      ...ligatures.flatMap((call) => near(call, [withLigature(valueIn(call))])),
      ...beside.flatMap((row) => [row, ...near(row, twinTexts(valueIn(row)))]),
    ];
  });
  const shown = parameters.findIndex((one, at) => {
    const pair = [one, parameters[at + 1]];
    return pair.some((each) => each && echoed.includes(each.name)) && pair.every((each) => each?.type === 'string');
  });
  return [...ofParameters, ...joinedCalls(right, parameters, shown), ...jointCalls(right, parameters, shown, seed)];
}

/** A text with a mark inside. */
const MARKED = /^([\p{L}\p{N}]+)([^\p{L}\p{N}])(.+)$/su;

/**
 * Calls that a cache takes for one with known values if it joins values: a character goes from one to its neighbour, or
 * the part after a mark in it. @param shown - the place of the first of two that get joints, which show the former too
 */
function joinedCalls(right: Call, parameters: readonly Parameter[], shown: number): readonly Call[] {
  const neighbours = parameters.slice(1).map((next, at): readonly [readonly Call[], readonly Call[]] => {
    const one = parameters[at] ?? next;
    const [text, other] = [right.values[one.name] ?? '', right.values[next.name] ?? ''];
    const fits = (value: string, parameter: Parameter): boolean =>
      isText(parameter) ? value !== '' && isPlainText(value) : /^[1-9]\d{0,8}$/.test(value);
    const calls = (pairs: readonly (readonly [string, string])[]): readonly Call[] =>
      pairs
        .filter(([first, second]) => fits(first, one) && fits(second, next))
        .map(([first, second]) => withValue(withValue(right, one, first), next, second));
    const [, start = '', mark = '', end = ''] = MARKED.exec(text) ?? [];
    const [, head = '', joint = '', tail = ''] = MARKED.exec(other) ?? [];
    return [
      calls([
        [text.slice(0, -1), `${text.slice(-1)}${other}`],
        [`${text}${other.slice(0, 1)}`, other.slice(1)],
      ]).slice(0, 1),
      calls([
        [start, `${end}${mark}${other}`],
        [`${text}${joint}${head}`, tail],
      ]),
    ];
  });
  const moved = neighbours.flatMap(([calls], at) => (at === shown ? [] : calls));
  return [...moved, ...neighbours.flatMap(([, marked]) => marked).slice(0, 1)];
}

/** What usually stands between values in the key of a cache. */
const JOINTS = ['|', ',', ';', ':', '-', '_', '/', ' '];
const LETTERS = 5;

/** For each joint, and none, a call that such a cache takes for the first; answers that repeat texts show it. */
function jointCalls(right: Call, parameters: readonly Parameter[], shown: number, seed: number): readonly Call[] {
  const [one, other] = parameters.slice(shown, shown + 2);
  if (shown < 0 || one === undefined || other === undefined) return [];
  const word = (at: number): string => drawWord(derivedSeed(seed, `joint/${at}`)).slice(0, LETTERS);
  // With a mark that no data has, a text shows which call was answered where only the second one comes back.
  const last = `${word(JOINTS.length)}~`;
  const text = `${last}${JOINTS.map((joint, at) => `${joint}${word(at)}`).join('')}`;
  const call = (end: number, joint: string): Call => {
    const behind = text.slice(end).slice(joint.length);
    return withValue(withValue(right, one, text.slice(0, end)), other, `${behind}${behind === '' ? '' : joint}${last}`);
  };
  return [call(text.length, ''), ...JOINTS.map((joint) => call(text.indexOf(joint), joint)), call(text.length - 2, '')];
}
