import { groupBy, grouped } from '../../../base/group-by.ts';
import { cellName } from '../../../contract/cell-name.ts';
import type { RuleVerdict } from '../../../judge/rule-outcome.ts';
import { failureName } from '../../../options/known-failures.ts';
import type { InCell } from '../../../results/outcome.ts';
import type { CellResult, ResultOptions, Results } from '../../../results/results.ts';
import { counts } from '../../../results/verdict.ts';
import type { Level } from '../../../rules/rule.ts';
import { type Both, cellsOf, paired, refOf } from '../pairs.ts';

/** A rule's verdict in a cell; `absent`: the run has no such rule or cell. */
type RuleState = RuleVerdict | 'absent';

/** The lowest level that counts. */
export type FailOn = ResultOptions['failOn'];

export interface Transition extends InCell {
  readonly rule: string;
  /** From the new run, if it has it. */
  readonly level: Level;
  readonly before: RuleState;
  readonly after: RuleState;
}

/** Every rule of every cell of both runs: first the cells that both have. */
export function transitions({ a, b }: Both<Results>): readonly Transition[] {
  const { stayed, came, went } = paired({ a: a.cells, b: b.cells }, cellName);
  return [
    ...stayed.flatMap(ofCell),
    ...came.flatMap((cell) => ofCell({ a: { ...cell, rules: [] }, b: cell })),
    ...went.flatMap((cell) => ofCell({ a: cell, b: { ...cell, rules: [] } })),
  ];
}

function isJudged(state: RuleState): boolean {
  return state === 'pass' || state === 'fail';
}

function ofCell({ a, b }: Both<CellResult>): readonly Transition[] {
  const [before, after] = [byRule(a), byRule(b)];
  return [...new Set([...after.keys(), ...before.keys()])].map((rule) => ({
    ...refOf(b),
    rule,
    level: after.get(rule)?.level ?? before.get(rule)?.level ?? 'required',
    before: before.get(rule)?.verdict ?? 'absent',
    after: after.get(rule)?.verdict ?? 'absent',
  }));
}

function byRule({ rules }: CellResult): ReadonlyMap<string, CellResult['rules'][number]> {
  return new Map(rules.map((rule) => [rule.rule, rule]));
}

export function cellNames({ cells }: Results): ReadonlySet<string> {
  return new Set(cells.map(cellName));
}

/** What is no longer judged, and the reverse, by reason and cells. A rule that begins to fail is a new failure. */
export function evidence(all: readonly Transition[], { a, b }: Both<Results>, failOn: FailOn) {
  const lost = all.filter(({ before, after }) => isJudged(before) && !isJudged(after));
  const gained = all.filter(({ before, after }) => !isJudged(before) && after === 'pass');
  return { lost: groups(lost, failOn, b, 'after'), gained: groups(gained, failOn, a, 'before') };
}

function reasons(results: Results): (one: Transition, state: RuleState) => string | null {
  const said = new Map(results.inconclusive.map((one) => [failureName(one), one.reason]));
  const ran = cellNames(results);
  const broken = groupBy(results.findings, cellName);
  const inRun = new Set(results.cells.flatMap(({ rules }) => rules.map(({ rule }) => rule)));
  return ({ operation, binding, rule }, state) => {
    const cell = cellName({ operation, binding });
    if (state === 'absent') {
      if (!ran.has(cell)) return 'the cell is not in this run';
      return inRun.has(rule) ? 'the rule has no outcome in this cell' : 'the rule is not in this run';
    }
    if (state === 'not-reached') {
      const failed = broken.get(cell)?.map((one) => one.rule);
      return failed === undefined ? null : `blocked by what fails there: ${failed.join(', ')}`;
    }
    if (state === 'skipped') return 'it was not called: only --include-writes calls what changes state';
    return said.get(failureName({ operation, binding, rule })) ?? null;
  };
}

/** @param results - of the run that did not judge these */
function groups(all: readonly Transition[], failOn: FailOn, results: Results, when: 'before' | 'after') {
  const reasonOf = reasons(results);
  const told = all.map((one) => ({ ...one, reason: reasonOf(one, one[when]) }));
  const ran = cellNames(results);
  // First the rules of a cell that share a reason, then the cells that share those rules.
  const inCells = grouped(told, (one) => JSON.stringify([cellName(one), stateKey(one)]));
  const alike = grouped(inCells, (group) =>
    JSON.stringify([stateKey(group[0]), ran.has(cellName(group[0])) ? group.map(({ rule }) => rule) : []]),
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
        cells: cellsOf(members),
      };
    })
    .toSorted((a, b) => Number(b.counts) - Number(a.counts) || b.cells.length - a.cells.length);
}

function stateKey({ before, after, reason }: { before: RuleState; after: RuleState; reason: string | null }): string {
  return JSON.stringify([before, after, reason]);
}
