import { cellName } from '../../../contract/cell-name.ts';
import type { Observation } from '../../../results/observation.ts';
import type { InCell } from '../../../results/outcome.ts';
import type { Coverage, Results } from '../../../results/results.ts';
import { observers } from '../../../rules/observers/observers.ts';
import { type Both, both, type ChangedObservation, comparedObservations, overCells, paired } from '../pairs.ts';
import { cellNames } from './transitions.ts';

/** What only one of the runs has, grouped. */
export function groupsCameAndWent<T, G>(
  items: Both<readonly T[]>,
  keyOf: (item: T) => string,
  group: (items: readonly T[]) => readonly G[],
) {
  const { came, went } = paired(items, keyOf);
  return { came: group(came), went: group(went) };
}

/** Fields that are seen in only one of the runs, in cells that both ran. */
export function fields(runs: Both<Results>) {
  const ran = both((side) => cellNames(runs[side]));
  const isInBoth = (field: InCell): boolean => ran.a.has(cellName(field)) && ran.b.has(cellName(field));
  const seen = both((side) => runs[side].coverage.fields.filter((field) => field.seen && isInBoth(field)));
  const keyOf = (field: Coverage['fields'][number]): string => `${cellName(field)} ${field.path}`;
  return groupsCameAndWent(seen, keyOf, (some) =>
    overCells(some, ({ path }) => path).map(({ first: { path }, all, cells }) => ({
      path,
      /** A conformant run must have seen it in one of these cells at least. */
      needed: all.some(({ needed }) => needed),
      cells,
    })),
  );
}

/** What the server does differently where the document is silent; equal changes are one entry. */
export function observations(observed: Both<readonly Observation[]>) {
  const changed = comparedObservations(observed).filter(({ changes }) => changes.length > 0);
  const unchanged = (all: readonly Observation[]) => groups(all.map((observation) => ({ observation, changes: [] })));
  return { changed: groups(changed), ...groupsCameAndWent(observed, ({ id }) => id, unchanged) };
}

function groups(all: readonly ChangedObservation[]) {
  const inPlaces = all.map(({ observation, changes }) => ({ ...observation, changes }));
  return overCells(inPlaces, ({ probe, changes }) => JSON.stringify([probe, changes]))
    .map(({ first: { probe, changes }, all: alike, cells }) => ({
      probe,
      /** Null if this version has no such observer. */
      title: observers.find(({ id }) => id === probe)?.title ?? null,
      changes,
      ids: alike.map(({ id }) => id),
      cells,
    }))
    .toSorted((a, b) => b.ids.length - a.ids.length);
}
