import { grouped } from '../../../base/group-by.ts';
import { nearest } from '../../../base/nearest.ts';
import {
  type AcceptedDifference,
  type AcceptedDifferenceEntry,
  entryName,
  type KnownFailures,
} from '../../../options/known-failures.ts';
import { type EntryVerdict, entryState, staleIn, unknownCell, unknownName } from '../../../results/baseline.ts';
import type { Place } from '../pairs.ts';
import type { ComparedServers } from './compare-servers.ts';
import { kinds } from './difference.ts';
import type { DifferenceGroup } from './groups.ts';
import { kindIn } from './names.ts';

/** What accepted differences are held against: all that was found, and what could have been. */
type Held = Pick<
  ComparedServers,
  'cells' | 'differences' | 'unstable' | 'dropped' | 'unobserved' | 'incomplete' | 'identity'
> & { readonly kinds: readonly string[]; readonly shadow?: object };

/** The state of each accepted difference after a comparison. What could not be looked for changes nothing. */
export function judgeAccepted({ file, differences = [] }: KnownFailures, held: Held, day: string) {
  const found = new Set(held.differences.flatMap(namedIn).map(entryName));
  const verdictOf = (entry: AcceptedDifferenceEntry): EntryVerdict => {
    if (absence(entry) !== null) return 'nothing';
    if (found.has(entryName(entry))) return 'fail';
    return isLookedFor(entry, held) ? 'pass' : 'not-judged';
  };
  return { file, entries: differences.map((one) => ({ ...one, state: entryState(one, verdictOf(one), day) })) };
}

type AcceptedBaseline = ReturnType<typeof judgeAccepted>;

/** A difference in each of its cells, by each of its names there. */
export function namedIn({ cells }: DifferenceGroup) {
  return cells.flatMap(({ names, ...cell }) => names.map((difference) => ({ ...cell, difference })));
}

function isAt(one: Place, { operation, binding }: Pick<AcceptedDifference, 'operation' | 'binding'>): boolean {
  return one.operation === operation && one.binding === binding;
}

/** Whether a difference would have been found if it were there. */
function isLookedFor({ difference, operation, binding }: AcceptedDifference, held: Held): boolean {
  const { cells, differences, unstable, identity } = held;
  // Clients choose what they read.
  if (held.incomplete || held.dropped > 0 || held.shadow !== undefined) return false;
  const kind = kindIn(difference);
  const isHere = (place: Place): boolean => isAt(place, { operation, binding });
  const varies = ({ kind: its, subject, cells: where }: Held['unstable'][number]): boolean =>
    difference.startsWith(`${its} ${subject}`) && where.some(isHere);
  if (!held.kinds.includes(kind) || unstable.some(varies)) return false;
  const isWhole = ({ subject }: DifferenceGroup): boolean => subject === 'WSDL' || subject === 'answer';
  const wholes = differences.filter(isWhole);
  if (kind === 'wsdl')
    return identity.a.wsdlSha256 !== null && identity.b.wsdlSha256 !== null && !wholes.some((one) => one.kind === kind);
  const cell = cells.find(isHere);
  if (kind === 'observations') return held.unobserved === 0 && (operation === null || cell !== undefined);
  // In answers that differ as wholes, nothing was compared.
  const hiding = wholes.flatMap((one) => one.cells.filter(isHere)).reduce((sum, { calls }) => sum + calls, 0);
  return (cell?.state === 'same' || cell?.state === 'different') && (hiding === 0 || hiding < cell.withData);
}

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
    differences: parts.flatMap(({ part, accepted }) => (accepted === undefined ? [part] : [])),
    accepted: parts.flatMap(({ part, accepted }) => (accepted === undefined ? [] : [{ ...part, accepted }])),
  };
}

/** Cells and places of some of what a difference consists of. */
function partOf(some: readonly ReturnType<typeof namedIn>[number][], { cells, places }: DifferenceGroup) {
  const names = new Set(some.map(({ difference }) => difference));
  const left = cells.map((cell) => {
    const here = some.filter((one) => isAt(one, cell));
    return { ...cell, names: here.map(({ difference }) => difference) };
  });
  const isOfParts = new Set(cells.flatMap((cell) => cell.names)).size > 1;
  return { cells: left.filter((cell) => cell.names.length > 0), places: isOfParts ? [...names] : places };
}

interface Judged {
  readonly baseline: AcceptedBaseline | null;
  /** Those that are not accepted. */
  readonly differences: readonly DifferenceGroup[];
}

/** The lines of accepted differences that do not hold, each with what to do. */
export function staleDifferences({ baseline, differences }: Judged) {
  return staleIn(baseline, (entry) => ({
    passes: `is no difference now; ${deletion(entry, differences)}`,
    nothing: `matches nothing: ${absence(entry)}`,
    expired: `is still there after its last day, ${entry.expires}; mend it or give the line a later day`,
  }));
}

/** What to do with a line whose difference was not found: its name may be misspelt. */
function deletion(entry: AcceptedDifference, differences: readonly DifferenceGroup[]): string {
  const here = differences.flatMap(namedIn).filter((one) => isAt(one, entry));
  const near = nearest(
    entry.difference,
    here.map(({ difference }) => difference),
  );
  return near === null ? 'delete the line' : `delete the line, or correct it: the nearest one there is '${near}'`;
}

/** That a line names a kind or a cell that does not exist; null if it does not. */
function absence({ difference, operation, binding }: AcceptedDifference): string | null {
  const kind = kindIn(difference);
  const unknown = unknownName('kind of difference', kind, kinds);
  if (unknown !== null) return unknown;
  if (operation !== null && binding !== null) return unknownCell({ operation, binding });
  const isOfEndpoint = kind === 'wsdl' || kind === 'observations';
  return isOfEndpoint ? null : 'such differences are in cells; give the line an operation and a binding';
}
