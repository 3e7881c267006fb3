import { grouped } from '../../base/group-by.ts';
import { cellName } from '../../contract/cell-name.ts';
import { fingerprintChanges, type Observation } from '../../results/observation.ts';
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

/** The items of two lists by their keys: those that both have, in the order of side b, what came and what went. */
export function paired<T>({ a, b }: Both<readonly T[]>, keyOf: (item: T) => string) {
  const olds = new Map(a.map((item) => [keyOf(item), item]));
  const news = new Set(b.map(keyOf));
  return {
    stayed: b.flatMap((item): readonly Both<T>[] => {
      const old = olds.get(keyOf(item));
      return old === undefined ? [] : [{ a: old, b: item }];
    }),
    came: b.filter((item) => !olds.has(keyOf(item))),
    went: a.filter((item) => !news.has(keyOf(item))),
  };
}

export interface ChangedObservation {
  readonly observation: Observation;
  /** The keys of the two fingerprints that do not agree. */
  readonly changes: ReturnType<typeof fingerprintChanges>;
}

/** What both sides observed, with what differs. */
export function comparedObservations(observed: Both<readonly Observation[]>): readonly ChangedObservation[] {
  return paired(observed, ({ id }) => id).stayed.map(({ a, b }) => {
    // What a WSDL says is compared as such.
    const isTold = ({ what }: { readonly what: string }): boolean => what !== 'shape' || b.probe !== 'observe.wsdl';
    return { observation: b, changes: fingerprintChanges(a.fingerprint, b.fingerprint).filter(isTold) };
  });
}

/** A cell; operation and binding are null for the endpoint itself. */
export type Place = Pick<Observation, 'operation' | 'binding'>;

/** A place as texts know it, also one that a file names. */
export function placeName({ operation, binding }: Readonly<Record<keyof Place, string | null>>): string {
  return `${operation}/${binding}`;
}

/** Each distinct cell once, without what else the items say, and without the endpoint. */
export function cellsOf(items: readonly Place[]): readonly InCell[] {
  const cells = items.flatMap(({ operation, binding }) =>
    operation === null || binding === null ? [] : [{ operation, binding }],
  );
  return [...new Map(cells.map((cell) => [cellName(cell), cell])).values()];
}

export function refOf({ operation, binding }: InCell): InCell {
  return { operation, binding };
}

/** Items that are alike as one: the first, all of them, and the cells that they are in. */
export function overCells<T extends Place>(items: readonly T[], keyOf: (item: T) => string) {
  return grouped(items, keyOf).map((all) => ({ first: all[0], all, cells: cellsOf(all) }));
}
