import { present } from '../../base/present.ts';
import { type Check, checkOf } from '../../rules/check.ts';
import { admits, type Evidence } from '../../rules/evidence.ts';
import { brokenTraits } from '../../rules/request/trait-registry.ts';
import type { Rule } from '../../rules/rule.ts';
import { difference, digestOf } from '../../rules/same-answer.ts';
import type { Ask, Trial, TrialJudgement } from '../../rules/trial.ts';
import { requestOf } from '../../wire/soap/request-of.ts';
import { stepFor } from '../send/caches.ts';
import { answersFor, type CellAnswers } from './answer-calls.ts';
import { type CellContext, contextOf, maskedBetween } from './cell-context.ts';
import { type CheckOutcome, judgedBy, notApplicable, unjudged } from './check-outcome.ts';
import { peersOf, sendOrders } from './compare-bindings.ts';
import { isSentIn, SENT_ELSEWHERE } from './probe-cell.ts';

/** What the checks of a rule say of a cell, in their order, until one is broken. */
export async function judgeRule(rule: Rule, seen: CellAnswers, at: CellContext): Promise<CheckOutcome> {
  const givenUp = at.ownClient.givenUp();
  // Without any answer, no rule has anything to judge.
  if (givenUp !== null && seen.planned.length === 0)
    return unjudged('inconclusive', { code: 'given-up', text: givenUp });
  let decided: CheckOutcome | null = null;
  for (const check of rule.checks) {
    const outcome = await judgeCheck(rule, check, seen, at);
    if (outcome?.verdict === 'fail') return { ...outcome, judged: outcome.judged + (decided?.judged ?? 0) };
    // Why one check does not apply matters only where no other one judges anything.
    if (decided === null || (decided.verdict === 'not-applicable' && outcome?.verdict === 'pass')) decided = outcome;
  }
  return decided ?? notApplicable();
}

/** What a check says; null if it says nothing of this cell, or if what it says belongs to an earlier check. */
async function judgeCheck(rule: Rule, check: Check, seen: CellAnswers, at: CellContext): Promise<CheckOutcome | null> {
  switch (check.kind) {
    case 'experiment':
    case 'description':
      return seen.compared.get(rule) ?? null;
    case 'trial':
      return runTrial(check, rule, seen, at);
    case 'cell':
      // Judged with the single answers.
      if (checkOf(rule, 'answer') !== undefined) return null;
  }
  const { cell, judge, plan } = at;
  return { ...judge.judgeCell(rule, answersFor(rule, seen, at), cell, plan.pools.lists), shown: null };
}

/** What a trial shows in a cell; null for nothing beyond the rule's other checks. */
async function runTrial(trial: Trial, rule: Rule, seen: CellAnswers, at: CellContext): Promise<CheckOutcome | null> {
  const { cell, contract, plan } = at;
  if (trial.isShared && !isSentIn(at, {})) return unjudged('not-applicable', SENT_ELSEWHERE);
  // Data is not missing where a request is read wrongly.
  const broken = trial.sees === 'answers' ? brokenTraits(seen.compared.values()) : new Set();
  const further = seen.further();
  const all = answersFor(rule, seen, at).filter((evidence) => {
    const { traits = [] } = further.get(evidence)?.sent?.probe ?? {};
    return admits(trial.sees, evidence) && !traits.some(({ id }) => broken.has(id));
  });
  const evidence = { all, cell, contract, unused: plan.options.unused, lists: plan.pools.lists ?? [] };
  return probedBy(await trial.run(evidence, askOf(at)), at);
}

/** Whether an answer still depends on the call of another caller; null where the trial can't tell. */
export async function runTrialAgain(
  trial: Trial,
  { answer, before, than }: Readonly<Record<'answer' | 'before', Evidence> & { than: Evidence | null }>,
  at: CellContext,
) {
  const judgement = await trial.again?.(answer, before, than, askOf(at));
  return judgement === undefined ? null : probedBy(judgement, at);
}

function probedBy(judgement: TrialJudgement, { cell }: CellContext): CheckOutcome | null {
  if (judgement.kind === 'inconclusive') return unjudged('inconclusive', judgement.reason);
  if (judgement.kind === 'not-applicable')
    return judgement.reason === undefined ? null : unjudged('not-applicable', judgement.reason);
  const { evidence, problem, before, times } = judgement;
  if (evidence === null || problem === null) return judgedBy(1, []);
  const { call, reading } = evidence;
  const shown = { call, request: requestOf(call, cell), exchange: reading.exchange, problems: [problem] as const };
  return judgedBy(1, [{ ...shown, ...present({ before, times }) }]);
}

/** What a trial may ask of a cell. */
function askOf(at: CellContext): Ask {
  const { cell, contract, judge, ownClient, plan, caches } = at;
  const peers = new Map(peersOf(cell, plan.options).map((peer) => [peer.binding, contextOf(at, peer)]));
  const again: Ask['again'] = async ({ call, expectation }, binding) => {
    const context = (binding && peers.get(binding)) ?? at;
    const exchange = await context.ownClient.again(call);
    return judge.read({ call, expectation, exchange, isPlanned: false }, context.cell, true);
  };
  const isSingle = plan.options.limits.concurrency === 1;
  return {
    cell,
    again,
    together: isSingle ? null : (calls) => Promise.all(calls.map((call) => again(call))),
    peers: [...peers.keys()],
    orders: () => sendOrders([at, ...peers.values()]),
    inTurn: ownClient.inTurn,
    isUnsteady: ({ call, reading }) => {
      const digest = digestOf(reading, contract);
      const others = ownClient.answersTo(call).filter((exchange) => exchange !== reading.exchange);
      return others.some((other) => difference(digest, digestOf(judge.parse(other, cell), contract)) !== null);
    },
    masked: () => maskedBetween(at),
    isGivenUp: () => ownClient.givenUp() !== null,
    mayWait: caches.areUnawaited !== true,
    outlastCaches: async ({ reading }, why) => {
      const step = stepFor([reading.exchange], true, caches);
      if (typeof step !== 'string') await caches.forget(why);
      return step !== 'leave-open';
    },
    noteLasting: () => caches.noteEnd(false),
  };
}
