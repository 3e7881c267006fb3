import type { BindingName, Cell, Contract } from '../../contract/model.ts';
import type { Mutation } from '../mutation.ts';
import { both, everywhere, type Observable } from './cells.ts';

/** Where a defect is switched on; null means every operation or binding. */
export interface CellFilter {
  readonly operation: string | null;
  readonly binding: BindingName | null;
}

/** What a defect changes on the way from request to response. */
export type Hooks = Omit<Mutation, 'applies'>;

/** A deliberate fault of the reference server. */
export interface Defect {
  readonly id: string;
  readonly title: string;
  /** Ids of the rules that must find it; no others may. */
  readonly foundBy: readonly string[];
  readonly cells: Observable;
  /** True where only rare values of parameters trigger it; the quick profile need not send them. */
  readonly rare?: true;
  /** Other cells that it changes too: it shows in what a run does with the values that it learns there. */
  readonly lists?: Observable;
  /** It shows only in the answers to what observers send. */
  readonly observed?: true;
  /** The outcome of the rules that find it, if not 'fail'. */
  readonly verdict?: 'inconclusive';
  /** True where it breaks only a recommended part of a rule that finds it and has such parts. */
  readonly recommended?: (cell: Cell, contract: Contract, rule: string) => boolean;
  /** Rules that may object too: whether they do depends on the calls of a run. */
  readonly besides?: readonly string[];
  /** Found by chance: in at least so many of so many runs that differ in their seed. */
  readonly chance?: { readonly profile: 'standard' | 'thorough'; readonly runs: number; readonly found: number };
  /** No answer comes, or none to its end: a client waits as long as it is told to. */
  readonly unanswered?: true;
  readonly hooks: Hooks;
}

/** What a defect does and where, as makers of edits return it. */
export type Effect = Omit<Defect, 'id' | 'title' | 'foundBy' | 'recommended' | 'besides'>;

export function changes(cells: Observable, hooks: Hooks): Effect {
  return { cells, hooks };
}

export function rareChanges(cells: Observable, hooks: Hooks): Effect {
  return { cells, rare: true, hooks };
}

/** An effect that is confined to some of its cells. */
export function where<Seen extends { readonly cells: Observable }>(cells: Observable, effect: Seen): Seen {
  return { ...effect, cells: both(cells, effect.cells) };
}

/** Effects on different hooks as one, where the first can be seen. */
export function together(first: Effect, ...others: readonly Effect[]): Effect {
  return { ...first, hooks: Object.assign({}, first.hooks, ...others.map(({ hooks }) => hooks)) };
}

/** An effect after which the rules that find it have nothing to judge. */
export function inconclusive(effect: Effect): Effect {
  return { ...effect, verdict: 'inconclusive' };
}

/** An effect that keeps a client waiting. */
export function unanswered(effect: Effect): Effect {
  return { ...inconclusive(effect), unanswered: true };
}

/** An effect that only some runs find. */
export function byChance(chance: NonNullable<Defect['chance']>, effect: Effect): Effect {
  return { ...effect, chance };
}

/** Rules that find a defect; where a run sends the request of a client that shows it, request.personas does too. */
export function orPersonas(...foundBy: Defect['foundBy']): Finders {
  return { foundBy, besides: ['request.personas'] };
}

/** Rules that find a defect; where an answer repeats a text that shows it, request.text-fidelity does too. */
export function orFidelity({ besides = [], ...finders }: Finders): Finders {
  return { ...finders, besides: [...besides, 'request.text-fidelity'] };
}

/** Rules of which a defect breaks only a recommended part in these cells. @param others - that find it too */
export function recommended(rules: Defect['foundBy'], cells = everywhere, others: Defect['foundBy'] = []): Finders {
  return {
    foundBy: [...others, ...rules],
    recommended: (cell, contract, rule) => rules.includes(rule) && cells(cell, contract),
  };
}

type Finders = Pick<Defect, 'foundBy' | 'recommended' | 'besides'>;

/** Defects by id and what they do. @param foundBy - rules, whose clauses and standards they break */
export function table(
  foundBy: Defect['foundBy'] | Finders,
  rows: Readonly<Record<`${string}: ${string}.`, Effect>>,
): readonly Defect[] {
  const finders = 'foundBy' in foundBy ? foundBy : { foundBy };
  return rowsOf(rows).map((row) => ({ ...finders, ...row }));
}

/** The rows of a table, `id: what the server does.`, with these two apart. */
export function rowsOf<Row>(rows: Readonly<Record<string, Row>>) {
  return Object.entries(rows).map(([says, row]) => {
    const [id = ''] = says.split(': ', 1);
    return { id, title: says.slice(id.length + 2), ...row };
  });
}
