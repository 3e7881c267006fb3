import { baseCall, furtherCalls } from '../../calls/calls.ts';
import type { CallSource } from '../../calls/pools.ts';
import { cellName } from '../../contract/cell-name.ts';
import type { Cell } from '../../contract/model.ts';
import { profileOf } from '../../options/model.ts';
import { exampleCall } from '../../options/values.ts';
import type { RecordedCall } from '../../results/outcome.ts';
import { lacksValues } from '../../rules/answer/coverage.ts';
import { moreListedCalls } from '../../rules/data/listed-accepted.ts';
import type { Evidence } from '../../rules/evidence.ts';
import { expectationOfObserver, observedProbe } from '../../rules/observers/observers.ts';
import type { Rule } from '../../rules/rule.ts';
import { isCounted } from '../../rules/rule-sets.ts';
import { isRefused } from '../../wire/http/exchange.ts';
import { isSoap } from '../../wire/soap/binding.ts';
import { type Call, callKey, free, withoutRepeats, withValue } from '../../wire/soap/call.ts';
import { type PlannedCall, planned } from '../plan/planned-call.ts';
import type { EarlyAnswer } from '../plan/run-plan.ts';
import { type AnsweredRequest, sendAll } from '../send/cell-client.ts';
import { type CellContext, contextOf } from './cell-context.ts';
import type { CheckOutcome } from './check-outcome.ts';
import { peersOf, sendOrders } from './compare-bindings.ts';

/** Further calls that a cell gets at most, for fields not yet seen with a value. */
export const MOST_FURTHER_CALLS = 24;

/** The answers of a cell to its planned calls, then to more as long as a field it could show has not been seen. */
export async function answerCalls(calls: readonly PlannedCall[], at: CellContext): Promise<Evidence[]> {
  const { plan, judge, cell, ownClient } = at;
  const { concurrency } = plan.options.limits;
  if (cell.operation.effect === 'write')
    await sendOrders([at, ...peersOf(cell, plan.options).map((peer) => contextOf(at, peer))]);
  if (plan.refused === true && cell.operation.effect === 'read') {
    const first = await sendAll(calls.slice(0, 1), cell, ownClient, 1);
    if (first.every(({ exchange }) => isRefused(exchange.outcome))) return [...judge.readAll(first, cell, null)];
  }
  // The other way round than when bindings are compared: of calls that a cache takes for one, each has another first
  // one. The first one goes second: what it lacks later was hidden by others.
  const [last, ...others] = calls.slice(1).toReversed();
  const order =
    cell.operation.effect === 'write' || last === undefined ? calls : [last, ...calls.slice(0, 1), ...others];
  const answered = await sendAll(order, cell, ownClient, concurrency);
  const placeOf = (sent: Pick<PlannedCall, 'call'>): number => calls.findIndex(({ call }) => call === sent.call);
  const inOrder = answered.toSorted((a, b) => placeOf(a) - placeOf(b));
  const all = [...judge.readAll(inOrder, cell, null)];
  const answers200 = all.some((evidence) => evidence.cellAnswers200);
  const left = stillMissing(all, at) ? unplannedCalls(calls, at.source) : [];
  for (let next = 0; next < left.length && stillMissing(all, at); next += concurrency) {
    const batch = left.slice(next, next + concurrency).map((call) => planned(call, at.source));
    all.push(...judge.readAll(await sendAll(batch, cell, ownClient, concurrency), cell, answers200));
  }
  const { contract } = at;
  const seen = { all, cell, contract, unused: plan.options.unused, lists: plan.pools.lists ?? [] };
  const listed = profileOf(plan.options).edges ? moreListedCalls(seen).map((call) => planned(call, at.source)) : [];
  all.push(...judge.readAll(await sendAll(listed, cell, ownClient, concurrency), cell, answers200));
  return all;
}

/** More calls can help only if the cell is read and answers at all. */
function stillMissing(all: readonly Evidence[], { cell, contract, plan }: CellContext): boolean {
  if (cell.operation.effect === 'write' || !all.some(({ cellAnswers200 }) => cellAnswers200)) return false;
  return lacksValues(all, cell, contract, plan.options.unused);
}

/** Calls that were not planned: examples of the document, then others of known values. */
export function unplannedCalls(planned: readonly PlannedCall[], source: CallSource): readonly Call[] {
  const known = new Set(planned.map(({ call }) => callKey(call)));
  // A target that was made from the document may have its examples, where what it answered with has no data.
  const examples = exampleCall(source.operation, source.contract);
  const base = baseCall(source);
  const mixed = free(source).map((one) => withValue(base, one, examples.values[one.name] ?? one.example));
  const calls = withoutRepeats([examples, ...mixed, ...furtherCalls(source)]);
  return calls.filter((call) => !known.has(callKey(call))).slice(0, MOST_FURTHER_CALLS);
}

/** Reads, once each, the answers to all but the planned calls: probes, repeats, and early ones that break a rule. */
export function furtherAnswers(planned: readonly Evidence[], at: CellContext) {
  const { cell, ownClient, judge, plan } = at;
  const known = new Set(planned.map(({ reading }) => reading.exchange));
  const read = new Map<Evidence, AnsweredRequest>();
  const early = (plan.early ?? []).filter((one) => one.cell === cellName(cell));
  let next = 0;
  return (): typeof read => {
    const answers = ownClient.answers();
    const news = [...answers.slice(next), ...early.splice(0).map((one) => sentEarly(one, at))];
    next = answers.length;
    // Rules send side by side: by rule, the order is the same in every run.
    for (const one of news.toSorted(byRule)) {
      const { call, sent, exchange } = one;
      if (known.has(exchange)) continue;
      known.add(exchange);
      const isShown = sent?.undescribed !== true && hasOwnHeader(call, cell);
      const ofRule = isShown ? 'generated' : 'undescribed';
      const expectation = sent?.observed === true ? expectationOfObserver(sent.rule) : ofRule;
      // The rule that compares it with the plain call reports that no answer came, not that one came later.
      const isLate = exchange.answeredMeanwhile !== undefined;
      if (exchange.outcome.kind !== 'response' && expectation === 'generated' && !isLate) continue;
      read.set(judge.read({ call, expectation, exchange, isPlanned: false }, cell, true), one);
    }
    return read;
  };
}

function byRule({ sent: one }: AnsweredRequest, { sent: other }: AnsweredRequest): number {
  return (one?.rule ?? '').localeCompare(other?.rule ?? '');
}

/** An answer from before the cells, with what was sent if that was an observer's variant of the call. */
function sentEarly({ call, exchange, observed }: EarlyAnswer, { cell, contract }: CellContext): AnsweredRequest {
  if (observed === undefined) return { call, sent: null, exchange };
  const { observer, variant } = observed;
  const probe = observedProbe(observer, variant, cell, call, contract);
  if (probe === undefined) throw new Error(`${observer} does not send '${variant}' to ${cellName(cell)}.`);
  return { call, sent: { rule: observer, probe, observed: true }, exchange };
}

/** False for SOAP without the header that an operation has: the document does not show that. */
function hasOwnHeader({ header }: Call, { operation, binding }: Cell): boolean {
  return operation.header === null || header !== null || !isSoap(binding);
}

/** All that rules may look at in a cell. */
export interface CellAnswers {
  /** The answers to the planned calls. */
  readonly planned: readonly Evidence[];
  /** Those to all else that was sent so far, with what was sent. */
  readonly further: () => ReadonlyMap<Evidence, AnsweredRequest>;
  /** What experiments and the target's description showed, confirmed; none for other rules. */
  readonly compared: ReadonlyMap<Rule, CheckOutcome>;
  /** Exchanges of other bindings with which a difference was found. */
  readonly peers: readonly RecordedCall[];
}

/** The answers that a rule may see. */
export function answersFor(rule: Rule, { planned, further }: CellAnswers, { plan }: CellContext): readonly Evidence[] {
  const { ruleSet } = plan.options;
  const others = [...further()].flatMap(([evidence, answer]) => (judges(rule, answer, ruleSet) ? [evidence] : []));
  return [...planned, ...others];
}

/** Whether a rule judges an answer to something else than a planned call. */
function judges(rule: Rule, { sent }: AnsweredRequest, ruleSet?: string): boolean {
  if (sent === null) return true;
  const { observed, rule: sender, probe } = sent;
  if (probe.traits?.some(({ exempts }) => exempts?.includes(rule.id))) return false;
  // A rule that counts is not judged by what is sent for one that does not: older versions would not send it.
  return observed === true || isCounted(sender, ruleSet) || !isCounted(rule.id, ruleSet);
}
