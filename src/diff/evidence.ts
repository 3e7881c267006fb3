import { cellName } from '../contract/cell-name.ts';
import { grouped } from '../report/group-by.ts';
import type { Results } from '../results/results.ts';
import { counts } from '../results/verdict.ts';
import type { Diff, EvidenceGroup, State } from './model.ts';
import { cellNames, distinctCells, isJudged, type Transition } from './transitions.ts';

/**
 * What was judged and is no longer, and the other way round. Rules of a cell that have one reason are one entry, and so
 * are cells that lost or gained the same. A rule that begins to fail is a new failure and no gain.
 */
export function evidence(
  all: readonly Transition[],
  { old, new: now, failOn }: { readonly old: Results; readonly new: Results; readonly failOn: Diff['failOn'] },
): Diff['evidence'] {
  const lost = all.filter(({ before, after }) => isJudged(before) && !isJudged(after));
  const gained = all.filter(({ before, after }) => !isJudged(before) && after === 'pass');
  const why = { now: reasons(now), before: reasons(old) };
  return {
    lost: groups(lost, failOn, (one) => why.now(one, one.after)),
    gained: groups(gained, failOn, (one) => why.before(one, one.before)),
  };
}

type Reason = (one: Transition, state: State) => string | null;

/** Why a run did not judge a rule in a cell. */
function reasons(results: Results): Reason {
  const said = new Map(results.inconclusive.map((one) => [`${one.rule}@${cellName(one)}`, one.reason]));
  const ran = cellNames(results);
  const broken = new Map(
    grouped(results.findings, cellName).map((group) => [cellName(group[0]), group.map(({ rule }) => rule)]),
  );
  const asked = new Set(results.cells.flatMap(({ rules }) => rules.map(({ rule }) => rule)));
  return ({ operation, binding, rule }, state) => {
    const cell = cellName({ operation, binding });
    if (state === 'absent') {
      if (!ran.has(cell)) return 'the cell is not in this run';
      return asked.has(rule) ? 'the rule has no outcome in this cell' : 'the rule is not in this run';
    }
    if (state === 'not-reached') {
      const failed = broken.get(cell);
      return failed === undefined ? null : `behind what fails there: ${failed.join(', ')}`;
    }
    if (state === 'skipped') return 'it was not called: without --include-writes nothing that changes state is';
    return said.get(`${rule}@${cell}`) ?? null;
  };
}

function groups(
  all: readonly Transition[],
  failOn: Diff['failOn'],
  reasonOf: (one: Transition) => string | null,
): readonly EvidenceGroup[] {
  const told = all.map((one) => ({ ...one, reason: reasonOf(one) }));
  // First the rules of a cell that share a reason, then the cells that share those rules.
  const inCells = grouped(told, (one) => JSON.stringify([cellName(one), stateKey(one)]));
  const gone = (one: (typeof told)[number]): boolean => one.reason === 'the cell is not in this run';
  const alike = grouped(inCells, (group) =>
    JSON.stringify([stateKey(group[0]), gone(group[0]) ? [] : group.map(({ rule }) => rule)]),
  );
  return alike
    .map((cells) => {
      const [[{ before, after, reason }]] = cells;
      const members = cells.flat();
      return {
        before,
        after,
        reason,
        counts: members.some((one) => counts(one, failOn)),
        rules: [...new Set(members.map(({ rule }) => rule))],
        cells: distinctCells(members),
      };
    })
    .toSorted((a, b) => Number(b.counts) - Number(a.counts) || b.cells.length - a.cells.length);
}

function stateKey({ before, after, reason }: { before: State; after: State; reason: string | null }): string {
  return JSON.stringify([before, after, reason]);
}
