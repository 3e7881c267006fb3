import { plural } from '../../base/words.ts';
import type { Cell } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import { type CellContext, contextOf } from '../../engine/cell/cell-context.ts';
import { type CheckOutcome, unjudged } from '../../engine/cell/check-outcome.ts';
import { type Comparer, compareBindings } from '../../engine/cell/compare-bindings.ts';
import { runTrialAgain } from '../../engine/cell/judge-rule.ts';
import { judgeByDescription, judgeDescription } from '../../engine/cell/observe-cell.ts';
import { probeCell } from '../../engine/cell/probe-cell.ts';
import type { Session } from '../../engine/cell/session.ts';
import { drawnFor } from '../../engine/plan/drawn-for.ts';
import { sharedCalls } from '../../engine/plan/plan-calls.ts';
import type { Finding } from '../../results/outcome.ts';
import type { Counterexample } from '../../results/record/finding.ts';
import { recordExchange } from '../../results/record/record-exchange.ts';
import { isUndescribed } from '../../results/record/recordings.ts';
import { checkOf, comparingOf, needsAllAnswers, probingOf } from '../../rules/check.ts';
import type { Problem, Reason } from '../../rules/judgement.ts';
import { expectationOfObserver, observedProbe } from '../../rules/observers/observers.ts';
import type { Probe } from '../../rules/probe.ts';
import { spelledProbe } from '../../rules/request/same-answer-rule.ts';
import { traitsNamed } from '../../rules/request/trait-registry.ts';
import type { Rule } from '../../rules/rule.ts';
import { rules } from '../../rules/rules.ts';
import type { Trial } from '../../rules/trial.ts';
import { wasNotSent } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import { requestOf } from '../../wire/soap/request-of.ts';

/** What a finding's call shows when it is sent again. All its texts are free of secrets. */
export type Replayed = Readonly<Awaited<ReturnType<typeof replayOnce>>>;

/** The call was not sent. */
const NOT_SENT = { verdict: 'skipped', reason: null, problems: [] } as const;

/**
 * Sends a finding's call again, with the variants that its rule needs, and judges the answers by that rule. Of one that
 * was broken at times right answers prove nothing, also if it is sent as often as then.
 */
export async function replayFinding(finding: Finding, rule: Rule, session: Session): Promise<Replayed> {
  const { times } = finding;
  let last = await replayOnce(finding, rule, session);
  // Bindings are compared by answers that are known.
  const most = comparingOf(rule) === undefined ? (times?.of ?? 1) : 1;
  for (let sent = 1; sent < most && last.verdict === 'pass'; sent += 1) last = await replayOnce(finding, rule, session);
  if (times === undefined || last.verdict !== 'pass') return last;
  const often = `${times.broken} of ${plural(times.of, 'answer')}`;
  const reason = `it was broken in ${often}, and right ones now may be chance: run the operation again`;
  return { ...last, verdict: 'inconclusive', reason };
}

async function replayOnce(finding: Finding, rule: Rule, session: Session) {
  const { contract, client, plan, redact } = session;
  const cell: Cell = { operation: operationNamed(contract, finding.operation), binding: finding.binding };
  const [outcome, sent] = await judgedAgain(finding, rule, contextOf(session, cell));
  const { shown } = outcome;
  const { request, exchange } = shown ?? sent;
  const { verdict, reason, problems } = wasNotSent(exchange)
    ? NOT_SENT
    : { ...outcome, problems: shown?.problems ?? [] };
  return {
    finding,
    verdict,
    /** Why it neither passes nor fails. */
    reason: reason?.text ?? null,
    problems: problems.map((problem) => redacted(problem, redact)),
    exchange: recordExchange(exchange, request, client, plan.baseUrl, redact, shown?.around),
    /** Why no answer came; null if one did. */
    trouble: exchange.outcome.kind === 'trouble' ? exchange.outcome.trouble : null,
  };
}

type ReplayedRequest = Pick<Counterexample, 'request' | 'exchange'>;

/** What the step of a run that judges the rule finds by the finding's call, and what was sent if that shows nothing. */
async function judgedAgain(
  finding: Finding,
  rule: Rule,
  at: CellContext,
): Promise<readonly [CheckOutcome, ReplayedRequest]> {
  const { call, before } = finding;
  const { cell, client, ownClient } = at;
  const plain = async (): Promise<ReplayedRequest> => {
    return { request: requestOf(call, cell), exchange: await ownClient.exchange(call) };
  };
  const description = checkOf(rule, 'description');
  if (description?.of === 'document') {
    const { exchange } = await at.wsdl();
    return [await judgeDescription(description.judge, at), { request: () => exchange.request, exchange }];
  }
  if (description?.of === 'answers') {
    const sent = await plain();
    const evidence = at.judge.read({ call, expectation: 'generated', exchange: sent.exchange }, cell, null);
    return [await judgeByDescription(description.judge, [evidence], at), sent];
  }
  const trial = checkOf(rule, 'trial');
  if (trial !== undefined && before !== undefined) return [await tryAgain(call, before, trial, at), await plain()];
  const probe = probeOf(finding, at);
  const request = probe?.request ?? requestOf(call, cell);
  const experiment = checkOf(rule, 'experiment');
  if (experiment === undefined) {
    const exchange = await client.send(cell, request(client.context));
    return [judgeAgain(finding, { request, exchange }, rule, at), { request, exchange }];
  }
  const { exchange } = await plain();
  const sent = { request, exchange };
  if (exchange.outcome.kind === 'trouble') return [unjudged('not-reached', NO_ANSWER), sent];
  if (experiment.sides === 'bindings') return [await compareAgain({ rule, comparing: experiment }, call, at), sent];
  const probing = probe === undefined ? experiment : { ...experiment, plan: () => [probe] };
  return [await probeCell({ rule, probing }, call, at), sent];
}

/** Tries again how the call and the one on which its answer depends are answered together. */
async function tryAgain(call: Call, before: NonNullable<Finding['before']>, trial: Trial, at: CellContext) {
  const read = async (sent: Call) => {
    const exchange = await at.ownClient.exchange(sent);
    return at.judge.read({ call: sent, expectation: 'generated', exchange }, at.cell, true);
  };
  const than = before.than === undefined ? null : await read(before.than);
  const again = await runTrialAgain(trial, { answer: await read(call), before: await read(before.call), than }, at);
  return again ?? unjudged('inconclusive', OF_MANY);
}

/** The variant of the call that shows a finding; undefined if the plain call does. */
function probeOf({ call, probe, spelling }: Finding, { cell, contract, plan }: CellContext): Probe | undefined {
  const traits = traitsNamed(spelling ?? []);
  const observed = probe && observedProbe(probe.rule, probe.code, cell, call, contract);
  if (observed !== undefined) return observed;
  if (spelling !== undefined && traits !== null) return spelledProbe(traits, cell, call);
  const sender = rules.find(({ id }) => id === probe?.rule);
  const probing = sender && probingOf(sender);
  const planned = probing?.plan(cell, call, contract, drawnFor(cell, plan)) ?? [];
  return planned.flatMap((one) => [one, ...(one.parts ?? [])]).find(({ code }) => code === probe?.code);
}

const OF_MANY: Reason = {
  code: 'nothing-to-judge',
  text:
    'it lies in several calls together, and this is one of them: ' +
    '`run <target> --rerun-failed <this file>` sends them all',
};

function judgeAgain(finding: Finding, sent: ReplayedRequest, rule: Rule, { cell, plan, judge }: CellContext) {
  const { call } = finding;
  const vouched = plan.options.samples.some((sample) => JSON.stringify(sample) === JSON.stringify(call));
  const expectation = isUndescribed(finding)
    ? expectationOfObserver(finding.probe?.rule)
    : vouched
      ? 'sample'
      : 'generated';
  const answered = { call, expectation, exchange: sent.exchange } as const;
  // A rule may be broken only where other calls of the cell are answered.
  const judgedIn = (answers200: boolean | null) =>
    judge.judgeCell(rule, [judge.read(answered, cell, answers200)], cell);
  const [alone, amongOthers] = [judgedIn(null), judgedIn(true)];
  const outcome = amongOthers.verdict === 'fail' && alone.verdict !== 'fail' ? amongOthers : alone;
  const { broken } = outcome;
  if (broken !== null) return { ...outcome, shown: { call, ...sent, problems: broken.problems } };
  const isOfMany = checkOf(rule, 'answer') === undefined && (outcome.verdict !== 'pass' || needsAllAnswers(rule));
  return isOfMany ? unjudged('inconclusive', OF_MANY) : { ...outcome, shown: null };
}

const NO_ANSWER: Reason = { code: 'not-comparable', text: 'the call has no answer to compare' };

/** Compares the bindings by only one call besides the base call. */
function compareAgain(comparer: Comparer, call: Call, { cell, ...session }: CellContext) {
  const options = { ...session.plan.options, samples: [call], profile: 'quick', runs: 0 } as const;
  const plan = { ...session.plan, options, pools: { values: {}, rows: [] } };
  const shared = (one: Cell) => sharedCalls(one, session.contract, plan);
  const at = contextOf({ ...session, plan, shared }, cell);
  return compareBindings(comparer, { shared: shared(cell), paired: [], base: null }, at);
}

function redacted({ code, text, location, expected, actual }: Problem, redact: (text: string) => string): Problem {
  const shown = { code: redact(code), text: redact(text), expected: redact(expected), actual: redact(actual) };
  return { ...shown, location: location === null ? null : redact(location) };
}
