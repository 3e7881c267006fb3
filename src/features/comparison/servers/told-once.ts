import { grouped } from '../../../base/group-by.ts';
import { placeName } from '../pairs.ts';
import { keyOf } from './difference.ts';
import type { DifferenceGroup } from './groups.ts';

/** What is told of a difference beside the one that it has its cause with. */
export type AlikeDifference = Pick<DifferenceGroup, 'kind' | 'subject' | 'change' | 'level' | 'a' | 'b'>;

/** A difference as it is told: the gravest of its cause, in the cells of all. */
export interface ToldDifference extends Omit<DifferenceGroup, 'cause'> {
  readonly alike?: readonly AlikeDifference[];
}

/** Differences of one cause as one. @param differences - the gravest first */
export function toldOnce(differences: readonly DifferenceGroup[]): readonly ToldDifference[] {
  return grouped(differences, (one) => one.cause ?? keyOf(one)).map((all) => {
    const [{ cause: _grouped, ...first }, ...others] = all;
    if (others.length === 0) return first;
    const cells = grouped(
      all.flatMap((one) => one.cells),
      placeName,
    ).map((same) => ({
      ...same[0],
      calls: Math.max(...same.map(({ calls }) => calls)),
      names: [...new Set(same.flatMap(({ names }) => names))],
    }));
    const alike = others.map(({ kind, subject, change, level, a, b }) => ({ kind, subject, change, level, a, b }));
    return { ...first, cells, alike };
  });
}
