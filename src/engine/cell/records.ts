import { groupBy } from '../../base/group-by.ts';
import type { Cell } from '../../contract/model.ts';
import { bindingNames } from '../../contract/operations.ts';
import type { ExchangeJudge, JudgedCall } from '../../judge/judge.ts';
import { EMBEDDED } from '../../options/model.ts';
import type { Finding, RecordedCall } from '../../results/outcome.ts';
import type { AnsweredCall } from '../../results/record/data-digests.ts';
import { againCommand, type Counterexample, recordedFinding } from '../../results/record/finding.ts';
import { MOST_BODY, recordExchange } from '../../results/record/record-exchange.ts';
import { redactedCall } from '../../results/record/redact.ts';
import type { Evidence } from '../../rules/evidence.ts';
import type { Rule } from '../../rules/rule.ts';
import { type AnswerDigest, digestOf } from '../../rules/same-answer.ts';
import { type Exchange, wasNotSent } from '../../wire/http/exchange.ts';
import { type Call, callKey } from '../../wire/soap/call.ts';
import { hasNoData } from '../../wire/soap/parsed-response.ts';
import { requestOf } from '../../wire/soap/request-of.ts';
import type { CellContext } from './cell-context.ts';
import type { Session } from './session.ts';

const MOST_KEPT = 8;

/** The exchanges that show what was judged in a cell, for results.json, in the order of cellClient. */
export function keptExchanges(all: readonly Evidence[], rules: readonly Rule[], at: CellContext) {
  return chosenEvidence(all, rules, at.judge).map(({ call, expectation, reading }) =>
    recorded({ call, expectation, exchange: reading.exchange }, at.cell, at),
  );
}

/** The other bindings' known answers to a call: without them a difference between bindings can't be shown again. */
export async function peerExchanges(call: Call, { cell, ...session }: CellContext): Promise<readonly RecordedCall[]> {
  const isKnown = (peer: Cell): boolean => {
    const calls = session.cellClient(peer).calls();
    return calls.some((one) => callKey(one) === callKey(call));
  };
  const others = bindingNames.filter((binding) => binding !== cell.binding);
  const peers = others.map((binding): Cell => ({ operation: cell.operation, binding }));
  const known = peers.filter(isKnown).map(async (peer) => {
    const exchange = await session.cellClient(peer).exchange(call);
    return recorded({ call, expectation: 'generated', exchange }, peer, session);
  });
  return Promise.all(known);
}

/** What was said to each call, and to equal requests, whatever they were sent for. Without calls that got no answer. */
export function equalReads(planned: readonly Evidence[], at: CellContext): readonly AnsweredCall[] {
  const { cell, contract, judge, ownClient } = at;
  const saidIn = (exchange: Exchange): readonly AnswerDigest[] => {
    const digest = digestOf(judge.parse(exchange, cell), contract);
    return digest.kind === 'none' ? [] : [digest];
  };
  const byRequest = groupBy(ownClient.exchanges(), requestKey);
  return planned.flatMap(({ call, reading: { exchange } }): readonly AnsweredCall[] => {
    const [first] = saidIn(exchange);
    if (first === undefined || wasNotSent(exchange)) return [];
    const others = byRequest.get(requestKey(exchange))?.filter((other) => other !== exchange) ?? [];
    return [{ call, said: [first, ...others.flatMap(saidIn)] }];
  });
}

function requestKey({ request: { method, path, headers, body } }: Exchange): string {
  return `${method} ${path} ${JSON.stringify(headers)} ${Buffer.from(body ?? []).toString('latin1')}`;
}

/**
 * The fewest that show it: the first, the first with data (all bindings get these, so they can be compared), then those
 * that add most; one answered with 200 if there is any.
 */
export function chosenEvidence(all: readonly Evidence[], rules: readonly Rule[], judge: ExchangeJudge) {
  // A body that would be cut can't be judged again.
  const fit = all.filter(({ reading: { response } }) => (response?.body.byteLength ?? 0) <= MOST_BODY);
  const news = new Map(fit.map((evidence) => [evidence, shownBy(evidence, rules, judge)] as const));
  const always = [fit[0], fit.find(({ reading }) => reading.success && !hasNoData(reading))];
  const chosen = new Set<Evidence>();
  const choose = (one: Evidence): void => {
    chosen.add(one);
    const shown = news.get(one) ?? [];
    news.delete(one);
    for (const others of news.values()) for (const name of shown) others.delete(name);
  };
  for (const one of always) if (one !== undefined) choose(one);
  for (let next = richest(news); next !== undefined && chosen.size < MOST_KEPT; next = richest(news)) choose(next);
  const answered = all.find(({ reading }) => reading.response?.status === 200);
  if (answered && ![...chosen].some(({ reading }) => reading.response?.status === 200)) chosen.add(answered);
  return all.filter((evidence) => chosen.has(evidence));
}

/** The earliest of those that show most; none if nothing is left to show. */
function richest(news: ReadonlyMap<Evidence, ReadonlySet<string>>): Evidence | undefined {
  const [best] = [...news].filter(([, { size }]) => size > 0).toSorted(([, a], [, b]) => b.size - a.size);
  return best?.[0];
}

/** What an exchange shows: fields, fields as nil, rules that had something to judge. */
function shownBy(evidence: Evidence, rules: readonly Rule[], { judge }: ExchangeJudge): Set<string> {
  const { inspection, expectation, reading } = evidence;
  const judged = rules.filter((rule) => typeof judge(rule, evidence) !== 'string').map(({ id }) => id);
  const nil = [...(inspection?.nil ?? [])].map((path) => `nil ${path}`);
  const refused = expectation === 'sample' && reading.response?.status !== 200 ? ['a sample refused'] : [];
  return new Set([...(inspection?.seen ?? []), ...(inspection?.empty ?? []), ...nil, ...judged, ...refused]);
}

function recorded({ call, expectation, exchange }: JudgedCall, cell: Cell, session: Session): RecordedCall {
  const { client, plan, redact } = session;
  const shown = recordExchange(exchange, requestOf(call, cell), client, plan.baseUrl, redact);
  const { operation, binding } = cell;
  return { operation: operation.name, binding, call: redactedCall(call, redact), expectation, exchange: shown };
}

/** The finding of a broken rule, with all that is needed to show it again. All its texts are free of secrets. */
export function makeFinding(rule: Rule, cell: Cell, shown: Counterexample, session: Session): Finding {
  const { contract, client, plan, redact } = session;
  const exchange = recordExchange(shown.exchange, shown.request, client, plan.baseUrl, redact, shown.around);
  const before = shown.before && {
    ...shown.before,
    exchange: recordExchange(shown.before.exchange, requestOf(shown.before.call, cell), client, plan.baseUrl, redact),
  };
  const { config, wsdl } = plan.options;
  const target = redact(plan.options.target ?? EMBEDDED);
  const named = { rule: rule.id, operation: cell.operation.name, binding: cell.binding, before, config, wsdl };
  const command = againCommand(plan.resultsPath, named, target);
  const { delivery } = shown.exchange.request;
  return recordedFinding(rule, cell, { ...shown, exchange, before }, { contract, redact, command, delivery });
}
