import type { Decoded } from '../bindings/records.ts';

/** What two lists of records differ in that no single value shows: their order, or what one side marks nil. */
export interface Note {
  /** As in `[1].Categories`; '' for the records themselves. */
  readonly at: string;
  readonly change: string;
  readonly values: readonly [a: Decoded | undefined, b: Decoded | undefined];
}

/** B's records, those of its lists that hold A's items in another order put into A's order, each with a note. */
export interface Aligned {
  readonly records: readonly Decoded[];
  readonly notes: readonly Note[];
}

/**
 * Puts the lists of B into the order of A's where they hold equal items, so that a changed order is one difference and
 * not one in every field. It also notes what only one side marks nil: the rules let it pass, a client misses it.
 */
export function alignedLists(a: readonly Decoded[], b: readonly Decoded[]): Aligned {
  const notes: Note[] = [];
  const records = alignedList(a, b, '', notes);
  return { records, notes };
}

function aligned(a: Decoded | undefined, b: Decoded | undefined, at: string, notes: Note[]): Decoded | undefined {
  if (a === null && hasContent(b)) notes.push({ at, change: 'nil in A alone', values: [a, b] });
  if (b === null && hasContent(a)) notes.push({ at, change: 'nil in B alone', values: [a, b] });
  if (isList(a) && isList(b)) return alignedList(a, b, at, notes);
  if (!isRecord(a) || !isRecord(b)) return b;
  const fields = Object.entries(b).map(([name, value]) => [name, aligned(a[name], value, `${at}.${name}`, notes)]);
  return Object.fromEntries(fields);
}

function alignedList(a: readonly Decoded[], b: readonly Decoded[], at: string, notes: Note[]): readonly Decoded[] {
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

/** Equal for items that say the same: absent and empty do. */
function keyOf(item: Decoded): string {
  return JSON.stringify(item, (_name, value) => (hasContent(value) || value === null ? value : undefined)) ?? '';
}

function hasContent(value: Decoded | undefined): boolean {
  if (value === undefined || value === null) return false;
  return isRecord(value) || value.length > 0;
}

function isList(value: Decoded | undefined): value is readonly Decoded[] {
  return Array.isArray(value);
}

function isRecord(value: Decoded | undefined): value is Readonly<Record<string, Decoded>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
