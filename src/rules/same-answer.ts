import { groupBy } from '../base/group-by.ts';
import { plural } from '../base/words.ts';
import type { Contract } from '../contract/model.ts';
import type { Located } from '../wire/soap/binding.ts';
import { hasNoData, type ParsedResponse } from '../wire/soap/parsed-response.ts';
import { type Decoded, decodeRecords, isList, isRecord } from '../wire/soap/records.ts';
import type { Evidence } from './evidence.ts';
import type { Facts, Problem } from './judgement.ts';
import { factsOfSurplus, partInWords } from './part-in-words.ts';

/** What an answer says, apart from how it is written. */
export type AnswerDigest =
  | { readonly kind: 'none'; readonly what: string }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'records'; readonly records: readonly Decoded[] };

const digests = new WeakMap<ParsedResponse | Located, AnswerDigest>();

/** Reduces an answer to what it says: its records, or its status if not a success, or why there is none. */
export function digestOf(reading: ParsedResponse, contract: Contract): AnswerDigest {
  // Where there is a result, only that counts; equal bytes have one.
  const of = reading.located.result === null ? reading : reading.located;
  const digest = digests.get(of) ?? digestAnew(reading, contract);
  digests.set(of, digest);
  return digest;
}

function digestAnew(reading: ParsedResponse, contract: Contract): AnswerDigest {
  const { response, success, located, exchange, cell } = reading;
  if (response === null) {
    return { kind: 'none', what: exchange.outcome.kind === 'trouble' ? exchange.outcome.trouble.message : 'no answer' };
  }
  if (!success || (located.result === null && !located.nullResult)) return { kind: 'status', status: response.status };
  if (located.result === null || hasNoData(reading)) return { kind: 'records', records: [] };
  return { kind: 'records', records: decodeRecords(located.result, cell, contract) };
}

/** One place where two answers say different things. */
export interface Difference {
  /** As in `[1].Categories[2].Name`; null where the answers differ as wholes. */
  readonly location: string | null;
  /** In words, cut if long. */
  readonly expected: string;
  readonly actual: string;
  /** The whole texts, or the item that one list has too much. */
  readonly facts?: Facts;
  /** The values themselves, whole; undefined where a side has none. */
  readonly values: readonly [base: Decoded | undefined, answer: Decoded | undefined];
}

type DifferenceText = Pick<Problem, 'location' | 'expected' | 'actual' | 'facts'>;

/** The paths of fields that are left out of a comparison: `Quantity`, `Inventory_List.Quantity`. */
export type Masked = ReadonlySet<string>;

/** How answers are compared: `ordered` where the order of records and items counts too. */
interface DigestComparison {
  readonly masked: Masked;
  readonly ordered?: boolean;
}

const NONE_MASKED: Masked = new Set();

/** Null where two answers say the same, in any order; otherwise the first difference. */
export function difference(base: AnswerDigest, answer: AnswerDigest, masked = NONE_MASKED): DifferenceText | null {
  if (base === answer) return null;
  for (const { values: _values, ...place } of differences(base, answer, { masked })) return place;
  return null;
}

/** Whether two answers say the same, in any order. */
export function areAlike(base: AnswerRead, answer: AnswerRead, masked = NONE_MASKED): boolean {
  return difference(digestOf(base.reading, base.contract), digestOf(answer.reading, answer.contract), masked) === null;
}

type AnswerRead = Pick<Evidence, 'reading' | 'contract'>;

/** True where two answers say the same in a different order. */
export function isReordered(base: AnswerDigest, answer: AnswerDigest): boolean {
  const inOrder = differences(base, answer, { masked: NONE_MASKED, ordered: true });
  return inOrder.next().done !== true && difference(base, answer) === null;
}

/** Every place where two answers say different things, in the order of the records; none where they say the same. */
export function* differences(
  base: AnswerDigest,
  answer: AnswerDigest,
  how: DigestComparison = { masked: NONE_MASKED },
): Generator<Difference> {
  if (base.kind === 'records' && answer.kind === 'records') {
    yield* listDifferences(base.records, answer.records, '', 'record', how);
    return;
  }
  const [expected, actual] = [inWords(base), inWords(answer)];
  if (expected !== actual) yield { location: null, expected, actual, values: [undefined, undefined] };
}

/** Says who may have refused a request with such a status (ModSecurity's is 406, most others' 403), or nothing. */
export function refuserOf(status: number): string {
  return status === 403 || status === 406 ? ', perhaps from a firewall before the target' : '';
}

/** True where a firewall may have refused a request: with such a status, or by no answer and a closed connection. */
export function mayBeFirewalled({ response, exchange: { outcome } }: ParsedResponse): boolean {
  if (outcome.kind === 'trouble') return outcome.trouble.kind === 'closed' && outcome.begun !== true;
  return response !== null && refuserOf(response.status) !== '';
}

function inWords(digest: AnswerDigest): string {
  if (digest.kind === 'none') return digest.what;
  if (digest.kind === 'status') return `status ${digest.status} without a result${refuserOf(digest.status)}`;
  return plural(digest.records.length, 'record');
}

/** The places where two values differ; what one side marks nil, and what is masked, is not compared. */
function* valueDifferences(
  base: Decoded | undefined,
  answer: Decoded | undefined,
  at: string,
  how: DigestComparison,
): Generator<Difference> {
  if (base === answer || base === null || answer === null) return;
  if (isList(base) && isList(answer)) {
    yield* listDifferences(base, answer, at, 'item', how);
  } else if (isRecord(base) && isRecord(answer)) {
    for (const name of new Set([...Object.keys(base), ...Object.keys(answer)])) {
      if (base[name] !== answer[name])
        yield* valueDifferences(base[name], answer[name], at === '' ? name : `${at}.${name}`, how);
    }
  } else {
    const [expected, actual] = [writtenValue(base), writtenValue(answer)];
    if (expected === actual || (!isList(base) && !isList(answer) && isMasked(at, how))) return;
    const areTexts = typeof base === 'string' && typeof answer === 'string';
    const facts = areTexts ? { facts: { wanted: [base], found: [answer] } } : {};
    yield { location: at, ...shortened(expected, actual), ...facts, values: [base, answer] };
  }
}

function* listDifferences(
  base: readonly Decoded[],
  answer: readonly Decoded[],
  at: string,
  what: 'record' | 'item',
  how: DigestComparison,
): Generator<Difference> {
  if (base.length !== answer.length) {
    const expected = plural(base.length, what);
    const odd = oddOne(base, answer);
    const isMore = answer.length > base.length;
    const oddText = odd === null ? '' : `, ${isMore ? 'with' : 'without'} ${partInWords(odd)}`;
    const actual = `${plural(answer.length, what)}${oddText}`;
    const facts = odd !== null && isMore ? { facts: factsOfSurplus(odd) } : {};
    yield { location: at === '' ? null : at, expected, actual, ...facts, values: [base, answer] };
    return;
  }
  const place = (index: number): string => `${at}[${index + 1}]`;
  const unlike = ([mine, other]: Pair): boolean =>
    valueDifferences(base[mine], answer[other], place(mine), how).next().done !== true;
  const inOrder = base.map((_item, index): Pair => [index, index]);
  if (!inOrder.some(unlike)) return;
  const pairs = how.ordered === true ? inOrder : paired(base, answer, pathOf(at), how);
  for (const [mine, other] of pairs) yield* valueDifferences(base[mine], answer[other], place(mine), how);
}

/** The first item that one of two lists has and the other lacks, where the lists are of one length but for that. */
function oddOne(base: readonly Decoded[], answer: readonly Decoded[]): Decoded | null {
  const [more, fewer] = base.length > answer.length ? [base, answer] : [answer, base];
  if (fewer.length === 0 || more.length - fewer.length > 1) return null;
  const there = new Set(fewer.map((item) => JSON.stringify(item)));
  return more.find((item) => !there.has(JSON.stringify(item))) ?? null;
}

type Pair = readonly [base: number, answer: number];

/** Pairs equal items in any order, then the rest in its order. Linear except for the sorting of lists within items. */
function paired(base: readonly Decoded[], answer: readonly Decoded[], path: string, { masked }: DigestComparison) {
  const skipped = new Set(masked);
  for (const item of [...base, ...answer]) nilPaths(item, path, skipped);
  const alike = groupBy([...answer.keys()].reverse(), (other) => canonical(answer[other], path, skipped));
  const free = new Map<string, number[]>([...alike].map(([key, others]) => [key, [...others]]));
  const places = base.map((item) => free.get(canonical(item, path, skipped))?.pop());
  const left = [...free.values()].flat().toSorted((one, other) => other - one);
  return places.map((other, mine): Pair => [mine, other ?? left.pop() ?? mine]);
}

/** A text that is equal for values that say the same, fields left out excepted, in any order of lists. */
export function canonical(value: Decoded | undefined, path: string, skipped = NONE_MASKED): string {
  if (value === undefined || value === null || value === '' || skipped.has(path)) return '';
  if (isList(value))
    return value.length === 0 ? '' : `[${value.map((item) => canonical(item, path, skipped)).toSorted()}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const fields = Object.keys(value).map((name) => [name, canonical(value[name], below(path, name), skipped)] as const);
  return `{${fields.flatMap(([name, text]) => (text === '' ? [] : [`${name}:${text}`]))}}`;
}

function nilPaths(value: Decoded, path: string, found: Set<string>): void {
  if (isList(value)) for (const item of value) nilPaths(item, path, found);
  if (!isRecord(value)) return;
  for (const [name, one] of Object.entries(value)) {
    if (one === null) found.add(below(path, name));
    else nilPaths(one, below(path, name), found);
  }
}

/** The fields in which equal reads differ, and `known` ones; null if records come and go, or every field differs. */
export function changedFields(one: AnswerDigest, other: AnswerDigest, known = NONE_MASKED): Masked | null {
  if (difference(one, other, known) === null) return known;
  if (one.kind !== 'records' || other.kind !== 'records') return null;
  const [mine, its] = [columnsOf(one.records), columnsOf(other.records)];
  const differing = [...mine, ...its].filter(
    ([path]) => `${mine.get(path)?.toSorted()}` !== `${its.get(path)?.toSorted()}`,
  );
  const changed = new Set([...known, ...differing.map(([path]) => path)]);
  // The same values in other records: the records side by side show which field it was.
  for (const { location, values } of differences(one, other, { masked: changed })) {
    if (location === null || values.some((value) => isList(value) || isRecord(value))) return null;
    changed.add(pathOf(location));
  }
  return [...mine.keys()].every((path) => changed.has(path)) ? null : changed;
}

/** Whether an answer has fewer values of a field than another, and more of none; what one marks nil is left out. */
export function lacks(answer: AnswerDigest, other: AnswerDigest): boolean {
  if (answer === other || answer.kind !== 'records' || other.kind !== 'records') return false;
  const nil = new Set<string>();
  for (const record of [...answer.records, ...other.records]) nilPaths(record, '', nil);
  const [mine, its] = [columnsOf(answer.records), columnsOf(other.records)];
  const more = [...new Set([...mine.keys(), ...its.keys()])]
    .filter((path) => ![...nil].some((one) => path === one || path.startsWith(`${one}.`)))
    .map((path) => (mine.get(path)?.length ?? 0) - (its.get(path)?.length ?? 0));
  return more.some((count) => count < 0) && more.every((count) => count <= 0);
}

/** The values of an answer by their field. */
export const columnsOf = (records: readonly Decoded[]) => groupBy(valuesIn(records, ''), ([path]) => path);

function valuesIn(value: Decoded, path: string): readonly (readonly [path: string, value: string])[] {
  if (isList(value)) return value.flatMap((item) => valuesIn(item, path));
  if (isRecord(value)) return Object.entries(value).flatMap(([name, one]) => valuesIn(one, below(path, name)));
  return value === null || value === '' ? [] : [[path, JSON.stringify(value)]];
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** The path of a field without indexes: `Categories.Name` of `[1].Categories[2].Name`. */
export function pathOf(location: string): string {
  return location.replaceAll(/\[\d+\]/g, '').replace(/^\./, '');
}

function isMasked(location: string, { masked }: DigestComparison): boolean {
  return masked.size > 0 && masked.has(pathOf(location));
}

/** Absent and empty say the same to a client of ASMX: no text, or no items. */
function writtenValue(value: Decoded | undefined): string {
  if (value === undefined || value === null || value === '' || (isList(value) && value.length === 0)) return 'nothing';
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

/** Characters of a value that are shown, and how many of them precede the first that differs. */
const LONGEST = 80;
const BEFORE = 20;

function firstUnlike(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function shortened(expected: string, actual: string): Pick<DifferenceText, 'expected' | 'actual'> {
  const from = firstUnlike(expected, actual);
  return { expected: excerpt(expected, from), actual: excerpt(actual, from) };
}

/** Two texts, cut if they are long so that both show the first character that differs, and whole as facts. */
export function cutWhereUnlike(
  expected: string,
  actual: string,
): Pick<DifferenceText, 'expected' | 'actual' | 'facts'> {
  return { ...shortened(expected, actual), facts: { wanted: [expected], found: [actual] } };
}

/** A text cut so that it has the place that matters. */
function excerpt(text: string, place: number): string {
  if (text.length <= LONGEST) return text;
  const from = place < LONGEST ? 0 : place - BEFORE;
  return `${from > 0 ? '…' : ''}${text.slice(from, from + LONGEST)}${from + LONGEST < text.length ? '…' : ''}`;
}
