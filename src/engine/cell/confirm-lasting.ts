import type { RuleOutcome } from '../../judge/rule-outcome.ts';
import { comesBack, filled, isGone, isLess, type Shown } from '../../rules/data/lasting.ts';
import type { Evidence } from '../../rules/rule.ts';
import { requestOf } from '../../wire/soap/request-of.ts';
import type { CellContext } from './cell-context.ts';
import type { Probed } from './probed.ts';

/** How often a call is sent again: faults of one answer in 20 show twice. */
const MOST_AGAIN = 60;
/** So many answers that have no more show that the data has changed. */
const FEW = 8;

/**
 * Sends the call of an answer that lacks data again, one after the other: it is a finding where data comes and goes, and where
 * other calls have lost theirs too. Other data may have changed.
 */
export async function confirmLasting(
  first: RuleOutcome,
  all: readonly Evidence[],
  { cell, ownClient, contract, judge }: CellContext,
): Promise<Probed> {
  const odd = first.broken?.evidence;
  const found = odd && ((await sentOften(odd)) ?? (await lostBy(filled(all, cell, contract))));
  if (found == null) return { outcome: { ...first, verdict: 'pass' }, shown: null };
  const { evidence, problem } = found;
  const { call, reading } = evidence;
  const shown = { call, request: requestOf(call, cell), exchange: reading.exchange, problems: [problem] } as const;
  return { outcome: first, shown };

  async function sendAgain({ call, expectation }: Evidence): Promise<Evidence> {
    return judge.read({ call, expectation, exchange: await ownClient.again(call) }, cell, true);
  }

  async function sentOften(one: Evidence): Promise<Shown | null> {
    const again: Evidence[] = [];
    while (again.length < MOST_AGAIN && ownClient.givenUp() === null) {
      again.push(await sendAgain(one));
      const shown = comesBack(one, again);
      if (shown !== null) return shown;
      if (again.length === FEW && !again.some((other) => isLess(one, other))) return null;
    }
    return null;
  }

  async function lostBy(before: readonly Evidence[]): Promise<Shown | null> {
    const now: Evidence[] = [];
    for (const one of before) now.push(await sendAgain(one));
    return isGone(before, now);
  }
}
