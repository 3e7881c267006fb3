import { cellName } from '../contract/cell-name.ts';
import type { Cell } from '../contract/model.ts';
import type { Edit } from './edit.ts';
import type { Objection } from './trial.ts';

/** Edits that one mechanism misses, or wrongly objects to. */
export interface Group {
  /** Kind of edit and place; for wrongly accused ones the rules too. */
  readonly name: string;
  count: number;
  readonly cells: Set<string>;
  /** What was done in the first. */
  readonly example: string;
}

/** What was made of all edits so far. */
export interface Tally {
  readonly note: (cell: Cell, edit: Pick<Edit, 'kind' | 'place' | 'detail'>, legalBy: string | null, found: readonly Objection[]) => void;
  readonly count: () => number;
  /** Predicate → how many are legal by it. */
  readonly legal: ReadonlyMap<string, number>;
  /** Kind of edit → how many. */
  readonly kinds: ReadonlyMap<string, number>;
  /** Rule → how many violations it objects to, and to how many alone. */
  readonly rules: ReadonlyMap<string, readonly [found: number, alone: number]>;
  /** Violations without a finding. */
  readonly survivors: ReadonlyMap<string, Group>;
  /** Legal edits with a required finding. */
  readonly accused: ReadonlyMap<string, Group>;
}

/** Counts edits. */
export function openTally(): Tally {
  const legal = new Map<string, number>();
  const kinds = new Map<string, number>();
  const rules = new Map<string, readonly [number, number]>();
  const survivors = new Map<string, Group>();
  const accused = new Map<string, Group>();
  let count = 0;
  const add = (groups: Map<string, Group>, name: string, cell: Cell, detail: string): void => {
    const example = `${cellName(cell)}: ${detail}`;
    const group = groups.get(name) ?? { name, count: 0, cells: new Set(), example };
    group.count += 1;
    group.cells.add(cellName(cell));
    groups.set(name, group);
  };
  return {
    note: (cell, { kind, place, detail }, legalBy, found) => {
      count += 1;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      const named = [...new Set(found.map(({ rule }) => rule))];
      if (legalBy !== null) {
        legal.set(legalBy, (legal.get(legalBy) ?? 0) + 1);
        const required = [...new Set(found.filter(({ level }) => level === 'required').map(({ rule }) => rule))];
        if (required.length > 0) add(accused, `${kind} of ${place}, legal by ${legalBy}: ${required}`, cell, detail);
        return;
      }
      for (const rule of named) {
        const [all, alone] = rules.get(rule) ?? [0, 0];
        rules.set(rule, [all + 1, alone + (named.length === 1 ? 1 : 0)]);
      }
      if (named.length === 0) add(survivors, `${kind} of ${place}`, cell, detail);
    },
    count: () => count,
    legal,
    kinds,
    rules,
    survivors,
    accused,
  };
}
