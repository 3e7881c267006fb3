import type { Comparing } from '../../rules/check.ts';
import type { Evidence } from '../../rules/evidence.ts';
import type { Judgement, Problems, Reason } from '../../rules/judgement.ts';
import { DIFFERENCE } from '../../rules/policy.ts';
import { levelOf, type Rule } from '../../rules/rule.ts';
import { difference, digestOf } from '../../rules/same-answer.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { PlannedCall } from '../plan/planned-call.ts';
import type { CellContext } from './cell-context.ts';
import { confirmed, inOrder, isBroken, isKept, maskedBetween, noteChanges, UNSTABLE } from './confirm.ts';

export interface Comparer {
  readonly rule: Pick<Rule, 'id' | 'level'>;
  readonly comparing: Comparing;
}

/** A cell, then those that it is compared with. */
export type Cells = readonly [CellContext, ...CellContext[]];

/** The known answer of a cell to a call, sent once. */
export async function evidenceOf(planned: PlannedCall, { cell, judge, ownClient }: CellContext): Promise<Evidence> {
  return judge.read({ ...planned, exchange: await ownClient.exchange(planned.call) }, cell, true);
}

/**
 * Compares the answers of the first cell to a call with those of the others. @param shown - how many differences of each
 * kind were confirmed
 */
export async function compareCall(
  { rule, comparing }: Comparer,
  planned: PlannedCall,
  cells: Cells,
  shown: Map<string, number>,
): Promise<Judgement | Reason> {
  const [at] = cells;
  const { call } = planned;
  const answers = (): Promise<readonly Evidence[]> => Promise.all(cells.map((one) => evidenceOf(planned, one)));
  // Cells whose equal reads can't be compared; the others can.
  const unstable = new Set<number>();
  const judgeRound = ([own, ...others]: readonly Evidence[]): Judgement => {
    if (own === undefined) return 'not-applicable';
    const stable = others.filter((_peer, at) => !unstable.has(at + 1));
    return comparing.judge(own, stable, maskedBetween(at));
  };
  /** A difference, if more answers of the cell differ too: one server of several may be late, and answer it at times. */
  const besideMore = async (found: Problems, [, ...others]: readonly Evidence[]): Promise<Judgement | Reason> => {
    for (let times = 0; times < DIFFERENCE.beside; times += 1) {
      const exchange = await at.ownClient.again(call);
      const own = at.judge.read({ ...planned, exchange }, at.cell, true);
      if (!isBroken(judgeRound([own, ...others]))) return UNSTABLE;
    }
    return found;
  };
  const atFirst = judgeRound(await answers());
  if (!isBroken(atFirst)) return atFirst;
  const kind = `${atFirst[0].code} ${levelOf(rule, atFirst)}`;
  if ((shown.get(kind) ?? 0) >= DIFFERENCE.mostOfKind) return 'not-reached';
  return at.ownClient.inTurn(call, async () => {
    for (;;) {
      unstable.clear();
      const start = await answers();
      const isOfResults = start.every(({ reading }) => reading.success);
      let latest = start;
      const repeat = async (turn: number): Promise<readonly Evidence[] | null> => {
        const again = latest.slice();
        for (const place of await inOrder([...cells.keys()], turn, planned, at)) {
          const { cell, judge, ownClient } = cells[place] ?? at;
          const one = judge.read({ ...planned, exchange: await ownClient.again(call) }, cell, true);
          const isSame = noteChanges(start[place]?.reading ?? one.reading, one.reading, at);
          if (!isSame || (isOfResults && isKept(one.reading))) unstable.add(place);
          again[place] = one;
        }
        latest = again;
        return unstable.has(0) || unstable.size === cells.length - 1 ? null : latest;
      };
      const results = (round: readonly Evidence[]) =>
        isOfResults ? round.map(({ reading }) => reading.exchange) : null;
      const found = await confirmed({ rule: rule.id, first: start, judge: judgeRound, repeat, results }, at);
      const judgement = isBroken(found) && isOfResults ? await besideMore(found, latest) : found;
      if (isBroken(judgement)) {
        shown.set(kind, (shown.get(kind) ?? 0) + 1);
        return judgement;
      }
      const isSettled = await settleChanged(call, start, latest, cells);
      if (!isSettled || judgement !== UNSTABLE) return judgement;
    }
  });
}

/** Settles a call in the cells where its first answer did not come again. @returns whether it has another answer now */
async function settleChanged(call: Call, before: readonly Evidence[], after: readonly Evidence[], cells: Cells) {
  let isSettled = false;
  for (const [place, { contract, ownClient }] of cells.entries()) {
    const [was, is] = [before[place]?.reading, after[place]?.reading];
    if (!was || !is || difference(digestOf(was, contract), digestOf(is, contract)) === null) continue;
    if (await ownClient.settle(call, was.exchange)) isSettled = true;
  }
  return isSettled;
}
