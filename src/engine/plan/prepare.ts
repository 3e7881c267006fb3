import { cellName } from '../../contract/cell-name.ts';
import type { Cell, Contract } from '../../contract/model.ts';
import { type ExchangeJudge, openJudge } from '../../judge/judge.ts';
import { runRedactor } from '../../results/record/redact.ts';
import { checkOf } from '../../rules/check.ts';
import { isBroken } from '../../rules/judgement.ts';
import { expectationOfObserver } from '../../rules/observers/observers.ts';
import type { Rule } from '../../rules/rule.ts';
import { rulesBy, rulesFor } from '../../rules/rules.ts';
import type { Exchange } from '../../wire/http/exchange.ts';
import type { Call } from '../../wire/soap/call.ts';
import type { SchemaValidator } from '../../xml/schema.ts';
import { observeTarget, type PlannedObservation } from '../observe/observe.ts';
import { withCircuitBreaker } from '../send/circuit-breaker.ts';
import { type Client, openClient } from '../send/client.ts';
import { learn } from './filtered-rows.ts';
import { preflight } from './preflight.ts';
import type { EarlyAnswer, RunPlan } from './run-plan.ts';
import { getWsdl, identityOf, readDescription } from './wsdl.ts';

/**
 * Pre-flight, harvest and observations. @param empty - a plan without values of the target @param validator - for the
 * answers of this phase; the caller disposes of it @returns 'dead' for a target that can't be reached; `targetDown`:
 * the last error if it went down meanwhile
 */
export async function prepare(empty: RunPlan, contract: Contract, validator: SchemaValidator, signal: AbortSignal) {
  const { options, baseUrl } = empty;
  const client = withCircuitBreaker(openClient(baseUrl, contract, options, signal), options);
  const judge = openJudge({ contract, validator, unused: options.unused });
  const early = keepingBroken(client, judge);
  try {
    const flight = await preflight(early.client, options);
    if (flight.kind === 'dead' && !signal.aborted) {
      const identity = { wsdlSha256: null, certificateSha256: client.certificate() };
      return { kind: 'dead', trouble: flight.trouble, requests: client.requests(), identity } as const;
    }
    if (flight.kind === 'answers' && flight.started) early.forget();
    const pools = await learn(early.client, options, judge.parse);
    const observations = signal.aborted
      ? []
      : await observeTarget(early.client, options, pools, early.observed, judge.parse);
    const wsdl = empty.wsdl ?? (await getWsdl(early.client));
    const identity = {
      ...identityOf(client, wsdl),
      wsdl: await readDescription(early.client, wsdl, runRedactor(options)),
    };
    const refused = flight.kind === 'answers' && flight.refused;
    const plan = { ...empty, pools, refused, answered: client.answered(), early: early.kept, wsdl };
    const targetDown = client.down()?.message ?? null;
    const counts = { requests: client.requests(), backedOff: client.backedOff(), waitedMs: client.waited() };
    return { kind: 'ready', plan, observations, identity, targetDown, outages: client.outages(), ...counts } as const;
  } finally {
    await client.close();
  }
}

/** If there is no cell to judge, as in a shard of more parts than operations, nothing is sent. */
export function nothingSent(plan: RunPlan) {
  const identity = { wsdlSha256: null, certificateSha256: null };
  const counts = { requests: 0, backedOff: 0, waitedMs: 0 };
  return { kind: 'ready', plan, observations: [], identity, targetDown: null, outages: [], ...counts } as const;
}

/** Bytes of all answers that are kept. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A client that keeps the first answers of each cell that break a rule, for the judge of the cells. */
export function keepingBroken(client: Client, judge: ExchangeJudge) {
  const kept: EarlyAnswer[] = [];
  const ofAnswers = rulesBy(client.contract).filter((rule) => checkOf(rule, 'answer') !== undefined);
  const known = new Set<string>();
  let bytes = 0;
  const note = (cell: Cell, call: Call, exchange: Exchange, by: Pick<EarlyAnswer, 'observed'> = {}): void => {
    const response = exchange.outcome.kind === 'response' ? exchange.outcome.response : null;
    if (response === null && by.observed === undefined) return;
    const size = response?.body.byteLength ?? 0;
    if (bytes + size > MOST_BYTES) return;
    const expectation = by.observed === undefined ? 'generated' : expectationOfObserver(by.observed.observer);
    const evidence = judge.read({ call, expectation, exchange }, cell, true);
    const isSeen = (rule: Rule) => response?.status === 200 || checkOf(rule, 'answer')?.sees === 'everything';
    const news = rulesFor(cell, client.contract, ofAnswers)
      .filter((rule) => isSeen(rule) && isBroken(judge.judge(rule, evidence)))
      .map(({ id }) => `${id}@${cellName(cell)}`)
      .filter((name) => !known.has(name));
    if (news.length === 0) return;
    for (const name of news) known.add(name);
    bytes += size;
    kept.push({ cell: cellName(cell), call, exchange, ...by });
  };
  const call: Client['call'] = async (cell, sent) => {
    const exchange = await client.call(cell, sent);
    note(cell, sent, exchange);
    return exchange;
  };
  const observed = ({ cell, base, observer, wanted }: PlannedObservation, exchange: Exchange): void =>
    note(cell, base, exchange, { observed: { observer: observer.id, variant: wanted.variant } });
  const forget = (): void => {
    kept.length = 0;
    known.clear();
  };
  return { client: { ...client, call }, observed, forget, kept: kept as readonly EarlyAnswer[] };
}
