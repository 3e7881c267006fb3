import type { LeagueTarget, Standing } from './league.ts';

/** The order of the table, as every view says it. */
export const ORDER =
  'Order: conformant, inconclusive, non-conformant; then runs that were not cut short; then fewer required findings, fewer recommended findings, more cells passed. Equal targets share a place. Times count for nothing; without a verdict there is no place.';

/** Standings from first to last; those after `non-conformant` say nothing of how a server behaves. */
export const standings: readonly Standing[] = [
  'conformant',
  'inconclusive',
  'non-conformant',
  'unreachable',
  'error',
  'not-run',
];

type Unplaced = Omit<LeagueTarget, 'place'>;

/** The targets by place; those that nothing tells apart stay in their order and share a place. */
export function ranked(targets: readonly Unplaced[]): readonly LeagueTarget[] {
  const sorted = targets.toSorted(compared);
  return sorted.map((target) => ({
    place: hasPlace(target) ? sorted.findIndex((other) => compared(other, target) === 0) + 1 : null,
    ...target,
  }));
}

/** Its run was ended early and not by its own fault, so that more could be known of it. */
export function isCutShort(target: Unplaced): boolean {
  return hasPlace(target) && target.result?.incomplete === true;
}

function hasPlace({ standing }: Unplaced): boolean {
  return standing === 'conformant' || standing === 'inconclusive' || standing === 'non-conformant';
}

function compared(a: Unplaced, b: Unplaced): number {
  const [first, second] = [criteria(a), criteria(b)];
  const apart = first.map((value, index) => value - (second[index] ?? 0));
  return apart.find((difference) => difference !== 0) ?? 0;
}

/** What decides, from the first to the last; less is better. */
function criteria({ standing, result }: Unplaced): readonly number[] {
  const place = standings.indexOf(standing);
  if (result === null) return [place, 1, 0, 0, 0];
  const { incomplete, findings, cells } = result;
  return [place, incomplete ? 1 : 0, findings.required, findings.recommended, -cells.pass];
}

/**
 * Exit codes, the worst first: where the suite failed its word is worth nothing; a list that is wrong; a server of which
 * nothing is known; a server that is known to be wrong; missing evidence; and all is well.
 */
export const worstFirst: readonly number[] = [5, 2, 4, 1, 3, 0];

/** Of a target that was not run: its evidence is missing. */
const NOT_RUN = 3;

/** The exit code of a fleet: the worst of its targets'. */
export function fleetExitCode(targets: readonly Pick<LeagueTarget, 'exitCode'>[]): number {
  const codes = new Set(targets.map(({ exitCode }) => exitCode ?? NOT_RUN));
  return worstFirst.find((code) => codes.has(code)) ?? 5;
}
