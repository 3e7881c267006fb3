import { grouped } from '../../base/group-by.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { InCell } from '../../results/outcome.ts';

export type Side = 'a' | 'b';

/** The same thing of two servers, or of two runs. `a`: the old one, which is trusted; `b`: the new one. */
export interface Both<T> {
  readonly a: T;
  readonly b: T;
}

export function both<T>(of: (side: Side) => T): Both<T> {
  return { a: of('a'), b: of('b') };
}

/** The items of two lists that have the same key, in the order of the second list. */
export function pairedBy<T>({ a, b }: Both<readonly T[]>, keyOf: (item: T) => string): readonly Both<T>[] {
  const others = new Map(a.map((item) => [keyOf(item), item]));
  return b.flatMap((item) => {
    const other = others.get(keyOf(item));
    return other === undefined ? [] : [{ a: other, b: item }];
  });
}

/** What only the new list has, and what only the old one has. */
export interface CameAndWent<T> {
  readonly came: readonly T[];
  readonly went: readonly T[];
}

export function cameAndWent<T>({ a, b }: Both<readonly T[]>, keyOf: (item: T) => string): CameAndWent<T> {
  const lacking = (items: readonly T[], others: readonly T[]): readonly T[] => {
    const keys = new Set(others.map(keyOf));
    return items.filter((item) => !keys.has(keyOf(item)));
  };
  return { came: lacking(b, a), went: lacking(a, b) };
}

/** Each distinct cell once, without what else the items say. */
export function cellsOf(items: readonly InCell[]): readonly InCell[] {
  return [...new Map(items.map((item) => [cellName(item), refOf(item)])).values()];
}

export function refOf({ operation, binding }: InCell): InCell {
  return { operation, binding };
}

/** Items that are alike as one: the first, all of them, and the cells that they are in. */
export function overCells<T extends InCell>(items: readonly T[], keyOf: (item: T) => string) {
  return grouped(items, keyOf).map((all) => ({ first: all[0], all, cells: cellsOf(all) }));
}
