import { cellName } from '../contract/cell-name.ts';
import { grouped } from '../report/group-by.ts';
import type { RecordedCall, RecordedExchange } from '../results/outcome.ts';
import { distinctCells, refOf } from './cell-ref.ts';
import type { Change, Wire } from './model.ts';
import { headTraits, resultTraits, type Trait, volatileHeaders } from './wire-traits.ts';

/** Values of one trait in one cell that are named; further ones are counted. */
const MOST_VALUES = 4;
const NONE = 'none';

/**
 * How answers to the same calls are written in either run: status line, header lines, declaration, layout, which elements
 * there are. None of it is judged here, and values of the data are not looked at.
 */
export function wire(old: readonly RecordedCall[], now: readonly RecordedCall[]): Wire {
  const before = new Map(old.map((one) => [callKey(one), one]));
  const pairs = now.flatMap((one) => {
    const other = before.get(callKey(one));
    return other === undefined ? [] : [{ cell: refOf(one), old: other.exchange, new: one.exchange }];
  });
  const volatile = volatileHeaders([old, now].map((all) => all.map(({ exchange }) => exchange)));
  const changes = grouped(pairs, ({ cell }) => cellName(cell)).flatMap((group) =>
    changedTraits(group, volatile).map((change) => ({ ...change, cell: group[0].cell })),
  );
  const alike = grouped(changes, (change) => JSON.stringify([change.what, change.old, change.new]));
  return {
    calls: pairs.length,
    changes: alike
      .map((group) => {
        const [{ what, old: from, new: to }] = group;
        return { what, old: from, new: to, cells: distinctCells(group.map(({ cell }) => cell)) };
      })
      .toSorted((a, b) => b.cells.length - a.cells.length),
  };
}

function callKey({ operation, binding, call, expectation }: RecordedCall): string {
  return JSON.stringify([operation, binding, expectation === 'sample', call]);
}

type Pair = { readonly old: RecordedExchange; readonly new: RecordedExchange };

/** Bodies are compared where both answers are results: a refusal has another body by its nature. */
function changedTraits(pairs: readonly Pair[], volatile: ReadonlySet<string>): readonly Change[] {
  const results = pairs.filter((pair) => isResult(pair.old) && isResult(pair.new));
  const traits = (run: 'old' | 'new'): ReadonlyMap<string, ReadonlySet<string>> =>
    valuesByTrait([
      ...pairs.flatMap((pair) => headTraits(pair[run], volatile)),
      ...results.flatMap((pair) => resultTraits(pair[run])),
    ]);
  const [before, after] = [traits('old'), traits('new')];
  const changes = [...new Set([...before.keys(), ...after.keys()])]
    .map((what) => ({ what, old: said(before.get(what)), new: said(after.get(what)) }))
    .filter((change) => change.old !== change.new);
  return changes.filter((change) => !changes.some((parent) => holds(parent, change)));
}

/** An element that came, went or is empty takes those in it along; they need no lines of their own. */
function holds(parent: Change, { what }: Change): boolean {
  return (
    [parent.old, parent.new].some((side) => side === NONE || side === 'empty') && what.startsWith(`${parent.what}/`)
  );
}

function isResult({ response }: RecordedExchange): boolean {
  return 'status' in response && response.status === 200;
}

function valuesByTrait(traits: readonly Trait[]): ReadonlyMap<string, ReadonlySet<string>> {
  const values = new Map<string, Set<string>>();
  for (const [what, value] of traits) values.set(what, (values.get(what) ?? new Set()).add(value));
  return values;
}

function said(values: ReadonlySet<string> | undefined): string {
  if (values === undefined) return NONE;
  const sorted = [...values].toSorted();
  const more = sorted.length - MOST_VALUES;
  return `${sorted.slice(0, MOST_VALUES).join(' or ')}${more > 0 ? ` or ${more} more` : ''}`;
}
