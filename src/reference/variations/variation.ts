import type { Cell, Content } from '../../contract/model.ts';
import type { Observable } from '../defects/cells.ts';
import { type Hooks, rowsOf } from '../defects/defect.ts';

/** A server that is right but different: no rule may object to it. */
export interface Variation {
  readonly id: string;
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

export type VariationChange = Pick<Variation, 'cells' | 'hides' | 'empties' | 'hooks'>;

/** Variations by id and what they do. @param why - they may */
export function table(
  why: string,
  rows: Readonly<Record<`${string}: ${string}.`, VariationChange>>,
): readonly Variation[] {
  return rowsOf(rows).map((row) => ({ why, ...row }));
}
