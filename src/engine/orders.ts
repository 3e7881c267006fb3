import type { Cell } from '../contract/model.ts';
import { type Comparing, type Evidence, everyBinding } from '../rules/rule.ts';
import { changedFields, digestOf, type Masked } from '../rules/same-answer.ts';
import { sharedCalls } from './plan-calls.ts';
import type { PlannedCall } from './planned-call.ts';
import type { Session } from './session.ts';

/** Orders that are compared: the one that all bindings get, and one with texts of its own in each. */
const COMPARED = 2;

/** An order and the answers of all cells to theirs, own first. */
interface Round {
  readonly planned: PlannedCall;
  readonly answers: readonly Evidence[];
}

/**
 * Sends the first two orders of a cell, the first of these, and of those that it is compared with. The second go the other
 * way round: neither stock that runs out nor servers that take turns look like a binding.
 */
export async function sendOrders(of: readonly Cell[], session: Session): Promise<readonly Round[]> {
  const { cellClient, contract, judge, plan } = session;
  const cells = of.map((cell) => ({ cell, calls: sharedCalls(cell, contract, plan).slice(0, COMPARED) }));
  const inOrder = everyBinding.flatMap((binding) => cells.find((one) => one.cell.binding === binding) ?? []);
  const rounds: Round[] = [];
  for (let at = 0; at < COMPARED; at += 1) {
    const answered = new Map<Cell, Evidence>();
    for (const one of at === 0 ? inOrder.toReversed() : inOrder) {
      const planned = one.calls[at];
      if (planned === undefined || planned.traits !== undefined) continue;
      const exchange = await cellClient(one.cell).exchange(planned.call);
      answered.set(one.cell, judge.read({ ...planned, exchange }, one.cell, true));
    }
    const [own] = cells;
    const planned = own?.calls[at];
    if (own === undefined || planned === undefined || !answered.has(own.cell)) break;
    rounds.push({ planned, answers: cells.flatMap(({ cell }) => answered.get(cell) ?? []) });
  }
  return rounds;
}

/** What a rule says of the first two orders of a cell, which are sent no more often than planned. */
export async function compareOrders(comparing: Comparing, of: readonly Cell[], session: Session) {
  const rounds = await sendOrders(of, session);
  const [first, second] = rounds;
  // Without a second answer nothing shows what changes.
  const changing = second && first && changingIn(first.answers, second.answers);
  return rounds.flatMap(({ planned, answers: [own, ...peers] }) =>
    own === undefined ? [] : [{ planned, judgement: comparing.judge(own, peers, new Set(), changing) }],
  );
}

/** The fields in which two orders of a cell are answered differently, of all cells; undefined if that can't be told. */
function changingIn(first: readonly Evidence[], second: readonly Evidence[]): Masked | undefined {
  const fields = new Set<string>();
  for (const { contract, reading } of first) {
    const other = second.find((one) => one.reading.cell.binding === reading.cell.binding);
    const changed = other && changedFields(digestOf(reading, contract), digestOf(other.reading, contract));
    if (changed == null) return undefined;
    for (const field of changed) fields.add(field);
  }
  return fields;
}
