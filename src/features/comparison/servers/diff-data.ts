import { plural } from '../../../base/words.ts';
import type { Evidence } from '../../../rules/evidence.ts';
import { type AnswerDigest, differences, digestOf } from '../../../rules/same-answer.ts';
import { type Decoded, isList, isRecord } from '../../../wire/soap/records.ts';
import type { Both } from '../pairs.ts';
import type { AnswerDifference } from './difference.ts';

/** Places of one pair of answers that are looked at; further ones are of the same few fields. */
const MOST_PLACES = 2000;

/** What two answers to the same call say differently: status, records, every field; none if they say the same. */
export function diffData({ a, b }: Both<Evidence>): readonly AnswerDifference[] {
  const [one, other] = [digestOf(a.reading, a.contract), digestOf(b.reading, b.contract)];
  const record = a.reading.cell.operation.result.record;
  if (one.kind !== 'records' || other.kind !== 'records') return wholes(one, other, { a, b });
  const { records, notes } = alignedLists(one.records, other.records);
  const found = notes.map(({ at, change, values }) => fieldDifference(record, at, change, values));
  for (const { location, values } of differences(one, { kind: 'records', records })) {
    if (found.length === MOST_PLACES) break;
    const difference = fieldDifference(record, location ?? '', changeOf(...values), values);
    found.push({ ...difference, whole: location === null });
  }
  return found;
}

/** @param at - where it is; '' for the records as a whole */
function fieldDifference(record: string, at: string, change: string, values: RecordNote['values']) {
  return {
    ...dataDifference(fieldOf(at, record), change, at),
    a: valueText(values[0], at),
    b: valueText(values[1], at),
    whole: false,
    oneSided: values.some(isNothing),
    ofTexts: values.every((value) => typeof value === 'string' && value !== ''),
  };
}

function wholes(one: AnswerDigest, other: AnswerDigest, { a, b }: Both<Evidence>): readonly AnswerDifference[] {
  const [mine, its] = [answerInWords(one, a), answerInWords(other, b)];
  if (mine === its) return [];
  return [{ ...dataDifference('answer', `${mine} → ${its}`, null), a: mine, b: its, whole: true }];
}

function answerInWords(digest: AnswerDigest, { reading: { exchange } }: Evidence): string {
  if (digest.kind === 'records') return 'a result';
  if (digest.kind === 'status') return `status ${digest.status} without a result`;
  // The message may name an address, which always differs.
  return `no answer (${exchange.outcome.kind === 'trouble' ? exchange.outcome.trouble.kind : 'none'})`;
}

function dataDifference(subject: string, change: string, location: string | null) {
  return { kind: 'data', subject, change, location: location === '' ? null : location, level: null } as const;
}

/** `[1].Categories[2].Name` of a Part: `Part.Categories[].Name`. */
function fieldOf(location: string, record: string): string {
  return `${record}${location.replace(/^\[\d+\]/, '').replaceAll(/\[\d+\]/g, '[]')}`;
}

/** How a value differs; the same for similar differences. */
function changeOf(a: Decoded | undefined, b: Decoded | undefined): string {
  if (isNothing(a)) return 'only B has it';
  if (isNothing(b)) return 'only A has it';
  if (Array.isArray(a) && Array.isArray(b)) return b.length < a.length ? 'fewer in B' : 'more in B';
  if (typeof a !== 'string' || typeof b !== 'string') return 'another kind of content';
  if (/^(true|false)$/.test(a) && /^(true|false)$/.test(b)) return `${a} → ${b}`;
  if (/^-?\d+$/.test(a) && /^-?\d+$/.test(b)) return 'another number';
  const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  if (plain(a) === plain(b)) return 'other white space';
  return a.toLowerCase() === b.toLowerCase() ? 'other letter case' : 'another text';
}

function isNothing(value: Decoded | undefined): boolean {
  return value === undefined || value === null || value.length === 0;
}

function valueText(value: Decoded | undefined, at: string): string {
  if (value === undefined || value === '') return 'nothing';
  if (value === null) return 'nil';
  if (Array.isArray(value)) return plural(value.length, at === '' ? 'record' : 'item');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** How two lists of records differ beyond single values: in order, or in what one side marks nil. */
interface RecordNote {
  /** As in `[1].Categories`; '' for the records themselves. */
  readonly at: string;
  readonly change: string;
  readonly values: readonly [a: Decoded | undefined, b: Decoded | undefined];
}

/** B's records, with equal lists in A's order: a changed order is one note, and so is what only one side marks nil. */
export function alignedLists(a: readonly Decoded[], b: readonly Decoded[]) {
  const notes: RecordNote[] = [];
  const records = alignedList(a, b, '', notes);
  return { records, notes };
}

function aligned(a: Decoded | undefined, b: Decoded | undefined, at: string, notes: RecordNote[]): Decoded | undefined {
  if (a === null && hasContent(b)) notes.push({ at, change: 'nil only in A', values: [a, b] });
  if (b === null && hasContent(a)) notes.push({ at, change: 'nil only in B', values: [a, b] });
  if (isList(a) && isList(b)) return alignedList(a, b, at, notes);
  if (!isRecord(a) || !isRecord(b)) return b;
  const fields = Object.entries(b).map(([name, value]) => [name, aligned(a[name], value, `${at}.${name}`, notes)]);
  return Object.fromEntries(fields);
}

function alignedList(
  a: readonly Decoded[],
  b: readonly Decoded[],
  at: string,
  notes: RecordNote[],
): readonly Decoded[] {
  if (a.length !== b.length) return b;
  const [mine, its] = [a.map(keyOf), b.map(keyOf)];
  if (mine.some((key, index) => key !== its[index]) && sorted(mine) === sorted(its)) {
    notes.push({ at, change: 'another order', values: [a, b] });
    return a;
  }
  return b.map((item, index) => aligned(a[index], item, `${at}[${index + 1}]`, notes) ?? item);
}

function sorted(keys: readonly string[]): string {
  return JSON.stringify(keys.toSorted());
}

/** Equal for equivalent items; absent equals empty. */
function keyOf(item: Decoded): string {
  return JSON.stringify(item, (_name, value) => (hasContent(value) || value === null ? value : undefined)) ?? '';
}

function hasContent(value: Decoded | undefined): boolean {
  if (value === undefined || value === null) return false;
  return isRecord(value) || value.length > 0;
}
