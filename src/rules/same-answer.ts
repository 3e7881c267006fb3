import type { Located } from '../bindings/binding.ts';
import { hasNoData, type ParsedResponse } from '../bindings/parsed-response.ts';
import { type Decoded, decodeRecords } from '../bindings/records.ts';
import type { Contract } from '../contract/model.ts';
import type { Problem } from './judgement.ts';

/** What an answer says, apart from how it is written. */
export type AnswerDigest =
  | { readonly kind: 'none'; readonly what: string }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'records'; readonly records: readonly Decoded[] };

const digests = new WeakMap<ParsedResponse | Located, AnswerDigest>();

/** Takes an answer for what it says: its records, or its status where it is no success, or why there is none. */
export function digestOf(reading: ParsedResponse, contract: Contract): AnswerDigest {
  // Where there is a result, it is all that counts; equal bytes have one.
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
  return { kind: 'records', records: decodeRecords(located.result, cell.operation, contract) };
}

/** One place where two answers say different things. */
export interface Difference {
  /** As in `[1].Categories[2].Name`; null where the answers differ as wholes. */
  readonly location: string | null;
  /** In words, cut where they are long. */
  readonly expected: string;
  readonly actual: string;
  /** The values themselves, whole; undefined where a side has none at all. */
  readonly values: readonly [base: Decoded | undefined, answer: Decoded | undefined];
}

type Place = Pick<Problem, 'location' | 'expected' | 'actual'>;

/** Null where two answers say the same; otherwise what differs first. */
export function difference(base: AnswerDigest, answer: AnswerDigest): Place | null {
  if (base === answer) return null;
  for (const { location, expected, actual } of differences(base, answer)) return { location, expected, actual };
  return null;
}

/** Every place where two answers say different things, in the order of the records; none where they say the same. */
export function* differences(base: AnswerDigest, answer: AnswerDigest): Generator<Difference> {
  if (base.kind === 'records' && answer.kind === 'records') {
    yield* listDifferences(base.records, answer.records, '', 'records');
    return;
  }
  const [expected, actual] = [inWords(base), inWords(answer)];
  if (expected !== actual) yield { location: null, expected, actual, values: [undefined, undefined] };
}

function inWords(digest: AnswerDigest): string {
  if (digest.kind === 'none') return digest.what;
  if (digest.kind === 'status') return `status ${digest.status} without a result`;
  return digest.records.length === 1 ? '1 record' : `${digest.records.length} records`;
}

/** The places where two values differ; content that one side marks nil is not compared. */
function* valueDifferences(base: Decoded | undefined, answer: Decoded | undefined, at: string): Generator<Difference> {
  if (base === null || answer === null) return;
  if (isList(base) && isList(answer)) {
    yield* listDifferences(base, answer, at, 'items');
  } else if (isRecord(base) && isRecord(answer)) {
    for (const name of new Set([...Object.keys(base), ...Object.keys(answer)])) {
      yield* valueDifferences(base[name], answer[name], at === '' ? name : `${at}.${name}`);
    }
  } else {
    const [expected, actual] = [written(base), written(answer)];
    if (expected === actual) return;
    const from = firstUnlike(expected, actual);
    yield { location: at, expected: excerpt(expected, from), actual: excerpt(actual, from), values: [base, answer] };
  }
}

function* listDifferences(
  base: readonly Decoded[],
  answer: readonly Decoded[],
  at: string,
  what: 'records' | 'items',
): Generator<Difference> {
  if (base.length !== answer.length) {
    const [expected, actual] = [`${base.length} ${what}`, `${answer.length} ${what}`];
    yield { location: at === '' ? null : at, expected, actual, values: [base, answer] };
    return;
  }
  for (const [index, item] of base.entries()) yield* valueDifferences(item, answer[index], `${at}[${index + 1}]`);
}

function isList(value: Decoded | undefined): value is readonly Decoded[] {
  return Array.isArray(value);
}

function isRecord(value: Decoded | undefined): value is Readonly<Record<string, Decoded>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Absent and empty say the same to a client of ASMX: no text, or no items. */
function written(value: Decoded | undefined): string {
  if (value === undefined || value === null || value === '' || (isList(value) && value.length === 0)) return 'nothing';
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

/** Characters that are shown of a value, and how many of them before the first that differs. */
const LONGEST = 80;
const BEFORE = 20;

function firstUnlike(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

/** A text cut so that the place that counts is in it. */
function excerpt(text: string, place: number): string {
  if (text.length <= LONGEST) return text;
  const from = place < LONGEST ? 0 : place - BEFORE;
  return `${from > 0 ? '…' : ''}${text.slice(from, from + LONGEST)}${from + LONGEST < text.length ? '…' : ''}`;
}
