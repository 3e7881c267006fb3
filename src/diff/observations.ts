import { observers } from '../engine/observe/observers.ts';
import { grouped } from '../results/group-by.ts';
import type { Fingerprint, Observation } from '../results/observation.ts';
import { cameAndWent } from './coverage.ts';
import type { CellRef, Change, Diff, ObservationGroup } from './model.ts';
import { distinctCells } from './transitions.ts';

/** What the server does differently where the document is silent; equal changes are one entry. */
export function observations(old: readonly Observation[], now: readonly Observation[]): Diff['observations'] {
  const before = new Map(old.map((one) => [one.id, one]));
  const changed = now.flatMap((observation) => {
    const other = before.get(observation.id);
    const changes = other === undefined ? [] : fingerprintChanges(other.fingerprint, observation.fingerprint);
    return changes.length === 0 ? [] : [{ observation, changes }];
  });
  const unchanged = (all: readonly Observation[]) => groups(all.map((observation) => ({ observation, changes: [] })));
  return { changed: groups(changed), ...cameAndWent(old, now, ({ id }) => id, unchanged) };
}

type Changed = { readonly observation: Observation; readonly changes: readonly Change[] };

function groups(all: readonly Changed[]): readonly ObservationGroup[] {
  return grouped(all, ({ observation, changes }) => JSON.stringify([observation.probe, changes]))
    .map((group) => {
      const [{ observation, changes }] = group;
      return {
        probe: observation.probe,
        title: observers.find(({ id }) => id === observation.probe)?.title ?? null,
        changes,
        ids: group.map((one) => one.observation.id),
        cells: distinctCells(group.flatMap((one) => cellOf(one.observation))),
      };
    })
    .toSorted((a, b) => b.ids.length - a.ids.length);
}

function cellOf({ operation, binding }: Observation): readonly CellRef[] {
  return operation === null || binding === null ? [] : [{ operation, binding }];
}

/** A missing key and a null one both say that there is no such thing. */
function fingerprintChanges(old: Fingerprint, now: Fingerprint): readonly Change[] {
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((what) => ({ what, old: said(old[what]), new: said(now[what]) }))
    .filter((change) => change.old !== change.new);
}

function said(value: Fingerprint[string] | undefined): string {
  return value === null || value === undefined ? 'none' : String(value);
}
