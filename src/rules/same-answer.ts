import { hasNoData, type Reading } from '../bindings/reading.ts';
import { type Decoded, decodeRecords } from '../bindings/records.ts';
import type { Contract } from '../contract/model.ts';
import type { Problem } from './rule.ts';

/** What an answer says, apart from how it is written. */
export type AnswerDigest =
  | { readonly kind: 'none'; readonly what: string }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'records'; readonly records: readonly Decoded[] };

const digests = new WeakMap<Reading, AnswerDigest>();

/** Takes an answer for what it says: its records, or its status where it is no success, or why there is none. */
export function digestOf(reading: Reading, contract: Contract): AnswerDigest {
  const digest = digests.get(reading) ?? digestAnew(reading, contract);
  digests.set(reading, digest);
  return digest;
}

function digestAnew(reading: Reading, contract: Contract): AnswerDigest {
  const { response, success, located, exchange, cell } = reading;
  if (response === null) {
    return { kind: 'none', what: exchange.outcome.kind === 'trouble' ? exchange.outcome.trouble.message : 'no answer' };
  }
  if (!success || (located.result === null && !located.nullResult)) return { kind: 'status', status: response.status };
  if (located.result === null || hasNoData(reading)) return { kind: 'records', records: [] };
  return { kind: 'records', records: decodeRecords(located.result, cell.operation, contract) };
}

/** Null where two answers say the same; otherwise what differs first. */
export function difference(
  base: AnswerDigest,
  answer: AnswerDigest,
): Pick<Problem, 'location' | 'expected' | 'actual'> | null {
  if (base.kind === 'records' && answer.kind === 'records') return recordDifference(base.records, answer.records);
  const [expected, actual] = [inWords(base), inWords(answer)];
  return expected === actual ? null : { location: null, expected, actual };
}

function inWords(digest: AnswerDigest): string {
  if (digest.kind === 'none') return digest.what;
  if (digest.kind === 'status') return `status ${digest.status} without a result`;
  return digest.records.length === 1 ? '1 record' : `${digest.records.length} records`;
}

function recordDifference(base: readonly Decoded[], answer: readonly Decoded[]) {
  if (base.length !== answer.length) {
    return { location: null, expected: `${base.length} records`, actual: `${answer.length} records` };
  }
  return valueDifference(base, answer, '');
}

/** The first place where two values differ; content that one side marks nil is not compared. */
function valueDifference(
  base: Decoded | undefined,
  answer: Decoded | undefined,
  at: string,
): Pick<Problem, 'location' | 'expected' | 'actual'> | null {
  if (base === null || answer === null) return null;
  if (isList(base) && isList(answer)) {
    if (base.length !== answer.length)
      return { location: at, expected: `${base.length} items`, actual: `${answer.length} items` };
    return firstOf(base.map((item, index) => () => valueDifference(item, answer[index], `${at}[${index + 1}]`)));
  }
  if (isRecord(base) && isRecord(answer)) {
    const names = [...new Set([...Object.keys(base), ...Object.keys(answer)])];
    return firstOf(
      names.map((name) => () => valueDifference(base[name], answer[name], at === '' ? name : `${at}.${name}`)),
    );
  }
  const [expected, actual] = [shown(base), shown(answer)];
  return expected === actual ? null : { location: at, expected, actual };
}

type Difference = Pick<Problem, 'location' | 'expected' | 'actual'> | null;

function firstOf(attempts: readonly (() => Difference)[]): Difference {
  for (const attempt of attempts) {
    const found = attempt();
    if (found !== null) return found;
  }
  return null;
}

function isList(value: Decoded | undefined): value is readonly Decoded[] {
  return Array.isArray(value);
}

function isRecord(value: Decoded | undefined): value is Readonly<Record<string, Decoded>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Absent and empty say the same to a client of ASMX: no text, or no items. */
function shown(value: Decoded | undefined): string {
  if (value === undefined || value === null || value === '' || (isList(value) && value.length === 0)) return 'nothing';
  return typeof value === 'string' ? `'${value.slice(0, 80)}'` : JSON.stringify(value).slice(0, 80);
}
