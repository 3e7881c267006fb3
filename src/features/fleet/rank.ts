import type { EndedTarget, Standing } from './ended.ts';

/** The order of the table, as every view says it. */
export const ORDER =
  'Order: conformant, inconclusive, non-conformant; then runs of everything before runs of a selection; ' +
  'then fewer required findings, fewer recommended findings, more cells passed. Equal targets share a place. ' +
  'Times do not count. A target has no place if it has no verdict or its run was cut short.';

/** Standings from first to last; those after `non-conformant` say nothing about the server. */
export const standings: readonly Standing[] = [
  'conformant',
  'inconclusive',
  'non-conformant',
  'unreachable',
  'error',
  'not-run',
];

type Unplaced = EndedTarget['target'];

/** Without a place: no verdict on the target, or its run was cut short. */
export type TargetReport = ReturnType<typeof ranked>[number];

/** The targets by place; equal ones stay in their order and share a place. */
export function ranked(targets: readonly Unplaced[]) {
  let [before, first] = [targets[0], 0];
  return targets.toSorted(compared).map((target, at) => {
    if (before === undefined || at === 0 || compared(before, target) !== 0) first = at + 1;
    before = target;
    return { place: saysSomething(target) && !isCutShort(target) ? first : null, ...target };
  });
}

export function isCutShort(target: Unplaced): boolean {
  return saysSomething(target) && target.result?.incomplete === true;
}

export function isSelection({ options: { operations, bindings, rules } }: Unplaced): boolean {
  return [operations, bindings, rules].some((names) => names !== null);
}

/** The standing is a verdict on the target. */
export function saysSomething({ standing }: Unplaced): boolean {
  return standing === 'conformant' || standing === 'inconclusive' || standing === 'non-conformant';
}

function compared(a: Unplaced, b: Unplaced): number {
  const [first, second] = [criteria(a), criteria(b)];
  const apart = first.map((value, index) => value - (second[index] ?? 0));
  return apart.find((difference) => difference !== 0) ?? 0;
}

/** What decides, from the first to the last; less is better. */
function criteria(target: Unplaced): readonly number[] {
  const { standing, result } = target;
  // Those cut short are listed after all that have a place: more could be known about them.
  const apart = isCutShort(target) ? 2 : saysSomething(target) ? 1 : 3;
  const first = [apart, standings.indexOf(standing), isSelection(target) ? 1 : 0];
  if (result === null) return [...first, 0, 0, 0];
  const { findings, cells } = result;
  return [...first, findings.required, findings.recommended, -cells.pass];
}

/** Exit codes, worst first: suite failed, wrong usage, unreachable, not conformant, evidence missing, all well. */
const worstFirst: readonly number[] = [5, 2, 4, 1, 3, 0];

/** Evidence is missing. */
const NOT_RUN = 3;

export function fleetExitCode(targets: readonly Pick<TargetReport, 'exitCode'>[]): number {
  const codes = new Set(targets.map(({ exitCode }) => exitCode ?? NOT_RUN));
  return worstFirst.find((code) => codes.has(code)) ?? 5;
}
