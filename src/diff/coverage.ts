import { cellName } from '../contract/cell-name.ts';
import { grouped } from '../results/group-by.ts';
import type { Coverage, Results } from '../results/results.ts';
import type { CameAndWent, Diff, FieldGroup, HeaderValueGroup, RequirementChange } from './model.ts';
import { cellNames, distinctCells } from './transitions.ts';

type FieldSeen = Coverage['fields'][number];

/** Fields that are seen in only one of the runs, in cells that both ran. */
export function fields(old: Results, now: Results): Diff['fields'] {
  const inBoth = both(old, now);
  const seen = ({ coverage }: Results): readonly FieldSeen[] =>
    coverage.fields.filter((field) => field.seen && inBoth(field));
  const key = (field: FieldSeen): string => `${cellName(field)} ${field.path}`;
  return cameAndWent(seen(old), seen(now), key, fieldGroups);
}

/** Values of the VehicleTypeHeader that only one of the runs sent, in cells that both ran. */
export function headerValues(old: Results, now: Results): Diff['headerValues'] {
  const inBoth = both(old, now);
  const sent = ({ coverage }: Results) => coverage.headerValues.filter(inBoth);
  const key = (one: Coverage['headerValues'][number]): string => JSON.stringify([cellName(one), one.field, one.value]);
  return cameAndWent(sent(old), sent(now), key, (all) =>
    grouped(all, ({ field, value }) => JSON.stringify([field, value])).map(
      (group): HeaderValueGroup => ({ field: group[0].field, value: group[0].value, cells: distinctCells(group) }),
    ),
  );
}

/** Clauses whose verdict changed. */
export function requirements(old: Coverage, now: Coverage): readonly RequirementChange[] {
  const before = new Map(old.requirements.map(({ id, verdict }) => [id, verdict]));
  const after = new Map(now.requirements.map(({ id, verdict }) => [id, verdict]));
  return [...new Set([...after.keys(), ...before.keys()])]
    .map((id) => ({ id, old: before.get(id) ?? 'absent', new: after.get(id) ?? 'absent' }))
    .filter((change) => change.old !== change.new);
}

/** What only one of two lists has. */
export function onlyIn<T>(old: readonly T[], now: readonly T[], key: (item: T) => string): CameAndWent<T> {
  const before = new Set(old.map(key));
  const after = new Set(now.map(key));
  return {
    came: now.filter((item) => !before.has(key(item))),
    went: old.filter((item) => !after.has(key(item))),
  };
}

/** What only one of two lists has, grouped. */
export function cameAndWent<T, G>(
  old: readonly T[],
  now: readonly T[],
  key: (item: T) => string,
  group: (items: readonly T[]) => readonly G[],
): CameAndWent<G> {
  const { came, went } = onlyIn(old, now, key);
  return { came: group(came), went: group(went) };
}

function fieldGroups(all: readonly FieldSeen[]): readonly FieldGroup[] {
  return grouped(all, ({ path }) => path).map((group) => ({
    path: group[0].path,
    needed: group.some(({ needed }) => needed),
    cells: distinctCells(group),
  }));
}

function both(old: Results, now: Results): (one: Parameters<typeof cellName>[0]) => boolean {
  const [before, after] = [cellNames(old), cellNames(now)];
  return (one) => before.has(cellName(one)) && after.has(cellName(one));
}
