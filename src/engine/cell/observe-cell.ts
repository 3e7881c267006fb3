import { inParallel } from '../../base/in-parallel.ts';
import { hiddenIn, type Trait } from '../../calls/spelling/trait.ts';
import type { Contract } from '../../contract/model.ts';
import { profileOf } from '../../options/model.ts';
import type { RecordedCall } from '../../results/outcome.ts';
import { type ByDescription, checkOf, probingOf } from '../../rules/check.ts';
import type { Evidence } from '../../rules/evidence.ts';
import type { Problem } from '../../rules/judgement.ts';
import { ODD_ANSWER } from '../../rules/policy.ts';
import type { Probe, Probing } from '../../rules/probe.ts';
import { combineVariants } from '../../rules/request/combine-variants.ts';
import type { Rule } from '../../rules/rule.ts';
import { rulesFor } from '../../rules/rules.ts';
import { difference, digestOf } from '../../rules/same-answer.ts';
import type { Describing, Placed } from '../../rules/wsdl/description.ts';
import { isStatus200 } from '../../wire/http/exchange.ts';
import { hasNoData } from '../../wire/soap/parsed-response.ts';
import { requestOf } from '../../wire/soap/request-of.ts';
import type { PlannedCall } from '../plan/planned-call.ts';
import { type CellAnswers, furtherAnswers } from './answer-calls.ts';
import type { CellContext } from './cell-context.ts';
import { type CheckOutcome, judgedBy, notApplicable, unjudged } from './check-outcome.ts';
import { compareBindings } from './compare-bindings.ts';
import { judgeDrawn } from './drawn-spellings.ts';
import { isSentIn, probeCell, SENT_ELSEWHERE, variantsOf } from './probe-cell.ts';
import { peerExchanges } from './records.ts';

/** How many calls of a cell that answers none are compared with other bindings: each would show the same. */
const MOST_OF_NONE = 4;

/** Sends what the rules of a cell compare with its answers. @param answers - to the calls */
export async function observeCell(calls: readonly PlannedCall[], answers: readonly Evidence[], at: CellContext) {
  const { cell, contract, ownClient, plan } = at;
  const isWrite = cell.operation.effect === 'write';
  const compared = new Map<Rule, CheckOutcome>();
  const peers: RecordedCall[] = [];
  const seen: CellAnswers = { planned: answers, further: furtherAnswers(answers, at), compared, peers };
  if (answers.length === 0 && ownClient.givenUp() !== null) return seen;
  // Variants are of this call, and the other bindings get it too.
  const base = probedCall(answers, contract);
  const paired = calls.filter(({ peer }) => peer !== undefined);
  const isAnswered = isWrite || answers.some(({ cellAnswers200 }) => cellAnswers200);
  const shared = isAnswered ? at.shared(cell) : at.shared(cell).slice(0, MOST_OF_NONE);

  const rules = rulesFor(cell, contract, at.rules);
  const together = variantsTogether(isWrite ? null : base, rules, at);

  const outcomeOf = async (rule: Rule): Promise<CheckOutcome | null> => {
    const experiment = checkOf(rule, 'experiment');
    const description = checkOf(rule, 'description');
    if (experiment?.sides === 'bindings') {
      const comparedCalls = { shared, paired: isAnswered ? paired : [], base };
      const outcome = await compareBindings({ rule, comparing: experiment }, comparedCalls, at);
      if (outcome.shown !== null) peers.push(...(await peerExchanges(outcome.shown.call, at)));
      return outcome;
    }
    // A write is sent only as often as announced.
    if (experiment !== undefined && !isWrite && !isSentIn(at, experiment))
      return unjudged('not-applicable', SENT_ELSEWHERE);
    if (experiment !== undefined)
      return isWrite ? null : probeCell({ rule, probing: experiment, ...together }, base?.call ?? null, at);
    if (description?.of === 'answers') return judgeByDescription(description.judge, answers, at);
    return description === undefined ? null : judgeDescription(description.judge, at);
  };
  const order = at.draw.shuffled(rules, 'rules');
  await inParallel(order, isWrite ? 1 : plan.options.limits.concurrency, async (rule) => {
    const outcome = await outcomeOf(rule);
    if (outcome !== null) compared.set(rule, outcome);
  });
  if (isWrite) return seen;
  await resendRefused(answers, at);
  // Drawn spellings may show what the rules' own variants did not.
  for (const [rule, shown] of await judgeDrawn([...compared.values()], at)) {
    const outcome = compared.get(rule);
    if (outcome !== undefined && outcome.verdict !== 'fail') compared.set(rule, judgedBy(outcome.judged + 1, [shown]));
  }
  return seen;
}

/** Which variants of a call one request has together, and what of them others hide. */
function variantsTogether(base: Evidence | null, rules: readonly Rule[], at: CellContext) {
  if (base === null) return {};
  const spelled = rules.flatMap((rule) => {
    const probing = probingOf(rule);
    return probing?.dimensions === undefined ? [] : [{ rule, probing }];
  });
  const plan = ({ plan: planBy }: Probing): readonly Probe[] => planBy(at.cell, base.call, at.contract, at.draw);
  const planned = new Map(spelled.map(({ rule, probing }) => [rule, plan(probing)] as const));
  const byRule = (hidden: readonly Trait[]): readonly (readonly Probe[])[] =>
    spelled.map((one) => variantsOf({ ...one, hidden, planned }, base.call, at));
  const chosen = byRule([]).flat();
  const ofBase = chosen.flatMap(({ call, traits = [] }) => (call === base.call ? traits : []));
  const hidden = profileOf(at.plan.options).everyProbe ? [] : hiddenIn(ofBase);
  return { combined: combineVariants(byRule(hidden), at.cell), hidden, planned };
}

/** Sends refused calls again: a call that is sometimes refused is another fault than one that always is. */
async function resendRefused(answers: readonly Evidence[], { ownClient }: CellContext): Promise<void> {
  const refused = answers.filter(({ cellAnswers200, reading: { response } }) => {
    return cellAnswers200 && response !== null && response.status !== 200;
  });
  for (const { call } of refused.slice(0, ODD_ANSWER.refusedCalls)) await ownClient.again(call);
}

/**
 * The answer whose call probes vary: the first with data, or the first that its VehicleTypeHeader changes, since one
 * that changes nothing would hide its loss. Null if no call was answered with data.
 */
function probedCall(all: readonly Evidence[], contract: Contract): Evidence | null {
  const shown = all.filter(({ reading }) => reading.response?.status === 200 && reading.success && !hasNoData(reading));
  const valuesOf = ({ call }: Evidence): string => JSON.stringify(call.values);
  const unfiltered = new Map(
    shown.flatMap((one) => (one.call.header?.Filtervehicles === 'false' ? [[valuesOf(one), one] as const] : [])),
  );
  const changed = shown.find((one) => {
    const other = unfiltered.get(valuesOf(one));
    if (other === undefined || one.call.header?.Filtervehicles !== 'true') return false;
    return difference(digestOf(other.reading, contract), digestOf(one.reading, contract)) !== null;
  });
  return changed ?? shown[0] ?? null;
}

/** The result of a rule in a cell on the target's description; without a description there is nothing to judge. */
export async function judgeDescription(describing: Describing, at: CellContext): Promise<CheckOutcome> {
  const { cell, client, contract, plan } = at;
  const { offered, exchange: own } = await at.wsdl();
  if ('none' in offered) return unjudged('not-applicable', { code: 'nothing-to-judge', text: offered.none });
  const endpoint = new URL(plan.baseUrl);
  endpoint.pathname = `${client.context.basePath}${contract.endpointPath}`;
  const judgement = describing(offered, cell, contract, endpoint);
  if ('code' in judgement) return unjudged('not-applicable', judgement);
  const [first] = judgement;
  if (first === undefined) return judgedBy(1, []);
  const call = { operation: cell.operation.name, values: {}, header: null };
  const exchange = offered.exchangeOf(first.at) ?? own;
  const problemOf = ({ at: place, ...problem }: Placed): Problem => {
    // Without the element, which keeps the whole description alive.
    const { path } = (offered.exchangeOf(place) ?? own).request;
    return path === own.request.path ? problem : { ...problem, location: `${problem.location} of ${path}` };
  };
  const problems = [problemOf(first), ...judgement.slice(1).map(problemOf)] as const;
  return judgedBy(1, [{ call, request: () => exchange.request, exchange, problems, around: first.at }]);
}

/** The result of a rule on answers of a cell that the target's description says something of. */
export async function judgeByDescription(judge: ByDescription, all: readonly Evidence[], at: CellContext) {
  const { offered } = await at.wsdl();
  if ('none' in offered) return unjudged('not-applicable', { code: 'nothing-to-judge', text: offered.none });
  let judged = 0;
  for (const evidence of all) {
    const { exchange } = evidence.reading;
    const judgement = isStatus200(exchange) ? judge(offered, evidence) : 'not-applicable';
    if (typeof judgement === 'string') continue;
    if ('code' in judgement) return unjudged('not-applicable', judgement);
    judged += 1;
    const [first, ...rest] = judgement;
    const { call } = evidence;
    if (first !== undefined)
      return judgedBy(judged, [{ call, request: requestOf(call, at.cell), exchange, problems: [first, ...rest] }]);
  }
  return judged === 0 ? notApplicable() : judgedBy(judged, []);
}
