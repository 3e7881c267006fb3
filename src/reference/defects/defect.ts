import type { BindingName, Cell, Contract } from '../../contract/model.ts';
import type { Mutation } from '../mutation.ts';

/** Where a defect is switched on; null means every operation or binding. */
export interface CellFilter {
  readonly operation: string | null;
  readonly binding: BindingName | null;
}

/** What a defect changes on the way from request to response. */
export type Hooks = Omit<Mutation, 'applies'>;

/** True for the cells in which a defect can be observed at all. */
export type Observable = (cell: Cell, contract: Contract) => boolean;

/** A deliberate fault of the reference server: the rules that name it in their `defects` must find it, and no others. */
export interface Defect {
  readonly id: string;
  readonly title: string;
  /** The clause it breaks (an id of specs/requirements.json; `records.*.fields` is that of its record), or a standard's section. */
  readonly requirement: string;
  readonly cells: Observable;
  /** True where only rare values of parameters trigger it; the quick profile need not send them. */
  readonly rare?: true;
  /** Other cells that it changes too: it shows in what a run does with the values that it learns there. */
  readonly lists?: Observable;
  /** The outcome of the rules that name it, if not 'fail'. */
  readonly verdict?: 'inconclusive';
  readonly hooks: Hooks;
}

/** What a defect does and where, as makers of edits return it. */
export type Effect = Pick<Defect, 'cells' | 'hooks' | 'rare' | 'lists' | 'verdict'>;

export function changes(cells: Observable, hooks: Hooks): Effect {
  return { cells, hooks };
}

export function rareChanges(cells: Observable, hooks: Hooks): Effect {
  return { cells, rare: true, hooks };
}

/** An effect after which the rules that name it have nothing to judge. */
export function inconclusive(effect: Effect): Effect {
  return { ...effect, verdict: 'inconclusive' };
}

/** One defect of a table; without a requirement it breaks the table's. */
type Row = readonly [title: string, effect: Effect, requirement?: string];

export function table(requirement: string, rows: Readonly<Record<string, Row>>): readonly Defect[] {
  return Object.entries(rows).map(([id, [title, effect, own = requirement]]) => {
    return { id, title, requirement: own, ...effect };
  });
}
