import { groupBy, grouped } from '../../../base/group-by.ts';
import { nearest } from '../../../base/nearest.ts';
import { defaultNamespace, loadContract } from '../../../contract/load.ts';
import {
  type AcceptedDifference,
  type AcceptedDifferenceEntry,
  entryName,
  type KnownFailures,
} from '../../../options/known-failures.ts';
import {
  type EntryVerdict,
  entryState,
  operationNames,
  staleIn,
  unknownCell,
  unknownName,
} from '../../../results/baseline.ts';
import { type Place, placeName } from '../pairs.ts';
import type { ComparedServers } from './compare-servers.ts';
import { kinds } from './difference.ts';
import type { DifferenceGroup } from './groups.ts';
import { kindIn } from './names.ts';
import { type AlikeDifference, type ToldDifference, toldOnce } from './one-cause.ts';

/** What accepted differences are held against: all that was found, and what could have been. */
type FoundDifferences = Pick<
  ComparedServers,
  'cells' | 'unstable' | 'dropped' | 'unobserved' | 'incomplete' | 'identity'
> & {
  readonly differences: readonly ToldDifference[];
  readonly kinds: readonly string[];
  readonly shadow?: object;
};

/**
 * The state of each accepted difference after a comparison. What could not be looked for changes nothing. @param
 * operations - the names of all; null if they are not known
 */
export function judgeAccepted(
  { file, differences = [] }: KnownFailures,
  held: FoundDifferences,
  day: string,
  operations: readonly string[] | null,
) {
  const found = new Set(held.differences.flatMap(namedIn).map(entryName));
  const verdictOf = (entry: AcceptedDifferenceEntry): EntryVerdict => {
    if (found.has(entryName(entry))) return 'fail';
    if (absence(entry, operations) !== null) return 'nothing';
    return isLookedFor(entry, held) ? 'pass' : 'not-judged';
  };
  return { file, entries: differences.map((one) => ({ ...one, state: entryState(one, verdictOf(one), day) })) };
}

export type AcceptedBaseline = ReturnType<typeof judgeAccepted>;

/** A difference in each of its cells, by each of its names there. */
export function namedIn({ cells }: Pick<DifferenceGroup, 'cells'>) {
  return cells.flatMap(({ names, ...cell }) => names.map((difference) => ({ ...cell, difference })));
}

type NamedInCell = ReturnType<typeof namedIn>[number];

/** Whether a difference would have been found if it were there. */
function isLookedFor({ difference, operation, binding }: AcceptedDifference, held: FoundDifferences): boolean {
  const { cells, differences, unstable, identity } = held;
  // Clients choose what they read.
  if (held.incomplete || held.dropped > 0 || held.shadow !== undefined) return false;
  const kind = kindIn(difference);
  const isHere = (place: Place): boolean => placeName(place) === placeName({ operation, binding });
  const varies = ({ kind: its, subject, cells: where }: FoundDifferences['unstable'][number]): boolean =>
    difference.startsWith(`${its} ${subject}`) && where.some(isHere);
  if (!held.kinds.includes(kind) || unstable.some(varies)) return false;
  if (kind === 'wsdl') {
    const isRead = identity.a.wsdlSha256 !== null && identity.b.wsdlSha256 !== null;
    return isRead && !differences.some(({ subject }) => subject === 'WSDL');
  }
  const cell = cells.find(isHere);
  if (kind === 'observations') return held.unobserved === 0 && (operation === null || cell !== undefined);
  const isHiding = ({ alike = [], ...one }: ToldDifference): boolean =>
    [one, ...alike].some((each) => hides(each, difference));
  const hiding = differences.filter(isHiding).flatMap((one) => one.cells.filter(isHere));
  const hidden = hiding.reduce((sum, { calls }) => sum + calls, 0);
  return (cell?.state === 'same' || cell?.state === 'different') && (hidden === 0 || hidden < cell.withData);
}

/** What is not compared where answers say different things. */
const OF_EQUAL_DATA = /^(?:form|spelling) (?:elements|other texts|other bytes|where namespaces are declared)\b/;

/** Whether a difference, of a whole answer or list, leaves nothing to compare of what has this name. */
function hides({ kind, subject }: AlikeDifference, name: string): boolean {
  if (kind !== 'data') return false;
  const isOfList = name.startsWith(`data ${subject}.`) || name.startsWith(`data ${subject}[`);
  return subject === 'answer' || isOfList || OF_EQUAL_DATA.test(name);
}

/** That a line names a kind or a cell that does not exist; null if it does not. */
function absence(
  { difference, operation, binding }: AcceptedDifference,
  operations: readonly string[] | null,
): string | null {
  const kind = kindIn(difference);
  const unknown = unknownName('kind of difference', kind, kinds);
  if (unknown !== null) return unknown;
  if (operation !== null && binding !== null) return unknownCell({ operation, binding }, operations);
  const isOfEndpoint = kind === 'wsdl' || kind === 'observations';
  return isOfEndpoint ? null : 'such differences are in cells; give the line an operation and a binding';
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
