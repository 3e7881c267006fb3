import { cellName } from '../contract/cell-name.ts';
import type { BindingName } from '../contract/model.ts';
import type { CellResult, Results } from '../results/results.ts';
import type { Level } from '../rules/rule.ts';
import type { CellRef, State } from './model.ts';

/** A rule in a cell, before and after. */
export interface Transition extends CellRef {
  readonly rule: string;
  /** As the new run has it, where it has it. */
  readonly level: Level;
  readonly before: State;
  readonly after: State;
}

type RuleIn = CellResult['rules'][number];

/** Every rule of every cell of both runs: the cells of the new run in its order, then those that are gone. */
export function transitions(old: Results, now: Results): readonly Transition[] {
  const oldCells = new Map(old.cells.map((cell) => [cellName(cell), cell]));
  const newNames = new Set(now.cells.map(cellName));
  return [
    ...now.cells.flatMap((cell) => ofCell(oldCells.get(cellName(cell)) ?? null, cell)),
    ...old.cells.filter((cell) => !newNames.has(cellName(cell))).flatMap((cell) => ofCell(cell, null)),
  ];
}

/** Pass or fail: it had something to judge. */
export function isJudged(state: State): boolean {
  return state === 'pass' || state === 'fail';
}

function ofCell(old: CellResult | null, now: CellResult | null): readonly Transition[] {
  const cell = now ?? old;
  if (cell === null) return [];
  const before = byRule(old);
  const after = byRule(now);
  return [...new Set([...after.keys(), ...before.keys()])].map((rule) => ({
    ...refOf(cell),
    rule,
    level: after.get(rule)?.level ?? before.get(rule)?.level ?? 'required',
    before: before.get(rule)?.verdict ?? 'absent',
    after: after.get(rule)?.verdict ?? 'absent',
  }));
}

function byRule(cell: CellResult | null): ReadonlyMap<string, RuleIn> {
  return new Map((cell?.rules ?? []).map((rule) => [rule.rule, rule]));
}

/** `record.field-order@Get_Inventory/soap12`: what a finding and a verdict have in common. */
export function findingKey(one: CellRef & { readonly rule: string }): string {
  return `${one.rule}@${cellName(one)}`;
}

/** The cell alone, without what else is known of it. */
export function refOf({ operation, binding }: { readonly operation: string; readonly binding: BindingName }): CellRef {
  return { operation, binding };
}

/** Each cell once, in the order first named. */
export function distinctCells(cells: readonly CellRef[]): readonly CellRef[] {
  return [...new Map(cells.map((cell) => [cellName(cell), refOf(cell)])).values()];
}

/** Names of the cells that a run has judged or skipped. */
export function cellNames({ cells }: Results): ReadonlySet<string> {
  return new Set(cells.map(cellName));
}
