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

/** A deliberate fault of the reference server. */
export interface Defect {
  readonly id: string;
  readonly title: string;
  /** The clause it breaks (an id of specs/requirements.json; `records.*.fields` is that of its record), or a standard's section. */
  readonly requirement: string;
  /** Ids of the rules that must find it; no others may. */
  readonly foundBy: readonly string[];
  readonly cells: Observable;
  /** True where only rare values of parameters trigger it; the quick profile need not send them. */
  readonly rare?: true;
  /** Other cells that it changes too: it shows in what a run does with the values that it learns there. */
  readonly lists?: Observable;
  /** The outcome of the rules that find it, if not 'fail'. */
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

/** An effect after which the rules that find it have nothing to judge. */
export function inconclusive(effect: Effect): Effect {
  return { ...effect, verdict: 'inconclusive' };
}

/** One defect of a table; last, the requirement and the rules that find it, if they are not the table's. */
type Row = readonly [title: string, effect: Effect, own?: string | Partial<Pick<Defect, 'requirement' | 'foundBy'>>];

/** @param foundBy - ids of rules @param requirement - what the defects break */
export function table(foundBy: Defect['foundBy'], requirement: string, rows: Readonly<Record<string, Row>>) {
  return Object.entries(rows).map(([id, [title, effect, own = {}]]): Defect => {
    return { id, title, requirement, foundBy, ...(typeof own === 'string' ? { requirement: own } : own), ...effect };
  });
}
