import type { Cell } from '../contract/model.ts';
import type { RuleOutcome } from '../judging/judge.ts';
import type { Evidence, Rule } from '../rules/rule.ts';
import { confirmed } from './confirm.ts';
import { listedAgain } from './harvest.ts';
import type { Session } from './session.ts';

/**
 * What a rule says where it objects each time that the lists, and then the call that contradicts them, are sent again.
 * Data may have changed meanwhile: another answer that contradicts the lists of now is older than they are.
 */
export async function confirmLists(
  rule: Rule,
  all: readonly Evidence[],
  first: RuleOutcome,
  cell: Cell,
  session: Session,
) {
  const { client, contract, judge, plan } = session;
  const names = rule.listing?.(cell, contract) ?? [];
  const lists = plan.pools.lists?.filter(({ call }) => names.includes(call.operation)) ?? [];
  let [answers, latest] = [all, first];
  const sendAgain = async (): Promise<RuleOutcome> => {
    const odd = latest.broken?.evidence;
    const now = await listedAgain(lists, client, plan.options);
    if (odd === undefined) return latest;
    const exchange = await session.cellClient(cell).again(odd.call);
    const again = judge.read({ ...odd, exchange }, cell, true);
    answers = answers.toSpliced(answers.indexOf(odd), 1, again);
    latest = judge.judgeCell(rule, answers, cell, now);
    for (let old = latest.broken?.evidence; old !== undefined && old !== again; old = latest.broken?.evidence) {
      const stale = old;
      answers = answers.filter((one) => one !== stale);
      latest = judge.judgeCell(rule, answers, cell, now);
    }
    return latest;
  };
  await confirmed(first, ({ broken }) => broken?.problems ?? [], sendAgain);
  return latest;
}
