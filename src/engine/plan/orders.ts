import type { Comparing } from '../../rules/check.ts';
import type { Evidence } from '../../rules/evidence.ts';
import { everyBinding } from '../../rules/rule.ts';
import { changedFields, digestOf, type Masked } from '../../rules/same-answer.ts';
import type { CellContext } from '../cell/cell-context.ts';

/**
 * Sends the first two orders of some cells: the one that all get, then one with texts of its own in each, the other way
 * round. So neither stock that runs out nor servers that take turns look like a binding.
 */
export async function sendOrders(cells: readonly CellContext[]) {
  const inOrder = everyBinding.flatMap((binding) => cells.find(({ cell }) => cell.binding === binding) ?? []);
  const rounds: (readonly Evidence[])[] = [];
  for (const round of [inOrder.toReversed(), inOrder]) {
    const answered = new Map<CellContext, Evidence>();
    for (const at of round) {
      const { cell, judge, ownClient } = at;
      const order = at.shared(cell)[rounds.length];
      if (order === undefined || order.traits !== undefined) continue;
      const exchange = await ownClient.exchange(order.call);
      answered.set(at, judge.read({ ...order, exchange }, cell, true));
    }
    rounds.push(cells.flatMap((at) => answered.get(at) ?? []));
  }
  return rounds;
}

/** What a rule says of the first two orders of a cell, which are sent no more often than planned. */
export async function compareOrders(comparing: Comparing, cells: readonly CellContext[]) {
  const [first = [], second = []] = await sendOrders(cells);
  const changing = changingIn(first, second);
  return [first, second].flatMap(([own, ...peers]) => {
    if (own?.reading.cell.binding !== cells[0]?.cell.binding || own === undefined) return [];
    return [{ planned: own, judgement: comparing.judge(own, peers, new Set(), changing) }];
  });
}

/** The fields in which two orders of a cell are answered differently, of all cells; undefined if that can't be told. */
function changingIn(first: readonly Evidence[], second: readonly Evidence[]): Masked | undefined {
  const fields = first.map(({ contract, reading }) => {
    const other = second.find((one) => one.reading.cell.binding === reading.cell.binding);
    return other ? changedFields(digestOf(reading, contract), digestOf(other.reading, contract)) : null;
  });
  return fields.includes(null) ? undefined : new Set(fields.flatMap((some) => [...(some ?? [])]));
}
