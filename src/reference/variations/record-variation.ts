import { both, everywhere } from '../defects/cells.ts';
import type { Effect, Observable } from '../defects/defect.ts';
import type { Pick } from '../defects/edit.ts';
import type { OutElement, OutNode } from '../wire/element.ts';
import { bearing } from './tree.ts';
import type { Variation } from './variation.ts';

/** Chooses the fields that a variation leaves without a value. */
export type Hides = NonNullable<Variation['hides']>;

/** A variation of records, seen where its effect is and, if given, `where` only. */
export function record(
  id: string,
  title: string,
  why: string,
  effect: Effect,
  where: Observable = everywhere,
  hides?: Hides,
): Variation {
  const variation = { id, title, why, hooks: effect.hooks, cells: both(where, effect.cells) };
  return hides === undefined ? variation : { ...variation, hides };
}

/** Makes an element nil, in one of the ways to say true. */
export const nil =
  (value: string) =>
  (one: OutElement): readonly OutNode[] => [{ ...bearing(one, { name: 'xsi:nil', value }), children: [] }];
/** Leaves an element out. */
export const gone = (): readonly OutNode[] => [];

/** Lists of any kind. */
export const isAnyList: Hides & Pick = ({ content }) => content.kind === 'list';
