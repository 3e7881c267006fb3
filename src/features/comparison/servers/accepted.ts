import { groupBy, grouped } from '../../../base/group-by.ts';
import { nearest } from '../../../base/nearest.ts';
import { defaultNamespace, loadContract } from '../../../contract/load.ts';
import { type AcceptedDifference, entryName } from '../../../options/known-failures.ts';
import { operationNames, staleIn } from '../../../results/baseline.ts';
import { placeName } from '../pairs.ts';
import type { DifferenceGroup } from './groups.ts';
import { type AcceptedBaseline, absence, type NamedInCell, namedIn } from './judge-accepted.ts';
import { type ToldDifference, toldOnce } from './told-once.ts';

/** The differences without what a baseline accepts, and this, with who answers for it. */
export function withoutAccepted(differences: readonly DifferenceGroup[], baseline: AcceptedBaseline | null) {
  const live = (baseline?.entries ?? []).filter(({ state }) => state === 'known');
  const byName = new Map(
    live.map(({ owner, reason, expires, ...one }) => [entryName(one), { owner, reason, expires }]),
  );
  const parts = differences.flatMap((whole) => {
    const named = namedIn(whole).map((one) => ({ ...one, accepted: byName.get(entryName(one)) }));
    return grouped(named, ({ accepted }) => JSON.stringify(accepted ?? null)).map((some) => ({
      accepted: some[0].accepted,
      // Its places are those of all its parts.
      part: some.length === named.length ? whole : { ...whole, ...partOf(some, whole) },
    }));
  });
  return {
    differences: toldOnce(parts.flatMap(({ part, accepted }) => (accepted === undefined ? [part] : []))),
    accepted: parts.flatMap(({ part: { cause: _alone, ...part }, accepted }) =>
      accepted === undefined ? [] : [{ ...part, accepted }],
    ),
  };
}

/** Cells and places of some of what a difference consists of. */
function partOf(some: readonly NamedInCell[], { cells, places }: DifferenceGroup) {
  const names = new Set(some.map(({ difference }) => difference));
  const left = cells.map((cell) => {
    const here = some.filter((one) => placeName(one) === placeName(cell));
    return { ...cell, names: here.map(({ difference }) => difference) };
  });
  const isOfParts = new Set(cells.flatMap((cell) => cell.names)).size > 1;
  return { cells: left.filter((cell) => cell.names.length > 0), places: isOfParts ? [...names] : places };
}

interface ComparedService {
  readonly suite: { readonly contractDigest: string };
  readonly options: { readonly operations: readonly string[] | null };
  readonly cells: readonly { readonly operation: string }[];
}

interface HeldComparison extends ComparedService {
  readonly baseline: AcceptedBaseline | null;
  /** Those that are not accepted. */
  readonly differences: readonly ToldDifference[];
}

/** The names of all operations of the service that was compared; null where only some of another one were. */
export function operationsIn({ suite, options, cells }: ComparedService): readonly string[] | null {
  const own = loadContract(defaultNamespace());
  if (suite.contractDigest === own.digest) return operationNames(own);
  return options.operations === null ? [...new Set(cells.map(({ operation }) => operation))] : null;
}

/** The lines of accepted differences that do not hold, each with what to do. */
export function staleDifferences(comparison: HeldComparison) {
  const { baseline, differences } = comparison;
  const operations = operationsIn(comparison);
  const cells = groupBy(differences.flatMap(namedIn), placeName);
  return staleIn(baseline, {
    passes: (entry) => `is no difference now; ${deletion(entry, cells.get(placeName(entry)) ?? [])}`,
    nothing: (entry) => `matches nothing: ${absence(entry, operations)}`,
    expired: ({ expires }) => `is still there after its last day, ${expires}; fix it or give the line a later day`,
  });
}

/** Differences of a cell among which the nearest is looked for. */
const MOST_NEAR = 30;

/** What to do with a line whose difference was not found: its name may be misspelt. */
function deletion(entry: AcceptedDifference, here: readonly NamedInCell[]): string {
  const names = here.map(({ difference }) => difference);
  const near = names.length > MOST_NEAR ? null : nearest(entry.difference, names);
  return near === null ? 'delete the line' : `delete the line, or correct it: the nearest one there is '${near}'`;
}
