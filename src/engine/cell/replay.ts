import { plural } from '../../base/words.ts';
import type { Cell } from '../../contract/model.ts';
import { operationNamed } from '../../contract/operations.ts';
import type { RuleOutcome, RuleVerdict } from '../../judge/rule-outcome.ts';
import type { Finding, RecordedExchange } from '../../results/outcome.ts';
import type { Counterexample } from '../../results/record/finding.ts';
import { recordExchange } from '../../results/record/record-exchange.ts';
import { isUndescribed } from '../../results/record/recordings.ts';
import type { ByDescription } from '../../rules/check.ts';
import { checkOf, comparingOf, needsAllAnswers, probingOf } from '../../rules/check.ts';
import type { Problem, Reason } from '../../rules/judgement.ts';
import type { Probe } from '../../rules/probe.ts';
import { spelledProbe } from '../../rules/request/same-answer-rule.ts';
import { traitsNamed } from '../../rules/request/trait-registry.ts';
import type { Rule } from '../../rules/rule.ts';
import { rules } from '../../rules/rules.ts';
import type { Trial } from '../../rules/trial.ts';
import type { Describing } from '../../rules/wsdl/description.ts';
import type { Exchange, NetworkError } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import { type MakeRequest, requestOf } from '../../wire/soap/request-of.ts';
import { observedProbe } from '../observe/observe.ts';
import { drawnFor } from '../plan/drawn-for.ts';
import { sharedCalls } from '../plan/plan-calls.ts';
import { wasNotSent } from '../send/client.ts';
import { type CellContext, contextOf } from './cell-context.ts';
import { compareBindings } from './compare-bindings.ts';
import type { Comparer } from './compare-call.ts';
import { judgeByDescription, judgeDescription } from './judge-description.ts';
import { probeCell } from './probe-cell.ts';
import { unjudged } from './probed.ts';
import { runTrialAgain } from './run-trial.ts';
import type { Session } from './session.ts';

/** What a finding's call shows when it is sent again. All its texts are free of secrets. */
export interface Replayed {
  readonly finding: Finding;
  /** 'skipped': the call was not sent. */
  readonly verdict: RuleVerdict;
  /** Why it neither passes nor fails. */
  readonly reason: string | null;
  readonly problems: readonly Problem[];
  readonly exchange: RecordedExchange;
  /** Why no answer came; null if one did. */
  readonly trouble: NetworkError | null;
}

const NOT_SENT = { verdict: 'skipped', reason: null, problems: [] } as const;

/**
 * Sends a finding's call again, with the variants that its rule needs, and judges the answers by that rule. Of one that was
 * broken at times right answers prove nothing, also if it is sent as often as then.
 */
export async function replayFinding(finding: Finding, rule: Rule, session: Session): Promise<Replayed> {
  const { times } = finding;
  let last = await replayOnce(finding, rule, session);
  // Bindings are compared by answers that are known.
  const most = comparingOf(rule) === undefined ? (times?.of ?? 1) : 1;
  for (let sent = 1; sent < most && last.verdict === 'pass'; sent += 1) last = await replayOnce(finding, rule, session);
  if (times === undefined || last.verdict !== 'pass') return last;
  const reason = `it was broken in ${times.broken} of ${plural(times.of, 'answer')}, and right ones now may be chance: run the operation again`;
  return { ...last, verdict: 'inconclusive', reason };
}

async function replayOnce(finding: Finding, rule: Rule, session: Session): Promise<Replayed> {
  const { contract, client } = session;
  const { call } = finding;
  const cell: Cell = { operation: operationNamed(contract, finding.operation), binding: finding.binding };
  const at = contextOf(session, cell);
  const description = checkOf(rule, 'description');
  if (description?.of === 'document') return replayDescription(finding, description.judge, at);
  if (description?.of === 'answers') return replayByDescription(finding, description.judge, at);
  const trial = checkOf(rule, 'trial');
  if (trial !== undefined && finding.before !== undefined) return replayTrial(finding, finding.before, trial, at);
  const single = checkOf(rule, 'experiment') === undefined;
  const probe = probeOf(finding, at);
  const request = probe?.request ?? requestOf(call, cell);
  const answer = await (single ? client.send(cell, request(client.context)) : at.ownClient.exchange(call));
  const judged = single ? judgeAgain(finding, answer, rule, at) : await relateAgain(call, answer, probe, rule, at);
  const { request: sent, exchange } = judged.shown ?? { request, exchange: answer };
  return replayed(finding, judged, exchange, sent, at);
}

/** What is said of an answer, without secrets. @param around - of a long body, this place is kept */
function replayed(
  finding: Finding,
  judged: Judged,
  exchange: Exchange,
  request: MakeRequest,
  { client, plan, redact }: CellContext,
  around?: Counterexample['around'],
): Replayed {
  const { verdict, reason, problems } = wasNotSent(exchange) ? NOT_SENT : judged;
  return {
    finding,
    verdict,
    reason: reason?.text ?? null,
    problems: problems.map((problem) => redacted(problem, redact)),
    exchange: recordExchange(exchange, request, client, plan.baseUrl, redact, around),
    trouble: exchange.outcome.kind === 'trouble' ? exchange.outcome.trouble : null,
  };
}

/** Tries again how the call and the one on which its answer depends are answered together. */
async function replayTrial(
  finding: Finding,
  before: NonNullable<Finding['before']>,
  trial: Trial,
  at: CellContext,
): Promise<Replayed> {
  const { call } = finding;
  const read = async (sent: Call) => {
    const exchange = await at.ownClient.exchange(sent);
    return at.judge.read({ call: sent, expectation: 'generated', exchange }, at.cell, true);
  };
  const than = before.than === undefined ? null : await read(before.than);
  const probed = await runTrialAgain(trial, { answer: await read(call), before: await read(before.call), than }, at);
  const exchange = probed?.shown?.exchange ?? (await at.ownClient.exchange(call));
  const { outcome, shown } = probed ?? unjudged('inconclusive', OF_MANY);
  return replayed(finding, { ...outcome, problems: shown?.problems ?? [] }, exchange, requestOf(call, at.cell), at);
}

async function replayDescription(finding: Finding, describing: Describing, at: CellContext): Promise<Replayed> {
  const { outcome, shown } = await judgeDescription(describing, at);
  const exchange = shown?.exchange ?? (await at.wsdl()).exchange;
  const judged = { ...outcome, problems: shown?.problems ?? [] };
  return replayed(finding, judged, exchange, () => exchange.request, at, shown?.around);
}

/** Sends the call again, and compares its answer with the description. */
async function replayByDescription(finding: Finding, byDescription: ByDescription, at: CellContext): Promise<Replayed> {
  const { call } = finding;
  const exchange = await at.ownClient.exchange(call);
  const evidence = at.judge.read({ call, expectation: 'generated', exchange }, at.cell, null);
  const { outcome, shown } = await judgeByDescription(byDescription, [evidence], at);
  const judged = { ...outcome, problems: shown?.problems ?? [] };
  return replayed(finding, judged, exchange, requestOf(call, at.cell), at);
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

/** The new result of the rule, before secrets are taken out. `shown`: another exchange than the call's own. */
interface Judged extends Pick<RuleOutcome, 'verdict' | 'reason'> {
  readonly problems: readonly Problem[];
  readonly shown?: Counterexample | null;
}

const OF_MANY: Reason = {
  code: 'nothing-to-judge',
  text: 'it lies in several calls together, and this is one of them: `run <target> --rerun-failed <this file>` sends them all',
};

function judgeAgain(finding: Finding, exchange: Exchange, rule: Rule, { cell, plan, judge }: CellContext): Judged {
  const { call } = finding;
  const vouched = plan.options.samples.some((sample) => JSON.stringify(sample) === JSON.stringify(call));
  const expectation = isUndescribed(finding) ? 'undescribed' : vouched ? 'sample' : 'generated';
  const answered = { call, expectation, exchange } as const;
  // A rule may be broken only where other calls of the cell are answered.
  const judgedIn = (answers200: boolean | null) =>
    judge.judgeCell(rule, [judge.read(answered, cell, answers200)], cell);
  const [alone, amongOthers] = [judgedIn(null), judgedIn(true)];
  const { verdict, reason, broken } = amongOthers.verdict === 'fail' && alone.verdict !== 'fail' ? amongOthers : alone;
  const isOfMany =
    verdict !== 'fail' && checkOf(rule, 'answer') === undefined && (verdict !== 'pass' || needsAllAnswers(rule));
  if (isOfMany) return { verdict: 'inconclusive', reason: OF_MANY, problems: [] };
  return { verdict, reason, problems: broken?.problems ?? [] };
}

/** For the rules that need further requests: variants of the call, or the known one, or the call in other bindings. */
async function relateAgain(
  call: Call,
  { outcome: answer }: Exchange,
  probe: Probe | undefined,
  rule: Rule,
  at: CellContext,
): Promise<Judged> {
  const comparing = comparingOf(rule);
  const variants = probingOf(rule);
  const probing = variants && probe ? { ...variants, plan: () => [probe] } : variants;
  if (answer.kind === 'trouble') {
    const reason = { code: 'not-comparable', text: 'the call has no answer to compare' } as const;
    return { verdict: 'not-reached', reason, problems: [] };
  }
  const related =
    comparing === undefined
      ? probing && (await probeCell({ rule, probing }, call, at))
      : await compareAgain({ rule, comparing }, call, at);
  const { outcome, shown } = related ?? unjudged('inconclusive', NOTHING_COMPARED);
  return { ...outcome, problems: shown?.problems ?? [], shown };
}

const NOTHING_COMPARED: Reason = { code: 'nothing-to-judge', text: 'the rule compares no answers' };

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
