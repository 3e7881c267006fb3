import type { Cell, Content, Contract } from '../../contract/model.ts';
import type { Hooks, Observable } from '../defects/defect.ts';
import { mutation } from '../defects/defects.ts';
import type { Mutation } from '../mutation.ts';

/** A server that is right but different: no rule may object to it. */
export interface Variation {
  readonly id: string;
  /** One sentence: what the server does differently. */
  readonly title: string;
  /** Why it may: a clause of the document (an id of specs/requirements.json) or the section of a standard. */
  readonly why: string;
  readonly cells: Observable;
  /** The fields that it leaves without a value: only their coverage is then inconclusive, rightly. */
  readonly hides?: (field: { readonly content: Content }, cell: Cell) => boolean;
  /** Those fields are there and empty, so seen: only what is nested in them is hidden. */
  readonly empties?: true;
  readonly hooks: Hooks;
}

/** What a variation does and where. */
export type Change = Pick<Variation, 'cells' | 'hides' | 'empties' | 'hooks'>;

/** One variation of a table; without its own reason it has the table's. */
type Row = readonly [title: string, change: Change, why?: string];

/** Variations by their ids. */
export function table(why: string, rows: Readonly<Record<string, Row>>): readonly Variation[] {
  return Object.entries(rows).map(([id, [title, change, own = why]]) => ({ id, title, why: own, ...change }));
}

/** A variation for startReferenceServer, in all cells where it can be seen. */
export function variationMutation(variation: Variation, contract: Contract): Mutation {
  return mutation(variation, { operation: null, binding: null }, contract);
}
