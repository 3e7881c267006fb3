import {
  type AcceptedDifference,
  type AcceptedDifferenceEntry,
  entryName,
  type KnownFailures,
} from '../../../options/known-failures.ts';
import { type EntryVerdict, entryState, unknownCell, unknownName } from '../../../results/baseline.ts';
import { type Place, placeName } from '../pairs.ts';
import type { ComparedServers } from './compare-servers.ts';
import { kinds } from './difference.ts';
import type { DifferenceGroup } from './groups.ts';
import { kindIn } from './names.ts';
import type { AlikeDifference, ToldDifference } from './told-once.ts';

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
 * The state of each accepted difference after a comparison. What could not be looked for changes nothing. @param operations -
 * the names of all; null if they are not known
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

export type NamedInCell = ReturnType<typeof namedIn>[number];

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
export function absence(
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
