import { groupBy } from '../../../base/group-by.ts';
import { plural } from '../../../base/words.ts';
import type { Evidence } from '../../../rules/evidence.ts';
import { type AnswerDigest, differences, digestOf } from '../../../rules/same-answer.ts';
import { type Decoded, isList, isRecord } from '../../../wire/soap/records.ts';
import { unescapedMarkup } from '../../../xml/references.ts';
import type { Both } from '../pairs.ts';
import type { AnswerDifference, LooseLists, LooseWay } from './difference.ts';

const ANOTHER_ORDER = 'another order';

/** Places of one pair of answers that are looked at; further ones are of the same few fields. */
const MOST_PLACES = 2000;

/**
 * What two answers to the same call say differently: status, records, every field; none if they say the same.
 * @param loose - of these, what items of one side say and none of the other, or not as often if only the order varies
 */
export function diffData({ a, b }: Both<Evidence>, loose: LooseLists): readonly AnswerDifference[] {
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
  if (loose.size === 0) return found;
  const howLoose = (subject: string) => {
    const isIn = (list: string): boolean => list === record || /^[.[]/.test(subject.slice(list.length));
    const ways = [...loose].flatMap(([list, way]) => (subject.startsWith(list) && isIn(list) ? [way] : []));
    return ways.includes('items') ? 'items' : ways[0];
  };
  const exact = found.filter(({ subject }) => loose.has(subject) || howLoose(subject) === undefined);
  const columns = diffColumns(one.records, other.records, record, howLoose);
  return [...exact.map((difference) => ({ ...difference, whole: false })), ...columns];
}

/** The fields of which the items of one side have values that those of the other have not. */
function diffColumns(
  a: readonly Decoded[],
  b: readonly Decoded[],
  record: string,
  howLoose: (subject: string) => LooseWay | undefined,
): readonly AnswerDifference[] {
  const columnsOf = (records: readonly Decoded[]) => groupBy(valuesIn(records, ''), ({ at }) => columnOf(at, record));
  const [mine, its] = [columnsOf(a), columnsOf(b)];
  const columns = [...new Set([...mine.keys(), ...its.keys()])];
  const lacking = columns.filter((column) => mine.has(column) !== its.has(column));
  const isWithin = (column: string): boolean =>
    lacking.some((one) => one !== column && (one === `${record}[]` || column.startsWith(one)));
  return columns.flatMap((column) => {
    const way = howLoose(column);
    const [ofA, ofB] = [mine.get(column) ?? [], its.get(column) ?? []];
    const [onlyA, onlyB] = [valuesLacking(ofA, ofB), valuesLacking(ofB, ofA)];
    const isShared = onlyA.length < ofA.length;
    const isSame = way === 'order' ? onlyA.length + onlyB.length === 0 : isShared;
    if (way === undefined || isSame || isWithin(column)) return [];
    const [one, other] = [onlyA[0]?.value, onlyB[0]?.value];
    const at = (onlyA[0] ?? onlyB[0])?.at ?? '';
    const difference = fieldDifference(record, at, changeOf(one, other), [one, other]);
    return [{ ...difference, subject: column, whole: column === `${record}[]` }];
  });
}

/** Those of which another list has none, or fewer. */
function valuesLacking(values: readonly PlacedValue[], others: readonly PlacedValue[]): readonly PlacedValue[] {
  const left = new Map<string, number>();
  for (const { value } of others) left.set(value, (left.get(value) ?? 0) + 1);
  return values.filter(({ value }) => {
    const count = left.get(value) ?? 0;
    left.set(value, count - 1);
    return count < 1;
  });
}

type PlacedValue = Readonly<{ at: string; value: string }>;

function columnOf(at: string, record: string): string {
  return /^\[\d+\]$/.test(at) ? `${record}[]` : fieldOf(at, record);
}

/** Every value with its place; an item that is a record is one too. */
function valuesIn(value: Decoded | undefined, at: string): readonly PlacedValue[] {
  if (isList(value)) return value.flatMap((item, index) => valuesIn(item, `${at}[${index + 1}]`));
  if (typeof value === 'string') return value === '' ? [] : [{ at, value }];
  if (!isRecord(value)) return [];
  const fields = Object.entries(value).flatMap(([name, one]) => valuesIn(one, `${at}.${name}`));
  return at.endsWith(']') ? [{ at, value: 'an item' }, ...fields] : fields;
}

/** @param at - where it is; '' for the records as a whole */
function fieldDifference(record: string, at: string, change: string, values: RecordNote['values']): AnswerDifference {
  return {
    ...dataDifference(fieldOf(at, record), change, at),
    a: valueText(values[0], at),
    b: valueText(values[1], at),
    whole: false,
    oneSided: values.some(isNothing),
    ofTexts: values.every((value) => typeof value === 'string' && value !== ''),
    ofList: !values.some(isList) || change.startsWith('nil') ? null : change === ANOTHER_ORDER ? 'order' : 'items',
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
  const [change = 'another text'] = textChanges.find(([, without]) => without(a) === without(b)) ?? [];
  return change;
}

/** In what alone two texts may differ, and a text without it. */
export const textChanges: readonly (readonly [change: string, without: (text: string) => string])[] = [
  ['other white space', (text) => text.replaceAll(/\s+/g, ' ').trim()],
  ['other letter case', (text) => text.toLowerCase()],
  ['other escapes', unescapedMarkup],
  ['other accents', (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')],
  // What a character set lacks is often a question mark, or left out. A text of nothing else is another.
  ['other characters beyond ASCII', (text) => text.replaceAll(/[^\x20-\x7E]|\?/g, '') || text],
];

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
    notes.push({ at, change: ANOTHER_ORDER, values: [a, b] });
    return a;
  }
  return b.map((item, index) => aligned(a[index], item, `${at}[${index + 1}]`, notes) ?? item);
}

function sorted(keys: readonly string[]): string {
  return JSON.stringify(keys.toSorted());
}

/** Equal for equivalent items, in whatever order their lists are; absent equals empty. */
function keyOf(item: Decoded): string {
  const meaning = (_name: string, value: Decoded) => {
    if (isList(value) && value.length > 0) return value.map(keyOf).toSorted();
    return hasContent(value) || value === null ? value : undefined;
  };
  return JSON.stringify(item, meaning) ?? '';
}

function hasContent(value: Decoded | undefined): boolean {
  if (value === undefined || value === null) return false;
  return isRecord(value) || value.length > 0;
}
