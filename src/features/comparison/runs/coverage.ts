import { grouped } from '../../../base/group-by.ts';
import { cellName } from '../../../contract/cell-name.ts';
import { fingerprintChanges, type Observation } from '../../../results/observation.ts';
import type { Coverage, Results } from '../../../results/results.ts';
import { observers } from '../../../rules/observers/observers.ts';
import type { Change } from '../../../views/sections/section.ts';
import { cellNames, distinctCells } from './transitions.ts';

/** What only the new run has, and what only the old one has. */
export interface CameAndWent<T> {
  readonly came: readonly T[];
  readonly went: readonly T[];
}

export function onlyIn<T>(old: readonly T[], now: readonly T[], key: (item: T) => string): CameAndWent<T> {
  const before = new Set(old.map(key));
  const after = new Set(now.map(key));
  return {
    came: now.filter((item) => !before.has(key(item))),
    went: old.filter((item) => !after.has(key(item))),
  };
}

export function cameAndWent<T, G>(
  old: readonly T[],
  now: readonly T[],
  key: (item: T) => string,
  group: (items: readonly T[]) => readonly G[],
): CameAndWent<G> {
  const { came, went } = onlyIn(old, now, key);
  return { came: group(came), went: group(went) };
}

/** Fields that are seen in only one of the runs, in cells that both ran. */
export function fields(old: Results, now: Results) {
  const inBoth = both(old, now);
  const seen = ({ coverage }: Results) => coverage.fields.filter((field) => field.seen && inBoth(field));
  const key = (field: Coverage['fields'][number]): string => `${cellName(field)} ${field.path}`;
  return cameAndWent(seen(old), seen(now), key, (all) =>
    grouped(all, ({ path }) => path).map((group) => ({
      path: group[0].path,
      /** A conformant run must have seen it in one of these cells at least. */
      needed: group.some(({ needed }) => needed),
      cells: distinctCells(group),
    })),
  );
}

/** Values of the VehicleTypeHeader that only one of the runs sent, in cells that both ran. */
export function headerValues(old: Results, now: Results) {
  const inBoth = both(old, now);
  const sent = ({ coverage }: Results) => coverage.headerValues.filter(inBoth);
  const keyOf = ({ field, value }: Coverage['headerValues'][number]): string => JSON.stringify([field, value]);
  return cameAndWent(
    sent(old),
    sent(now),
    (one) => `${cellName(one)} ${keyOf(one)}`,
    (all) =>
      grouped(all, keyOf).map((group) => {
        const [{ field, value }] = group;
        return { field, value, cells: distinctCells(group) };
      }),
  );
}

function both(old: Results, now: Results): (one: Parameters<typeof cellName>[0]) => boolean {
  const [before, after] = [cellNames(old), cellNames(now)];
  return (one) => before.has(cellName(one)) && after.has(cellName(one));
}

export function requirements(old: Coverage, now: Coverage) {
  const before = new Map(old.requirements.map(({ id, verdict }) => [id, verdict]));
  const after = new Map(now.requirements.map(({ id, verdict }) => [id, verdict]));
  return [...new Set([...after.keys(), ...before.keys()])]
    .map((id) => ({ id, old: before.get(id) ?? 'absent', new: after.get(id) ?? 'absent' }))
    .filter((change) => change.old !== change.new);
}

/** What the server does differently where the document is silent; equal changes are one entry. */
export function observations(old: readonly Observation[], now: readonly Observation[]) {
  const before = new Map(old.map((one) => [one.id, one]));
  const changed = now.flatMap((observation) => {
    const other = before.get(observation.id);
    const changes = other === undefined ? [] : fingerprintChanges(other.fingerprint, observation.fingerprint);
    return changes.length === 0 ? [] : [{ observation, changes }];
  });
  const unchanged = (all: readonly Observation[]) => groups(all.map((observation) => ({ observation, changes: [] })));
  return { changed: groups(changed), ...cameAndWent(old, now, ({ id }) => id, unchanged) };
}

function groups(all: readonly { readonly observation: Observation; readonly changes: readonly Change[] }[]) {
  return grouped(all, ({ observation, changes }) => JSON.stringify([observation.probe, changes]))
    .map((group) => {
      const [{ observation, changes }] = group;
      const cells = group.flatMap(({ observation: { operation, binding } }) =>
        operation === null || binding === null ? [] : [{ operation, binding }],
      );
      return {
        probe: observation.probe,
        /** Null if this version has no such observer. */
        title: observers.find(({ id }) => id === observation.probe)?.title ?? null,
        changes,
        ids: group.map((one) => one.observation.id),
        cells: distinctCells(cells),
      };
    })
    .toSorted((a, b) => b.ids.length - a.ids.length);
}
