import type { Counterexample } from '../../results/record/finding.ts';
import { isRead } from '../../rules/request/same-answer-rule.ts';
import { type Comparing, type Evidence, LESSER } from '../../rules/rule.ts';
import { difference, digestOf } from '../../rules/same-answer.ts';
import { headerValue } from '../../wire/http/exchange.ts';
import { callKey } from '../../wire/soap/call.ts';
import { requestOf } from '../../wire/soap/request-of.ts';
import { stepFor } from '../send/caches.ts';
import { type CellContext, contextOf } from './cell-context.ts';
import { peersOf } from './compare-bindings.ts';
import { isBroken, maskedBetween } from './confirm.ts';

/** How many calls with different answers are sent again, and how many times. */
const MOST_CALLS = 2;
const TIMES = 3;

/** How often all bindings get such a call each time; the first time less often if none is wrong. */
const ROUNDS = 9;
const CALM_ROUNDS = 3;

/** So many wrong answers each time: a fault of all bindings that is as frequent would show in the others too. */
const ENOUGH = 3;

/** From 1 to 3 answers of the cell in a round. Its multiples have no period, unlike servers that take turns. */
export const GOLDEN_RATIO = 1.618;

/** What a cell answers wrongly at times, by a rule that compares bindings. @param planned - the cell's own calls */
export async function atTimes(comparing: Comparing, planned: readonly Evidence[], at: CellContext) {
  const { cell, plan, caches } = at;
  if (!isRead(cell) || caches.areUnawaited) return null;
  const peers = peersOf(cell, plan.options, comparing).map((peer) => contextOf(at, peer));
  for (const one of planned.filter((each) => isUnsteady(each, at)).slice(0, MOST_CALLS)) {
    const shown = await at.ownClient.inTurn(one.call, () => eachTime(comparing, one, at, peers));
    if (shown !== null) return shown;
  }
  return null;
}

/** Whether equal requests of a call were answered differently. */
export function isUnsteady(first: Evidence, { cell, judge, ownClient, contract }: CellContext): boolean {
  const key = callKey(first.call);
  return ownClient.answers().some(({ call, sent, exchange }) => {
    if (sent !== null || exchange === first.reading.exchange || callKey(call) !== key) return false;
    return difference(digestOf(first.reading, contract), digestOf(judge.parse(exchange, cell), contract)) !== null;
  });
}

/** An answer that is wrong among steady ones each time, also when caches have no earlier answer any more. */
async function eachTime(comparing: Comparing, planned: Evidence, at: CellContext, peers: readonly CellContext[]) {
  let shown: Counterexample | null = null;
  for (let time = 1; time <= TIMES; time += 1) {
    shown = await amongSteady(comparing, planned, at, peers, time);
    if (time > 1) at.caches.noteEnd(false);
    if (shown === null) return null;
    const step = time === 1 ? stepFor([planned.reading.exchange], true, at.caches) : 'report';
    if (step === 'leave-open') return null;
    if (step !== 'report') await at.caches.forget('as only one binding answers equal reads differently at times');
  }
  return shown;
}

/**
 * An answer that is wrong, with a right one between it and another wrong one, while the peers get the same each time: two
 * servers that take turns, and data that changes, show in all bindings.
 */
async function amongSteady(
  comparing: Comparing,
  planned: Evidence,
  at: CellContext,
  peers: readonly CellContext[],
  time: number,
): Promise<Counterexample | null> {
  const { call, expectation } = planned;
  const again = async ({ cell, judge, ownClient }: CellContext): Promise<Evidence> => {
    const exchange = await ownClient.again(call);
    return judge.read({ call, expectation, exchange }, cell, true);
  };
  const steady: Evidence[] = [];
  const wrong: (Pick<Counterexample, 'exchange' | 'problems'> | null)[] = [];
  for (let round = time * ROUNDS; round < (time + 1) * ROUNDS; round += 1) {
    const isCalm = time === 1 && round === ROUNDS + CALM_ROUNDS && wrong.every((one) => one === null);
    if (isCalm) return null;
    const own: Evidence[] = [];
    while (own.length <= Math.floor(round * GOLDEN_RATIO) % 3) own.push(await again(at));
    const others: Evidence[] = [];
    for (const peer of peers) others.push(await again(peer));
    if (steady.length === 0) steady.push(...others);
    const isSteady = others.every((one, place) => isSame(one, steady[place]));
    const all = [...own, ...others];
    if (!isSteady || !all.every(({ reading }) => reading.success) || !own.every(isItsOwn)) return null;
    for (const one of own) {
      const problems = comparing.judge(one, others, maskedBetween(at));
      wrong.push(isBroken(problems) ? { exchange: one.reading.exchange, problems } : null);
    }
  }
  const all = wrong.filter((one) => one !== null);
  const [first] = all;
  const last = all.at(-1);
  if (first === undefined || last === undefined || all.length < ENOUGH) return null;
  const isBetween = wrong.slice(wrong.indexOf(first), wrong.indexOf(last)).includes(null);
  if (!isBetween) return null;
  const [problem] = first.problems;
  const times = { broken: all.length, of: wrong.length };
  return {
    call,
    request: requestOf(call, at.cell),
    exchange: first.exchange,
    problems: [{ ...problem, ...LESSER }],
    times,
  };
}

const isSame = (one: Evidence, other: Evidence | undefined): boolean =>
  other !== undefined &&
  difference(digestOf(other.reading, other.contract), digestOf(one.reading, one.contract)) === null;

/** False for an answer of GET that a shared cache may hold: these can be of different ages (RFC 9111, section 3). */
function isItsOwn({ reading: { cell, response } }: Evidence): boolean {
  const { headers = [] } = response ?? {};
  const isPrivate = /\b(?:private|no-store|no-cache)\b/i.test(headerValue(headers, 'cache-control') ?? '');
  return cell.binding !== 'http-get' || (isPrivate && headerValue(headers, 'age') === undefined);
}
