import type { Decoded } from '../bindings/records.ts';
import type { Evidence } from '../rules/rule.ts';
import { type AnswerDigest, differences, digestOf } from '../rules/same-answer.ts';
import { alignedLists } from './align-lists.ts';
import type { AnswerDifference, Both } from './difference.ts';

/** Places of one pair of answers that are looked at; further ones are of the same few fields. */
const MOST_PLACES = 2000;

/** What two answers to the same call say differently: status, records, every field; none where they say the same. */
export function diffData({ a, b }: Both<Evidence>): readonly AnswerDifference[] {
  const [one, other] = [digestOf(a.reading, a.contract), digestOf(b.reading, b.contract)];
  const record = a.reading.cell.operation.result.record;
  if (one.kind !== 'records' || other.kind !== 'records') return wholes(one, other, { a, b });
  const { records, notes } = alignedLists(one.records, other.records);
  const found: AnswerDifference[] = notes.map(({ at, change, values }) => ({
    ...difference(fieldOf(at, record), change, at),
    a: textOf(values[0], at),
    b: textOf(values[1], at),
    whole: at === '',
    oneSided: values.some(isNothing),
  }));
  for (const { location, values } of differences(one, { kind: 'records', records })) {
    if (found.length === MOST_PLACES) break;
    found.push({
      ...difference(fieldOf(location ?? '', record), changeOf(...values), location),
      a: textOf(values[0], location ?? ''),
      b: textOf(values[1], location ?? ''),
      whole: location === null,
      oneSided: values.some(isNothing),
    });
  }
  return found;
}

/** True where the answers are no two results, or two whose status differs: then how they are written differs too. */
export function differAsWholes({ a, b }: Both<Evidence>): boolean {
  const [one, other] = [digestOf(a.reading, a.contract), digestOf(b.reading, b.contract)];
  return wholes(one, other, { a, b }).length > 0;
}

function wholes(one: AnswerDigest, other: AnswerDigest, { a, b }: Both<Evidence>): readonly AnswerDifference[] {
  if (one.kind === 'records' && other.kind === 'records') return [];
  const [mine, its] = [inWords(one, a), inWords(other, b)];
  if (mine === its) return [];
  return [{ ...difference('answer', `${mine} → ${its}`, null), a: mine, b: its, whole: true }];
}

function inWords(digest: AnswerDigest, { reading: { exchange } }: Evidence): string {
  if (digest.kind === 'records') return 'a result';
  if (digest.kind === 'status') return `status ${digest.status} without a result`;
  // The message may name an address, which always differs.
  return `no answer (${exchange.outcome.kind === 'trouble' ? exchange.outcome.trouble.kind : 'none'})`;
}

function difference(subject: string, change: string, location: string | null) {
  return { kind: 'data', subject, change, location: location === '' ? null : location, level: null } as const;
}

/** `[1].Categories[2].Name` of a Part: `Part.Categories[].Name`. */
function fieldOf(location: string, record: string): string {
  return `${record}${location.replace(/^\[\d+\]/, '').replaceAll(/\[\d+\]/g, '[]')}`;
}

/** In which way a value differs, alike for values that differ alike. */
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

function textOf(value: Decoded | undefined, at: string): string {
  if (value === undefined || value === '') return 'nothing';
  if (value === null) return 'nil';
  const noun = at === '' ? 'record' : 'item';
  if (Array.isArray(value)) return value.length === 1 ? `1 ${noun}` : `${value.length} ${noun}s`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
