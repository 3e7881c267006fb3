import type { RuleOutcome } from '../../judge/rule-outcome.ts';
import type { CellCheck } from '../../rules/check.ts';
import { areRead, isUnfiltered } from '../../rules/data/lists.ts';
import type { Evidence } from '../../rules/evidence.ts';
import type { Rule } from '../../rules/rule.ts';
import { listedAgain } from '../plan/harvest.ts';
import type { CellContext } from './cell-context.ts';
import { confirmed } from './confirm.ts';

/**
 * What a rule says where it objects each time that the lists, and then the call that contradicts them, are sent again,
 * over its binding: binding.same-records judges what another one says.
 * Data may have changed meanwhile: another answer that contradicts the lists of now is older than they are.
 */
export async function confirmLists(
  rule: Rule,
  listsOf: NonNullable<CellCheck['lists']>,
  all: readonly Evidence[],
  first: RuleOutcome,
  at: CellContext,
): Promise<RuleOutcome> {
  const { cell, client, contract, judge, ownClient, plan } = at;
  const names = listsOf(cell, contract);
  const lists = plan.pools.lists?.filter(({ call }) => names.includes(call.operation)) ?? [];
  let [answers, latest] = [all, first];
  const sendAgain = async (): Promise<RuleOutcome> => {
    const odd = latest.broken?.evidence;
    const now = await listedAgain(lists, cell.binding, client, plan.options);
    if (odd === undefined) return latest;
    const anew = async (one: Evidence): Promise<Evidence> => {
      const exchange = await ownClient.again(one.call);
      const again = judge.read({ ...one, exchange }, cell, true);
      answers = answers.toSpliced(answers.indexOf(one), 1, again);
      return again;
    };
    // What a header filters is compared with the cell's own answer without a filter.
    const whole = odd.call.header && areRead(answers).find((one) => one !== odd && isWholeOf(one, odd));
    if (whole) await anew(whole);
    const again = await anew(odd);
    latest = judge.judgeCell(rule, answers, cell, now);
    for (let old = latest.broken?.evidence; old !== undefined && old !== again; old = latest.broken?.evidence) {
      const stale = old;
      answers = answers.filter((one) => one !== stale);
      latest = judge.judgeCell(rule, answers, cell, now);
    }
    return latest;
  };
  await confirmed(
    {
      rule: rule.id,
      first,
      judge: ({ broken }) => broken?.problems ?? [],
      repeat: sendAgain,
      results: ({ broken }) => (broken ? [broken.evidence.reading.exchange] : []),
    },
    at,
  );
  return latest;
}

/** The same question without a filter. */
function isWholeOf(one: Evidence, { call: { values } }: Evidence): boolean {
  return isUnfiltered(one) && Object.keys(values).every((name) => one.call.values[name] === values[name]);
}
